// Keeps two pipelines from working in one folder at once.

#ifndef TEEKO_PIPELINE_FOLDER_LOCK_H_
#define TEEKO_PIPELINE_FOLDER_LOCK_H_

#include <string>

#include "absl/status/statusor.h"

namespace teeko::pipeline {

// A lock on `folder`/.lock.  It lasts until this and every process that was
// started meanwhile are gone: of a pipeline that was killed, no stage can still
// be writing when the next pipeline has the lock.
class FolderLock {
 public:
  // FailedPrecondition if another pipeline has the lock, after two seconds in
  // which a stage that is just being killed has time to go; PermissionDenied
  // and the like if the folder cannot be written.
  static absl::StatusOr<FolderLock> Take(const std::string& folder);

  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_FOLDER_LOCK_H_
