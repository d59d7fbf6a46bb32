#include "pipeline/command_line.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "pipeline/chosen_rules.h"
#include "pipeline/pipeline.h"
#include "stage/stage.h"
#include "tools/cpp/runfiles/runfiles.h"

ABSL_FLAG(std::string, out, "", "folder for everything that is made");
ABSL_FLAG(std::vector<std::string>, rules,
          (std::vector<std::string>{"standard", "advanced"}),
          "names or files of the rules");
ABSL_FLAG(teeko::Threads, threads, teeko::DefaultThreads(),
          "threads of each stage");
ABSL_FLAG(bool, resume, false, "keep what is there and good");

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using bazel::tools::cpp::runfiles::Runfiles;

constexpr char kUsage[] =
    R"(Solves Teeko twice, by two independent programs, and verifies the tables.

  ./bazelw run //:pipeline -- [--out=DIR] [--rules=NAME_OR_FILE,...]
                              [--threads=N] [--resume]

For each rules the stages solver_a, solver_b, verify, certificates and
extra_rules run in this order; in the end claims writes a report on all rules.
A summary goes to stdout; progress and errors go to stderr.

The digests of rules that are in corpus/digests.textproto must be those there.
Certificates of the same game (verify/certificates) must be accepted by
verify/check, and agree with the values that were verified.

  --out=DIR      Folder for everything that is made (default: out/ in the
                 workspace).  One pipeline at a time can work in a folder.
  --rules=...    Rules to solve, separated by commas: names of files in
                 corpus/rules/ without their ending, or files (anything with a
                 slash or ending in .textproto); or all, for all names
                 (default: standard,advanced).
  --threads=N    Threads of each stage, 1 to 1024 (default: all that this
                 process may use).
  --resume       Keep what a stage left in DIR, if neither that has changed nor
                 the program nor what it read, and do only what is missing.
                 Without it everything is done anew, and each file replaced
                 when its successor is finished.
  --help         This text.

DIR/NAME/ has, for each rules,

  rules.textproto                  the rules as they were used
  solver_a.table, solver_b.table   values of all positions
  manifest.textproto               what was verified, with digests
  certificates.json                proofs of values that were checked
  extra_rules.json                 what the two extra rules change
  STAGE.report.textproto           time and memory of each stage
  STAGE.sha256                     from what it made what: SHA-256 of its inputs
                                   and outputs, as sha256sum has it

DIR/results.json has the results of all rules in DIR, of this run and of others,
whose files are as the stages left them, and DIR/report.html and report.md tell
of them beside what Steele's letter claims.  Rules that fail are not among them,
nor any whose files were changed, or made by programs that have changed since;
their folder may be removed.  After an interruption there may be none of the
three.

Exit status: 0 if everything was verified and reported, 1 if not, 130 or 143
if stopped by SIGINT (Ctrl-C) or SIGTERM; --resume then goes on.
)";

// The stage with the paths of its runfiles.
Stage Located(Stage stage, const Runfiles& runfiles) {
  for (std::string& word : stage.command) {
    const size_t data = word.find('@') + 1;
    if (data > 0)
      word.replace(data, word.npos, runfiles.Rlocation(word.substr(data)));
  }
  return stage;
}

absl::StatusOr<PipelineOptions> ReadOptions(const std::vector<Stage>& stages,
                                            const Stage& report,
                                            const std::string& golden_digests) {
  std::string error;
  const std::unique_ptr<Runfiles> runfiles(
      Runfiles::Create(fs::read_symlink("/proc/self/exe").string(), &error));
  if (runfiles == nullptr) return absl::NotFoundError(error);
  absl::StatusOr<std::vector<Rules>> rules = ReadChosenRules(
      absl::GetFlag(FLAGS_rules), runfiles->Rlocation("teeko/corpus/rules"));
  if (!rules.ok()) return rules.status();
  PipelineOptions options;
  options.rules = *std::move(rules);
  for (const Stage& stage : stages) {
    options.stages.push_back(Located(stage, *runfiles));
  }
  options.report = Located(report, *runfiles);
  std::error_code none;
  // Where a person can find it.
  options.golden_digests =
      fs::weakly_canonical(runfiles->Rlocation(golden_digests), none);
  const char* const workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  fs::path out = absl::GetFlag(FLAGS_out);
  if (out.empty()) out = fs::path(workspace ? workspace : "") / "out";
  options.out = fs::absolute(out).lexically_normal();
  options.threads = absl::GetFlag(FLAGS_threads).count;
  options.resume = absl::GetFlag(FLAGS_resume);
  return options;
}

}  // namespace

int RunCommandLine(int argc, char** argv, const std::vector<Stage>& stages,
                   const Stage& report, const std::string& golden_digests) {
  return StageMain(argc, argv, kUsage, [&]() -> absl::Status {
    const absl::StatusOr<PipelineOptions> options =
        ReadOptions(stages, report, golden_digests);
    return options.ok() ? RunPipeline(*options) : options.status();
  });
}

}  // namespace teeko::pipeline
