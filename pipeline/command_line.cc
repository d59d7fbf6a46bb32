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
#include "base/program.h"
#include "base/status.h"
#include "base/utf8.h"
#include "game/accepted_table.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "tools/cpp/runfiles/runfiles.h"

ABSL_FLAG(std::string, out, teeko::DefaultOutFolder(),
          "folder for all output files; only one pipeline at a time can use "
          "this folder");
ABSL_FLAG(
    std::vector<std::string>, rules,
    (std::vector<std::string>{"standard", "advanced"}),
    "rule sets to solve, separated by commas.  Each one is the name of a file "
    "in corpus/rules/ without its ending, or a path with a slash or the ending "
    ".textproto.  \"all\" solves every file in corpus/rules/");
ABSL_FLAG(
    int, threads, teeko::base::DefaultThreads(),
    "threads of each process, 1 to 1024; with 1, one stage runs at a time");
ABSL_FLAG(bool, resume, false,
          "keep the outputs of a stage if its program, inputs and outputs have "
          "not changed; run the other stages.  Without this flag, all stages "
          "run, and a stage replaces its earlier outputs when it succeeds");
ABSL_FLAG(std::string, mpirun, "",
          "command that starts the processes of a stage, for example "
          "\"mpirun -n 4\"; needs a build with --config=mpi");
ABSL_FLAG(bool, plan, false,
          "print the memory, disk space and CPU time that the tables need, "
          "then exit; without --processes, the exit status is 1 if memory or "
          "disk space is too small");
ABSL_FLAG(
    std::vector<std::string>, processes, {},
    "with --plan: numbers of machines, separated by commas; for each number, "
    "also print the memory of each machine and the hours of wall time, with "
    "one process on each machine");
ABSL_FLAG(bool, tables_only, false,
          "run only solver_a, solver_b, verify and results; write no report");

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using bazel::tools::cpp::runfiles::Runfiles;

constexpr char kUsage[] =
    R"(Solves Teeko with two independent programs and verifies their tables.

  ./bazelw run //:pipeline -- [--out=DIR] [--rules=NAME_OR_FILE,...]
                              [--threads=N] [--resume] [--plan]
                              [--tables_only] [--mpirun='mpirun -n 4']

Runs solver_a, solver_b, verify, certificates and extra_rules, in this order,
for each rule set; if the rules have scoring, runs scores instead of the last
two.  Then runs results and claims, which write the results and a report about
all rule sets.  Two rule sets run at a time if each takes less than a minute of
CPU time and both fit into memory, but not with --threads=1 or --mpirun.
The results and a summary go to stdout; progress and errors go to stderr.

If corpus/digests.textproto has digests for a rule set, its tables must have
these digests.  If proof/certificates has certificates of a rule set,
proof/check must accept them, and they must agree with the verified values.

Writes for each rule set, in DIR/NAME/:

  rules.textproto                  the rules
  solver_a.table, solver_b.table   values of all positions
  manifest.textproto               verified values, counts and digests
  certificates.json                the certificates that were checked
  extra_rules.json                 what the two extra rules change
  scores.json                      scores of all placements, only with scoring
  STAGE.report.textproto           time and memory of each stage
  STAGE.sha256                     SHA-256 digests of the stage's program, its
                                   inputs and outputs, for sha256sum -c

Also writes results.json, results.txt, report.html and report.md in DIR.
They cover all rule sets that this run has verified.  They also cover a rule set
of an earlier run in DIR, if its files and programs have not changed.  If the
pipeline is stopped, these four files may be missing.

SIGINT (Ctrl-C) stops the pipeline with exit status 130, SIGTERM with 143;
--resume continues a stopped run.

Example:

  ./bazelw run //:pipeline -- --rules=advanced,torus --out=/tmp/teeko
)";

constexpr char kEnding[] = ".textproto";

// Replaces the names of the stage's runfiles by their paths.
absl::Status Locate(const Runfiles& runfiles, Stage& stage) {
  const auto locate = [&](std::string& path, int access_mode) {
    path = runfiles.Rlocation(path);
    if (access(path.c_str(), access_mode) == 0) return absl::OkStatus();
    return base::Cannot(errno, "use ", path, ", which the stage ", stage.name(),
                        " needs");
  };
  for (Argument& data : *stage.mutable_data()) {
    RETURN_IF_ERROR(locate(*data.mutable_path(), R_OK));
  }
  return locate(*stage.mutable_program(), X_OK);
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

bool IsFile(absl::string_view choice) {
  return absl::StrContains(choice, '/') || absl::EndsWith(choice, kEnding);
}

// Returns the choices in a list that was split at its commas.  A path may
// contain commas: if several parts together are the path of an existing file,
// joins them.  If there are several ways to do so, joins as many parts as
// possible.
std::vector<std::string> JoinPaths(const std::vector<std::string>& parts) {
  std::vector<std::string> choices;
  for (auto part = parts.begin(); part != parts.end();) {
    auto end = parts.end();
    for (; end > part + 1; --end) {
      const std::string path = absl::StrJoin(part, end, ",");
      if (IsFile(path) && access(path.c_str(), F_OK) == 0) break;
    }
    choices.push_back(absl::StrJoin(part, end, ","));
    part = end;
  }
  return choices;
}

absl::Status Run(const std::string& stages_file) {
  std::string error;
  const std::unique_ptr<Runfiles> runfiles(
      Runfiles::Create(fs::read_symlink("/proc/self/exe").string(), &error));
  if (runfiles == nullptr) return absl::NotFoundError(error);
  PipelineOptions options;
  Stages& stages = options.stages;
  RETURN_IF_ERROR(
      proto::ReadTextProto(runfiles->Rlocation(stages_file), stages));
  ASSIGN_OR_RETURN(options.rules,
                   ReadChosenRules(absl::GetFlag(FLAGS_rules),
                                   runfiles->Rlocation("teeko/corpus/rules")));
  options.tables_only = absl::GetFlag(FLAGS_tables_only);
  for (Stage& stage : *stages.mutable_stages()) {
    RETURN_IF_ERROR(Locate(*runfiles, stage));
  }
  // Asks for large pages of memory.  solver_b reads gigabytes at random
  // addresses; with large pages it takes a fifth less time.
  setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", /*overwrite=*/0);
  options.out = fs::absolute(absl::GetFlag(FLAGS_out)).lexically_normal();
  options.threads = absl::GetFlag(FLAGS_threads);
  options.resume = absl::GetFlag(FLAGS_resume);
  options.mpirun =
      absl::StrSplit(absl::GetFlag(FLAGS_mpirun), ' ', absl::SkipEmpty());
  options.plan_only = absl::GetFlag(FLAGS_plan);
  for (const std::string& number : absl::GetFlag(FLAGS_processes)) {
    int& processes = options.plan_processes.emplace_back();
    if (!absl::SimpleAtoi(number, &processes) || processes < 1 ||
        !options.plan_only) {
      return base::Invalid(
          "--processes: expected positive numbers, together with --plan, got "
          "\"",
          number, "\"");
    }
  }
  return RunPipeline(options);
}

}  // namespace

absl::StatusOr<std::vector<Rules>> ReadChosenRules(
    const std::vector<std::string>& parts, const std::string& known_folder) {
  const std::vector<std::string> choices = JoinPaths(parts);
  if (choices.empty()) {
    return absl::InvalidArgumentError("--rules: must not be empty");
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
    } else if (!IsFile(choice)) {
      return absl::NotFoundError(
          absl::StrCat("--rules: unknown name \"", base::Visible(choice),
                       "\": expected ", absl::StrJoin(known, ", "),
                       ", all, or a file (a path with a slash or the ending ",
                       kEnding, ")"));
    }
    ASSIGN_OR_RETURN(Rules rules, proto::ReadRulesFile(file));
    if (!names.insert(rules.name()).second) {
      return base::Invalid("--rules: two rule sets are named \"", rules.name(),
                           "\"");
    }
    chosen.push_back(std::move(rules));
  }
  return chosen;
}

int RunCommandLine(int argc, char** argv, const std::string& stages) {
  return base::ProgramMain(argc, argv, kUsage, [&] { return Run(stages); });
}

}  // namespace teeko::pipeline
