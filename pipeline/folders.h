// Locks the output folder of a pipeline; makes folders for unfinished files.

#ifndef TEEKO_PIPELINE_FOLDERS_H_
#define TEEKO_PIPELINE_FOLDERS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace teeko::pipeline {

// Locks `folder` until this process ends.  There are two locks:
//
//     folder/.lock         held by this process alone.  If another pipeline
//                          holds it, LockFolder fails at once.
//     folder/.stage_lock   also held by every child process.  LockFolder waits
//                          for it, with a message on stderr, until the stages
//                          of a killed pipeline have ended.
//
// FailedPrecondition if another pipeline holds the lock; PermissionDenied or
// another error of the system if the folder cannot be written.
absl::Status LockFolder(const std::string& folder);

// Makes the empty folder `out`/.unfinished-XXXXXX, in which a stage writes its
// outputs, and returns its path.  XXXXXX is unpredictable.
absl::StatusOr<std::string> NewUnfinishedFolder(const std::string& out);

// Makes the empty folder $TMPDIR/`prefix`XXXXXX, or /tmp/`prefix`XXXXXX if
// TMPDIR is not set, and returns its path.  Error messages name TMPDIR.
absl::StatusOr<std::string> NewTemporaryFolder(const std::string& prefix);

// Removes the folders `out`/.unfinished-* with their contents.  Keeps symbolic
// links with these names.
absl::Status RemoveUnfinishedFolders(const std::string& out);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_FOLDERS_H_
