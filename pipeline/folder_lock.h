// Keeps two pipelines from working in one folder at once.

#ifndef TEEKO_PIPELINE_FOLDER_LOCK_H_
#define TEEKO_PIPELINE_FOLDER_LOCK_H_

#include <string>

#include "absl/status/statusor.h"

namespace teeko::pipeline {

// Two locks.  `folder`/.lock belongs to this process alone, and who finds it
// taken is refused at once.  `folder`/.stage_lock is also held by every process
// that is started meanwhile, so that after a pipeline was killed the next one
// waits until no stage of it can still be writing.
class FolderLock {
 public:
  // FailedPrecondition if another pipeline is at work; PermissionDenied and the
  // like if the folder cannot be written.
  static absl::StatusOr<FolderLock> Take(const std::string& folder);

  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  FolderLock() = default;
  int own_ = -1;     // descriptors
  int shared_ = -1;  // inherited
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_FOLDER_LOCK_H_
