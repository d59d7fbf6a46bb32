#include "pipeline/command_line.h"

#include <tbb/global_control.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "game/accepted_table.h"
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

For each rules the stages solver_a, solver_b and verify run in this order, and,
on boards of up to 25 squares, extra_rules; in the end claims writes a report on
all of them.  A summary goes to stdout; progress and errors go to stderr.

The digests of rules that are in corpus/digests.textproto must be those there.

  --out=DIR      Folder for everything that is made; out/ in the workspace if
                 left out.  One pipeline at a time can work in a folder.
  --rules=...    Rules to solve, separated by commas: names of files in
                 corpus/rules/ without their ending, or files (anything with a
                 slash or ending in .textproto); or all, for all names.
                 standard,advanced if left out.
  --threads=N    Threads of each stage, 1 to 1024; all that this process may use
                 if left out.
  --resume       Keep what is in DIR, made for the same rules, and undamaged,
                 whichever run it comes from, and do only what is missing.
                 Without it everything is done anew, and each file replaced
                 when its successor is finished.

DIR/results.json has the results of all rules of this run, and DIR/report.html
and report.md tell of them beside what Steele's letter claims.  They are written
only if everything was verified.  After a failure those from an earlier run
stand only if its tables and manifests still do.  DIR/NAME/ has, for each rules,

  rules.textproto                     the rules as they were used
  solver_a.table, solver_b.table      values of all positions
  manifest.textproto                  what was verified, with digests
  extra_rules.json, extra_rules.md    what the two extra rules change
  STAGE.report.textproto              time and memory of each stage

Exit status: 0 if everything was verified and reported, 1 if not, 130 or 143
if stopped by SIGINT (Ctrl-C) or SIGTERM; --resume then goes on.
)";

absl::StatusOr<PipelineOptions> ReadOptions(const std::string& argv0,
                                            const StagePrograms& programs,
                                            const std::string& golden_digests) {
  std::string error;
  const std::unique_ptr<Runfiles> runfiles(Runfiles::Create(argv0, &error));
  if (runfiles == nullptr) return absl::NotFoundError(error);
  absl::StatusOr<std::vector<Rules>> rules = ReadChosenRules(
      absl::GetFlag(FLAGS_rules), runfiles->Rlocation("teeko/corpus/rules"),
      fs::current_path().string());
  if (!rules.ok()) return rules.status();

  std::error_code none;
  // Where a person can find it.
  const fs::path golden =
      fs::weakly_canonical(runfiles->Rlocation(golden_digests), none);

  const fs::path folder = fs::absolute(OutFolder(absl::GetFlag(FLAGS_out)));
  return PipelineOptions{
      .programs = {.solver_a = runfiles->Rlocation(programs.solver_a),
                   .solver_b = runfiles->Rlocation(programs.solver_b),
                   .verify = runfiles->Rlocation(programs.verify),
                   .extra_rules =
                       programs.extra_rules.empty()
                           ? ""
                           : runfiles->Rlocation(programs.extra_rules),
                   .claims = runfiles->Rlocation(programs.claims)},
      .golden_digests = golden.string(),
      .rules = *std::move(rules),
      .out = folder.lexically_normal().string(),
      .threads = absl::GetFlag(FLAGS_threads).count,
      .resume = absl::GetFlag(FLAGS_resume)};
}

}  // namespace

int RunCommandLine(int argc, char** argv, const StagePrograms& programs,
                   const std::string& golden_digests) {
  return StageMain(argc, argv, kUsage, [&]() -> absl::Status {
    const absl::StatusOr<PipelineOptions> options =
        ReadOptions(argv[0], programs, golden_digests);
    if (!options.ok()) return options.status();
    const tbb::global_control threads(
        tbb::global_control::max_allowed_parallelism, options->threads);
    const int status = RunPipeline(*options);
    return status == 0 ? absl::OkStatus() : ExitWith(status);
  });
}

}  // namespace teeko::pipeline
