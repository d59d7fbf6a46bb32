#include "pipeline/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace teeko::pipeline {

absl::StatusOr<FolderLock> FolderLock::Take(const std::string& folder) {
  const std::string path = folder + "/.lock";
  // Without O_CLOEXEC: the stages hold the lock, too.
  FolderLock lock(open(path.c_str(), O_RDWR | O_CREAT, 0666));
  if (lock.descriptor_ < 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot create ", path));
  }
  const absl::Time deadline = absl::Now() + absl::Seconds(2);
  while (flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return absl::ErrnoToStatus(errno, absl::StrCat("cannot lock ", path));
    }
    if (absl::Now() > deadline) {
      return absl::FailedPreconditionError(
          absl::StrCat("another pipeline is at work in ", folder));
    }
    absl::SleepFor(absl::Milliseconds(20));
  }
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace teeko::pipeline
