#include "pipeline/folders.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/files.h"
#include "base/status.h"

namespace teeko::pipeline {
absl::Status LockFolder(const std::string& folder) {
  constexpr int kFlags = O_RDWR | O_CREAT | O_NOFOLLOW;
  // The process never closes these files: the locks end with the process.
  const int own = open((folder + "/.lock").c_str(), kFlags | O_CLOEXEC, 0666);
  if (own < 0) return base::Cannot(errno, "create .lock in ", folder);
  // Child processes do not inherit a lock of this kind, not even before exec.
  struct flock whole_file = {};
  whole_file.l_type = F_WRLCK;
  whole_file.l_whence = SEEK_SET;
  if (fcntl(own, F_SETLK, &whole_file) != 0) {
    if (errno != EAGAIN) return base::Cannot(errno, "lock ", folder);
    return absl::FailedPreconditionError(
        absl::StrCat(folder, ": another pipeline uses this folder"));
  }
  const int shared = open((folder + "/.stage_lock").c_str(), kFlags, 0666);
  if (shared < 0) return base::Cannot(errno, "create .stage_lock in ", folder);
  // Child processes inherit a lock of this kind with its descriptor.
  if (flock(shared, LOCK_EX | LOCK_NB) == 0) return absl::OkStatus();
  base::WriteAll(STDERR_FILENO,
                 absl::StrCat(folder,
                              ": waiting until the stages of an earlier "
                              "pipeline end\n"));
  if (flock(shared, LOCK_EX) != 0) return base::Cannot(errno, "lock ", folder);
  return absl::OkStatus();
}

absl::StatusOr<std::string> NewTemporaryFolder(const std::string& prefix) {
  const char* const variable = std::getenv("TMPDIR");
  const bool is_set = variable != nullptr && *variable != '\0';
  std::string path = std::filesystem::absolute(is_set ? variable : "/tmp") /
                     (prefix + "XXXXXX");
  if (mkdtemp(path.data()) != nullptr) return path;
  return is_set ? base::Cannot(errno,
                               "make a temporary folder in TMPDIR=", variable)
                : base::Cannot(errno,
                               "make a temporary folder in /tmp (set TMPDIR)");
}

}  // namespace teeko::pipeline
