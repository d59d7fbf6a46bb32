// The folder of a pipeline: locks, and folders for unfinished files.

#ifndef TEEKO_PIPELINE_FOLDERS_H_
#define TEEKO_PIPELINE_FOLDERS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace teeko::pipeline {

// Locks `folder` until this process has ended, with two locks.  This process
// alone holds `folder`/.lock; another pipeline that finds it taken is refused
// at once.  Every process that is started later also holds
// `folder`/.stage_lock; after a pipeline was killed, the next one prints that
// it waits until none of its stages can still be writing.
//
// FailedPrecondition if another pipeline is at work; PermissionDenied and the
// like if the folder cannot be written.
absl::Status LockFolder(const std::string& folder);

// Makes a new, empty folder `out`/.unfinished-XXXXXX with an unpredictable
// name, in which a stage writes its outputs.
absl::StatusOr<std::string> NewUnfinishedFolder(const std::string& out);

// Makes a new, empty folder `prefix`XXXXXX with an unpredictable name in the
// folder that the environment variable TMPDIR names or, without it, in /tmp.
// Errors name the variable.
absl::StatusOr<std::string> NewTemporaryFolder(const std::string& prefix);

// Removes the folders `out`/.unfinished-*, with their contents, but no links of
// such a name.
absl::Status RemoveUnfinishedFolders(const std::string& out);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_FOLDERS_H_
