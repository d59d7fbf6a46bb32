// Runs one stage on the files of one folder.
//
//   1. The stage writes into an unfinished folder, so that a stage that fails
//   or
//      is stopped changes nothing.
//   2. The outputs are checked.  If they differ from those of the last run,
//      everything that was made from those is removed.
//   3. The outputs are renamed into their places.
//   4. STAGE.report.textproto (time and memory) and STAGE.sha256, the stamp,
//      follow them.
//
// A stamp has the SHA-256 digests of the stage's program, inputs and outputs,
// in the form that sha256sum prints and checks.  A run that is killed between
// two of these steps leaves a stamp that does not match.

#ifndef TEEKO_PIPELINE_JOB_H_
#define TEEKO_PIPELINE_JOB_H_

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "pipeline/process.h"
#include "pipeline/summary.h"

namespace teeko::pipeline {

struct Job {
  std::string label;                      // "standard: solver_a"
  std::string stage;                      // "solver_a"
  std::vector<std::string> command = {};  // without --report
  // Files, the program among them, and folders of files.
  std::vector<std::filesystem::path> inputs;
  std::vector<std::string> outputs = {};  // names of files
  std::filesystem::path folder;           // where the outputs belong
  std::filesystem::path unfinished;       // where the stage writes them
  // A folder from which the stage continues with --resume; empty if it cannot.
  std::filesystem::path checkpoint = {};
  // The files that other stages made from the outputs.
  std::vector<std::filesystem::path> dependents = {};
  // If the stage fails, its outputs and the dependents are removed.
  bool may_refute = false;
  // Reads the output at a path.  Returns an error if it is invalid.
  std::function<absl::Status(const std::string& path)> read =
      [](const std::string&) { return absl::OkStatus(); };
};

// Returns the SHA-256 of a file in hexadecimal.  NotFound if there is none,
// FailedPrecondition if it is not a regular file; symbolic links are followed
// only if `follow` is true.
absl::StatusOr<std::string> Sha256OfFile(const std::string& path,
                                         bool follow = false);

// Returns the text of a stamp: a line for each file, and for each regular file
// below a folder that is an input, "folder/file".  Inputs may be symbolic
// links, outputs may not.
absl::StatusOr<std::string> StampOf(
    const std::vector<std::filesystem::path>& inputs,
    const std::vector<std::filesystem::path>& outputs);

// OK if the file at `path` is the stamp of these files.  NotFound if it or one
// of them is missing; FailedPrecondition names the first that has changed.
absl::Status CheckStamp(const std::string& path,
                        const std::vector<std::filesystem::path>& inputs,
                        const std::vector<std::filesystem::path>& outputs);

// Removes the files that exist.
absl::Status Remove(const std::vector<std::filesystem::path>& paths);

// Moves the file `name` from one folder to another, where it replaces any
// other.
absl::Status Move(const std::string& name, const std::filesystem::path& from,
                  const std::filesystem::path& to);

// OK if the stamp matches and the outputs are valid.  NotFound if a file is
// missing; FailedPrecondition names the file that has changed.
absl::Status CheckOutputs(const Job& job);

// Runs the stage and installs its outputs.  With `resume`, does so only if
// CheckOutputs fails.
//
// Aborted if the stage failed, in which case it has printed why, or wrote an
// invalid output; Cancelled if a signal stopped it; otherwise errors of
// writing.
absl::StatusOr<StageSummary> RunJob(const Job& job, bool resume,
                                    ProcessRunner& processes);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_JOB_H_
