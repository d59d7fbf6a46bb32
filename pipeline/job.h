// Runs one stage on the files of one folder.
//
//   1. The stage writes its outputs into a folder for unfinished files.  So it
//      changes no earlier output if it fails or is stopped.  (If a stage with
//      may_refute fails, RunJob removes the earlier outputs.)
//   2. If the outputs differ from the earlier outputs, RunJob removes all files
//      that later stages made from the earlier outputs.
//   3. It renames the outputs to their final paths.
//   4. Last, it renames STAGE.report.textproto (time and memory) and the stamp
//      STAGE.sha256.
//
// A stamp has the SHA-256 digests of the stage's program, inputs and outputs,
// in the form that sha256sum prints and checks.  If a run is killed after it
// has changed some of these files, the old stamp does not match the changed
// files.

#ifndef TEEKO_PIPELINE_JOB_H_
#define TEEKO_PIPELINE_JOB_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "pipeline/process.h"
#include "pipeline/summary.h"
#include "teeko/pipeline/stages.pb.h"

namespace teeko::pipeline {

struct Job {
  const Stage& stage;
  std::string label = "";                 // "standard: solver_a"
  std::vector<std::string> command = {};  // without --report and --resume
  // The stage's program, and the files and folders that the stage reads.
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path folder;           // final folder of the outputs
  std::filesystem::path unfinished = {};  // the stage writes here
  // The files that later stages made from the outputs.
  std::vector<std::filesystem::path> dependents = {};
};

// Returns the text of a stamp: one line for each file, and one line
// ("folder/file") for each regular file below an input that is a folder.
// Inputs may be symbolic links; outputs must be regular files.
absl::StatusOr<std::string> StampOf(
    const std::vector<std::filesystem::path>& inputs,
    const std::vector<std::filesystem::path>& outputs);

// OK if the stage's stamp in job.folder has the digests of the job's inputs and
// outputs.  NotFound if the stamp or a file is missing.  FailedPrecondition if
// a file has changed; the message names the first one.
absl::Status CheckStamp(const Job& job);

// Removes the earlier outputs, and the files made from them.
absl::Status RemoveOutputs(const Job& job);

// Moves the file `name` to the folder `to`, where it replaces an existing file.
absl::Status Move(const std::string& name, const std::filesystem::path& from,
                  const std::filesystem::path& to);

// Runs the stage and installs its outputs.  With `resume`, keeps the earlier
// outputs if CheckStamp accepts them.
//
// Aborted if the stage failed (it has printed the reason) or did not write an
// output.  Cancelled if a signal stopped the stage.  Other errors come from
// files that cannot be read or written.
absl::StatusOr<StageSummary> RunJob(const Job& job, bool resume,
                                    ProcessRunner& processes);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_JOB_H_
