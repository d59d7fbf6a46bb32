#include "pipeline/command_line.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>

#include "absl/flags/flag.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "game/accepted_table.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "stage/stage.h"
#include "stage/status.h"
#include "tools/cpp/runfiles/runfiles.h"

ABSL_FLAG(std::string, out, teeko::DefaultOutFolder(),
          "folder for everything that is made; one pipeline at a time can work "
          "in it");
ABSL_FLAG(
    std::vector<std::string>, rules,
    (std::vector<std::string>{"standard", "advanced"}),
    "rules to solve, separated by commas: names of files in corpus/rules/ "
    "without their ending, or files (anything with a slash or ending in "
    ".textproto); or all, for all names");
ABSL_FLAG(int, threads, teeko::DefaultThreads(),
          "threads of each stage, or of each of its processes, 1 to 1024; with "
          "1, only one stage runs at a time");
ABSL_FLAG(bool, resume, false,
          "keep what a stage left in the folder, if neither that has changed "
          "nor the program nor what it read, and do only what is missing; "
          "without it everything is done anew, and each file replaced when its "
          "successor is finished");

ABSL_FLAG(std::string, mpirun, "",
          "how to start the processes that share a solver's work, "
          "\"mpirun -n 4\" say; needs a build with --config=mpi");
ABSL_FLAG(bool, plan, false,
          "say how much memory, disk and CPU time the tables will need, and "
          "stop; exit status 1 if there is not so much");
ABSL_FLAG(
    std::vector<std::string>, ranks, {},
    "with --plan: numbers of machines, separated by commas; also print the "
    "memory of each machine and the hours, with one process on each");
ABSL_FLAG(bool, tables_only, false,
          "solve and verify, and leave certificates, studies and the report");

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using bazel::tools::cpp::runfiles::Runfiles;

constexpr char kUsage[] =
    R"(Solves Teeko twice, by two independent programs, and verifies the tables.

  ./bazelw run //:pipeline -- [--out=DIR] [--rules=NAME_OR_FILE,...]
                              [--threads=N] [--resume] [--plan]
                              [--tables_only] [--mpirun='mpirun -n 4']

For each rules the stages solver_a, solver_b, verify, certificates and
extra_rules run in this order, for two rules at a time if there is room and they
do not take minutes; in the end claims writes a report on all rules.
A summary goes to stdout; progress and errors go to stderr.

The digests of rules that are in corpus/digests.textproto must be those there.
Certificates of the same game (verify/certificates) must be accepted by
verify/check, and agree with the values that were verified.

In --out=DIR, DIR/NAME/ has, for each rules,

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

Stopped by SIGINT (Ctrl-C) or SIGTERM, its exit status is 130 or 143; --resume
then goes on.  For example:

  ./bazelw run //:pipeline -- --rules=advanced,torus --out=/tmp/teeko
)";

constexpr char kEnding[] = ".textproto";

// Puts the paths of its runfiles into the stage.
absl::Status Locate(const Runfiles& runfiles, Stage& stage) {
  for (std::string& word : *stage.mutable_command()) {
    const size_t data = word.find('@') + 1;
    if (data == 0) continue;
    const std::string path = runfiles.Rlocation(word.substr(data));
    if (access(path.c_str(), &word == &stage.command(0) ? X_OK : R_OK) != 0) {
      return Cannot(errno, "use ", path, ", which the stage ", stage.name(),
                    " needs");
    }
    word.replace(data, word.npos, path);
  }
  return absl::OkStatus();
}

std::set<std::string> KnownNames(const std::string& folder) {
  std::set<std::string> names;
  std::error_code none;  // A folder that cannot be read has no names.
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == kEnding) names.insert(entry.path().stem());
  }
  return names;
}

absl::Status Run(const std::string& stages_file) {
  std::string error;
  const std::unique_ptr<Runfiles> runfiles(
      Runfiles::Create(fs::read_symlink("/proc/self/exe").string(), &error));
  if (runfiles == nullptr) return absl::NotFoundError(error);
  PipelineOptions options;
  Stages& stages = options.stages;
  RETURN_IF_ERROR(ReadTextProto(runfiles->Rlocation(stages_file), stages));
  ASSIGN_OR_RETURN(options.rules,
                   ReadChosenRules(absl::GetFlag(FLAGS_rules),
                                   runfiles->Rlocation("teeko/corpus/rules")));
  if (absl::GetFlag(FLAGS_tables_only)) {
    stages.mutable_stages()->DeleteSubrange(3, stages.stages_size() - 3);
    stages.clear_report();
  }
  for (Stage& stage : *stages.mutable_stages()) {
    RETURN_IF_ERROR(Locate(*runfiles, stage));
  }
  if (stages.has_report()) {
    RETURN_IF_ERROR(Locate(*runfiles, *stages.mutable_report()));
  }
  // Large pages of memory: solver_b reads gigabytes in no order, and finds
  // where they are in a fifth less time.
  setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", /*overwrite=*/0);
  std::error_code none;
  // Where a person can find it.
  stages.set_golden_digests(
      fs::weakly_canonical(runfiles->Rlocation(stages.golden_digests()), none));
  options.out = fs::absolute(absl::GetFlag(FLAGS_out)).lexically_normal();
  options.threads = absl::GetFlag(FLAGS_threads);
  options.resume = absl::GetFlag(FLAGS_resume);
  options.mpirun =
      absl::StrSplit(absl::GetFlag(FLAGS_mpirun), ' ', absl::SkipEmpty());
  options.plan_only = absl::GetFlag(FLAGS_plan);
  for (const std::string& number : absl::GetFlag(FLAGS_ranks)) {
    int& ranks = options.plan_ranks.emplace_back();
    if (!absl::SimpleAtoi(number, &ranks) || ranks < 1 || !options.plan_only) {
      return absl::InvalidArgumentError(
          "--ranks: positive numbers, together with --plan");
    }
  }
  return RunPipeline(options);
}

}  // namespace

absl::StatusOr<std::vector<Rules>> ReadChosenRules(
    const std::vector<std::string>& choices, const std::string& known_folder) {
  if (choices.empty()) {
    return absl::InvalidArgumentError("--rules: names no rules");
  }
  const std::set<std::string> known = KnownNames(known_folder);
  if (choices == std::vector<std::string>{"all"} && !known.empty()) {
    return ReadChosenRules({known.begin(), known.end()}, known_folder);
  }
  std::vector<Rules> chosen;
  std::set<std::string> names;
  for (const std::string& choice : choices) {
    std::string file = choice;
    if (known.contains(choice)) {
      file = absl::StrCat(known_folder, "/", choice, kEnding);
    } else if (!absl::StrContains(choice, '/') &&
               !absl::EndsWith(choice, kEnding)) {
      return absl::NotFoundError(absl::StrCat(
          "--rules: no rules are called \"", choice, "\"; there are ",
          absl::StrJoin(known, ", "),
          ", all of them (\"all\"), and files, which have a slash or end in ",
          kEnding));
    }
    ASSIGN_OR_RETURN(Rules rules, ReadRulesFile(file));
    if (!names.insert(rules.name()).second) {
      return Invalid("--rules: \"", rules.name(), "\" comes twice");
    }
    chosen.push_back(std::move(rules));
  }
  return chosen;
}

int RunCommandLine(int argc, char** argv, const std::string& stages) {
  return StageMain(argc, argv, kUsage, [&] { return Run(stages); });
}

}  // namespace teeko::pipeline
