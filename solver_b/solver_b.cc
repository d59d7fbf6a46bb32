// The command line of solver B.

#include <tbb/global_control.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "proto/rules_file.h"
#include "solver_b/board.h"
#include "solver_b/goal_diagram.h"
#include "solver_b/payload.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "stage/stage.h"
#include "stage/stage_report.pb.h"

constexpr uint64_t kMegabyte = 1'000'000;

ABSL_FLAG(std::string, rules, "", "rules to solve");
ABSL_FLAG(std::string, out, "", "table to write");
ABSL_FLAG(bool, goals, false, "list the goals instead of solving");
ABSL_FLAG(int, threads, teeko::DefaultThreads(), "threads to run on");
ABSL_FLAG(uint64_t, memory_mb, teeko::AvailableMemoryBytes() / kMegabyte,
          "memory to get by with, in 10^6 bytes");
ABSL_FLAG(std::string, report, "", "report to write");

namespace teeko::solver_b {
namespace {

constexpr char kUsage[] =
    R"(solver_b solves a game by retrograde analysis, reduced by symmetry.

    solver_b --rules=FILE --out=FILE [options]   writes a table
    solver_b --rules=FILE --goals                lists the goals

  --rules=FILE    rules to solve, as corpus/rules/ has them
  --out=FILE      table to write (proto/README.md); what stands there is
                  replaced once the new table is complete
  --goals         list the goals on little boards instead of solving
  --threads=N     threads to run on, 1 to 1024 (default: all there are)
  --memory_mb=N   refuse rules that need more than N million bytes (default:
                  what is available)
  --report=FILE   write a StageReport (stage/stage_report.proto)
  --help          print this
)";

absl::Status Run(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", arguments[0], "\""));
  }
  const std::string rules_path = absl::GetFlag(FLAGS_rules);
  const std::string out_path = absl::GetFlag(FLAGS_out);
  const bool list_goals = absl::GetFlag(FLAGS_goals);
  if (rules_path.empty()) {
    return absl::InvalidArgumentError("--rules=FILE is missing");
  }
  if (list_goals != out_path.empty()) {
    return absl::InvalidArgumentError(
        list_goals ? "--goals writes no table, but --out is given"
                   : "--out=FILE is missing");
  }
  const absl::StatusOr<int> threads =
      CheckThreads(absl::GetFlag(FLAGS_threads));
  if (!threads.ok()) return threads.status();
  const absl::StatusOr<Rules> rules = ReadRulesFile(rules_path);
  if (!rules.ok()) return rules.status();

  const Board board(*rules);
  if (list_goals) {
    std::printf("%s: %s", rules->name().c_str(), GoalDiagrams(board).c_str());
    return absl::OkStatus();
  }
  absl::Status status = CheckMemory(
      EstimateMemoryBytes(board, *rules),
      std::min(absl::GetFlag(FLAGS_memory_mb), UINT64_MAX / kMegabyte) *
          kMegabyte);
  if (!status.ok()) return status;

  const tbb::global_control control(
      tbb::global_control::max_allowed_parallelism, *threads);
  const Space space(board);
  StageReport report;
  {
    Progress progress(absl::StrCat(rules->name(), ": solver_b"), &report);
    const absl::StatusOr<Solution> solution = Solve(space, *rules, progress);
    if (!solution.ok()) return solution.status();
    status = WriteTable(out_path, *rules, space, *solution, progress);
    if (!status.ok()) return status;
  }
  const std::string report_path = absl::GetFlag(FLAGS_report);
  if (report_path.empty()) return absl::OkStatus();
  std::string text;
  google::protobuf::TextFormat::PrintToString(report, &text);
  return WriteTextFile(report_path, text);
}

}  // namespace
}  // namespace teeko::solver_b

int main(int argc, char** argv) {
  const std::vector<std::string> arguments =
      teeko::ParseStageFlags(argc, argv, teeko::solver_b::kUsage);
  return teeko::ExitStatus(teeko::solver_b::Run(arguments));
}
