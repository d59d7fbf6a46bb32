// Runs one stage on the files of one folder.
//
//   1. The stage writes its outputs into an unfinished folder.  So it changes
//      no earlier output if it fails or is stopped.  (If a stage with
//      may_refute fails, RunJob removes the earlier outputs.)
//   2. RunJob checks the outputs.  If they differ from the earlier outputs, it
//      removes all files that later stages made from the earlier outputs.
//   3. It renames the outputs to their final paths.
//   4. Last, it renames STAGE.report.textproto (time and memory) and the stamp
//      STAGE.sha256.
//
// A stamp has the SHA-256 digests of the stage's program, inputs and outputs,
// in the form that sha256sum prints and checks.  If a run is killed between two
// steps, the stamp does not match the files.

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
  // The stage's program, and the files and folders that the stage reads.
  std::vector<std::filesystem::path> inputs;
  std::vector<std::string> outputs = {};  // file names
  std::filesystem::path folder;           // final folder of the outputs
  std::filesystem::path unfinished;       // the stage writes here
  // A folder from which the stage continues with --resume; empty if the stage
  // has no checkpoints.
  std::filesystem::path checkpoint = {};
  // The files that later stages made from the outputs.
  std::vector<std::filesystem::path> dependents = {};
  // If true, a failure removes the earlier outputs and the dependents.
  bool may_refute = false;
  // Reads the output at a path.  Returns an error if it is invalid.
  std::function<absl::Status(const std::string& path)> read =
      [](const std::string&) { return absl::OkStatus(); };
};

// Returns the SHA-256 of a file in hexadecimal.  Follows symbolic links only if
// `follow` is true.  NotFound if the file is missing, FailedPrecondition if it
// is not a regular file.
absl::StatusOr<std::string> Sha256OfFile(const std::string& path,
                                         bool follow = false);

// Returns the text of a stamp: one line for each file, and one line
// ("folder/file") for each regular file below an input that is a folder.
// Inputs may be symbolic links; outputs must be regular files.
absl::StatusOr<std::string> StampOf(
    const std::vector<std::filesystem::path>& inputs,
    const std::vector<std::filesystem::path>& outputs);

// OK if the file at `path` is the stamp of these files.  NotFound if the stamp
// or a file is missing.  FailedPrecondition if a file has changed; the message
// names the first one.
absl::Status CheckStamp(const std::string& path,
                        const std::vector<std::filesystem::path>& inputs,
                        const std::vector<std::filesystem::path>& outputs);

// Removes these files.  A missing file is not an error.
absl::Status Remove(const std::vector<std::filesystem::path>& paths);

// Moves the file `name` to the folder `to`, where it replaces an existing file.
absl::Status Move(const std::string& name, const std::filesystem::path& from,
                  const std::filesystem::path& to);

// OK if the stamp matches the files and the outputs are valid.  Errors come
// from CheckStamp and job.read.
absl::Status CheckOutputs(const Job& job);

// Runs the stage and installs its outputs.  With `resume`, keeps the earlier
// outputs if CheckOutputs accepts them.
//
// Aborted if the stage failed (it has printed the reason) or wrote an invalid
// output.  Cancelled if a signal stopped the stage.  Other errors come from
// files that cannot be read or written.
absl::StatusOr<StageSummary> RunJob(const Job& job, bool resume,
                                    ProcessRunner& processes);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_JOB_H_
