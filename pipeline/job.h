// One stage at work on the files of one folder.
//
// It writes into an unfinished folder; what it made is then renamed into its
// place, so that a stage that fails or is stopped changes nothing.  Beside the
// outputs come STAGE.report.textproto, what the stage measured, and
// STAGE.sha256, a stamp of the files that it read and of those that it made:
// their SHA-256, in the form that sha256sum prints and checks.

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
  std::vector<std::filesystem::path> inputs = {};
  std::vector<std::string> outputs;  // names of files
  std::filesystem::path folder;      // where they belong
  std::filesystem::path unfinished;  // where the stage writes them
  // A folder of the stage's own, from which --resume lets it go on after it was
  // stopped; none if it cannot.
  std::filesystem::path checkpoint = {};
  // Paths of what is made of the outputs: removed before other outputs come
  // than the stage made last.
  std::vector<std::filesystem::path> dependents = {};
  // If the stage fails, its outputs and the dependents are removed.
  bool may_refute = false;
  // Reads an output at a path; an error says why it cannot be used.
  std::function<absl::Status(const std::string& path)> read =
      [](const std::string&) { return absl::OkStatus(); };
};

// SHA-256 of a file, in hexadecimal.  NotFound if there is none,
// FailedPrecondition for what is no regular file, such as a symbolic link; with
// `follow`, links are followed.
absl::StatusOr<std::string> Sha256OfFile(const std::string& path,
                                         bool follow = false);

// The text of a stamp: a line for each file, and for each regular file
// under a folder that is an input, "folder/file".  Of inputs links are
// followed.
absl::StatusOr<std::string> StampOf(
    const std::vector<std::filesystem::path>& inputs,
    const std::vector<std::filesystem::path>& outputs);

// OK if the file at `path` is the stamp of these.  NotFound if it or one of
// them is missing; FailedPrecondition names the first that has changed.
absl::Status CheckStamp(const std::string& path,
                        const std::vector<std::filesystem::path>& inputs,
                        const std::vector<std::filesystem::path>& outputs);

// Removes files; that there is none is no error.
absl::Status Remove(const std::vector<std::filesystem::path>& paths);

// Moves a file of this name from one folder to the other, where it replaces any
// other.
absl::Status Move(const std::string& name, const std::filesystem::path& from,
                  const std::filesystem::path& to);

// OK if the outputs are there as the stage left them, the inputs as it found
// them, and `read` has no objection.  NotFound if something is missing;
// FailedPrecondition says what has changed.
absl::Status CheckOutputs(const Job& job);

// Runs the stage and installs its outputs; with `resume`, only if CheckOutputs
// has an objection.
//
// Aborted if the stage failed, of which it has told itself, or made what cannot
// be used; Cancelled if a signal told us to stop; else the errors of writing.
absl::StatusOr<StageSummary> RunJob(const Job& job, bool resume,
                                    ProcessRunner& processes);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_JOB_H_
