#include "pipeline/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace teeko::pipeline {

absl::StatusOr<FolderLock> FolderLock::Take(const std::string& folder) {
  const auto error = [&folder](const char* what) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot ", what, folder));
  };
  FolderLock lock;
  lock.own_ = open((folder + "/.lock").c_str(),
                   O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (lock.own_ < 0) return error("create .lock in ");
  // A lock of this kind is not handed down, not even between fork and exec.
  struct flock whole_file = {};
  whole_file.l_type = F_WRLCK;
  whole_file.l_whence = SEEK_SET;
  if (fcntl(lock.own_, F_SETLK, &whole_file) != 0) {
    if (errno != EACCES && errno != EAGAIN) return error("lock ");
    return absl::FailedPreconditionError(
        absl::StrCat("another pipeline is at work in ", folder));
  }
  lock.shared_ = open((folder + "/.stage_lock").c_str(),
                      O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
  if (lock.shared_ < 0) return error("create .stage_lock in ");
  // A lock of this kind is handed down with its descriptor.
  while (flock(lock.shared_, LOCK_EX) != 0) {
    if (errno != EINTR) return error("lock ");
  }
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : own_(std::exchange(other.own_, -1)),
      shared_(std::exchange(other.shared_, -1)) {}

FolderLock::~FolderLock() {
  if (shared_ >= 0) close(shared_);
  if (own_ >= 0) close(own_);
}

}  // namespace teeko::pipeline
