// The folder that a pipeline works in.

#ifndef TEEKO_PIPELINE_FOLDERS_H_
#define TEEKO_PIPELINE_FOLDERS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace teeko::pipeline {

// Keeps other pipelines out of `folder` until this process has ended, by two
// locks.  `folder`/.lock belongs to this process alone, and who finds it taken
// is refused at once.  `folder`/.stage_lock is also held by every process that
// is started meanwhile, so that after a pipeline was killed the next one says
// that it waits until no stage of it can still be writing.
//
// FailedPrecondition if another pipeline is at work; PermissionDenied and the
// like if the folder cannot be written.
absl::Status LockFolder(const std::string& folder);

// Makes a new, empty folder `out`/.unfinished-XXXXXX, under a name that nobody
// can foresee, in which a stage writes what is not finished.
absl::StatusOr<std::string> NewUnfinishedFolder(const std::string& out);

// Makes a new, empty folder `prefix`XXXXXX, under a name that nobody can
// foresee, where the environment variable TMPDIR says or, without it, in /tmp.
// Errors name the variable.
absl::StatusOr<std::string> NewTemporaryFolder(const std::string& prefix);

// Removes those, with what is in them: folders that are called so, but no
// links.
absl::Status RemoveUnfinishedFolders(const std::string& out);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_FOLDERS_H_
