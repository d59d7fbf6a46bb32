// Locks the output folder of a pipeline; makes temporary folders.

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

// Makes the empty folder $TMPDIR/`prefix`XXXXXX, or /tmp/`prefix`XXXXXX if
// TMPDIR is not set, and returns its path.  Error messages name TMPDIR.
absl::StatusOr<std::string> NewTemporaryFolder(const std::string& prefix);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_FOLDERS_H_
