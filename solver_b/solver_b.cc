// The command line of solver B.

#include <tbb/global_control.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/rules_file.h"
#include "proto/table_writer.h"
#include "solver_b/board.h"
#include "solver_b/native.h"
#include "solver_b/payload.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/stage_report.pb.h"

ABSL_FLAG(std::string, rules, "", "rules to solve");
ABSL_FLAG(std::string, out, "", "table to write");
ABSL_FLAG(bool, goals, false, "list the goals instead of solving");
ABSL_FLAG(teeko::Threads, threads, teeko::DefaultThreads(),
          "threads to run on");
ABSL_FLAG(uint64_t, memory_mb, 0, "memory to get by with; 0: all there is");
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

// All goals on little boards, one below the other.
std::string GoalDiagrams(const Board& board) {
  std::string text = absl::StrCat(board.goals().size(), " goals\n");
  for (const Set goal : board.goals()) {
    for (int square = 0; square < board.squares(); ++square) {
      if (square % board.game().columns == 0) text += "\n";
      text += (goal & SetOf(square)) != 0 ? 'X' : '.';
    }
    text += "\n";
  }
  return text;
}

absl::StatusOr<Solution> SolveWithProgress(const Space& space,
                                           Progress& progress) {
  std::optional<Solution> solution =
      Solve(space, OnThreads, [&progress](const SolverProgress& now) {
        const bool levels = now.phase == SolverProgress::kLevels;
        if (now.done == 0) {
          progress.StartPhase(levels ? "levels" : "drop phase", now.total);
        } else {
          progress.Update(now.done,
                          levels ? absl::StrCat("level ", now.level) : "");
        }
      });
  if (!solution.has_value()) {
    return absl::OutOfRangeError("some games are too long for a table");
  }
  return *std::move(solution);
}

absl::Status WriteTable(const std::string& path, const Rules& rules,
                        const Space& space, const Solution& solution,
                        Progress& progress) {
  absl::StatusOr<std::unique_ptr<TableWriter>> writer =
      TableWriter::Create(path, rules, "solver_b", solution.value_bytes);
  if (!writer.ok()) return writer.status();
  uint64_t total = 0;
  for (const SolvedSection& section : solution.sections) {
    total += space.section(section.placed).positions();
  }
  progress.StartPhase("writing", total);
  for (const SolvedSection& section : solution.sections) {
    const SectionIndex& index = space.section(section.placed);
    const auto fill = [&](uint64_t first, absl::Span<uint8_t> out) {
      FillPayload(index, section.values, solution.value_bytes, first,
                  {out.data(), out.size()});
      progress.Advance(out.size() / solution.value_bytes);
    };
    const absl::Status status = (*writer)->WriteSection(
        section.placed, section.drops, index.positions(), fill);
    if (!status.ok()) return status;
  }
  return (*writer)->Finish();
}

absl::Status Run() {
  const std::string rules_path = absl::GetFlag(FLAGS_rules);
  const std::string out_path = absl::GetFlag(FLAGS_out);
  const bool list_goals = absl::GetFlag(FLAGS_goals);
  absl::Status status = RequireFlags({{"rules", rules_path}});
  if (status.ok() && !list_goals) status = RequireFlags({{"out", out_path}});
  if (!status.ok()) return status;
  if (list_goals && !out_path.empty()) {
    return absl::InvalidArgumentError(
        "--goals writes no table, but --out is given");
  }
  const absl::StatusOr<Rules> rules = ReadRulesFile(rules_path);
  if (!rules.ok()) return rules.status();

  const Board board(MakeGame(*rules));
  if (list_goals) {
    std::printf("%s: %s", rules->name().c_str(), GoalDiagrams(board).c_str());
    return absl::OkStatus();
  }
  status = CheckMemory(EstimateMemoryBytes(board),
                       MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb)));
  if (!status.ok()) return status;

  const tbb::global_control control(
      tbb::global_control::max_allowed_parallelism,
      absl::GetFlag(FLAGS_threads).count);
  const Space space(board);
  StageReport report;
  {
    Progress progress(absl::StrCat(rules->name(), ": solver_b"), &report);
    const absl::StatusOr<Solution> solution =
        SolveWithProgress(space, progress);
    if (!solution.ok()) return solution.status();
    status = WriteTable(out_path, *rules, space, *solution, progress);
    if (!status.ok()) return status;
  }
  return WriteStageReport(absl::GetFlag(FLAGS_report), report);
}

}  // namespace
}  // namespace teeko::solver_b

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::solver_b::kUsage,
                          teeko::solver_b::Run);
}
