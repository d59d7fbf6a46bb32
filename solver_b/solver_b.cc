// Solver B: solves a game by retrograde analysis with symmetry.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/checkpoint.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/shared_table.h"
#include "proto/solver_main.h"
#include "proto/stored_rows.h"
#include "solver_b/board.h"
#include "solver_b/level_checkpoint.h"
#include "solver_b/markers.h"
#include "solver_b/native.h"
#include "solver_b/on_threads.h"
#include "solver_b/process_exchange.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "solver_b/write_table.h"

namespace teeko::solver_b {
namespace {

constexpr char kUsage[] =
    R"(Solves a game of the Teeko family in every style and writes a table file
(docs/formats.md).  Uses retrograde analysis and solves only one position of
each orbit of symmetric positions.

  solver_b --rules=FILE --out=FILE [flags]

For example:

  solver_b --rules=corpus/rules/advanced.textproto --out=/tmp/advanced.table
)";

// Opens the checkpoints of all threshold games.  The first one has the files of
// a game without scoring, so that neither game resumes from the other.
absl::StatusOr<std::vector<std::unique_ptr<base::Checkpoint>>> OpenCheckpoints(
    const proto::SolverTask& task, const std::string& input, int thresholds) {
  std::vector<std::unique_ptr<base::Checkpoint>> checkpoints;
  for (int t = 1; t <= thresholds; ++t) {
    const std::string suffix = t == 1 ? "" : absl::StrCat("_threshold_", t);
    ASSIGN_OR_RETURN(checkpoints.emplace_back(),
                     base::Checkpoint::Open(
                         task.checkpoint, absl::StrCat("solver_b", suffix),
                         absl::StrCat(input, suffix), task.processes));
  }
  return checkpoints;
}

absl::Status SolveTask(const proto::SolverTask& task) {
  const Rules& rules = task.rules;
  base::Processes& processes = task.processes;
  base::Progress& progress = task.progress;
  const Board board(MakeGame(rules));
  const bool is_scored = board.game().scoring.has_value();
  const Partition partition = PartitionOf(processes);
  const std::string input = rules.SerializeAsString();
  RETURN_IF_ERROR(
      processes.CheckSameInput(absl::StrCat(base::kVersion, " ", input)));
  const int thresholds = CountThresholds(board.game());
  ASSIGN_OR_RETURN(const auto checkpoints,
                   OpenCheckpoints(task, input, thresholds));
  ProcessExchange exchange(processes);
  const bool reduced = task.reduced && !is_scored;
  proto::SharedTable table(rules, reduced, processes, progress);
  for (int t = 1; t <= thresholds; ++t) {
    const Space space(board, t);
    const std::string game =
        is_scored ? absl::StrCat("threshold ", t, ", ") : "";
    const auto show = [&](const SolverProgress& now) {
      const bool levels = now.phase == SolverProgress::kLevels;
      if (now.done == 0) {
        progress.StartPhase(levels ? "levels" : "drop phase", now.total);
      } else {
        progress.Update(now.done,
                        levels ? absl::StrCat(game, "level ", now.level) : "");
      }
    };
    const std::optional<Solution> solution = solver_b::Solve(
        space, OnThreads, show, exchange, [&](LevelState& state) {
          exchange.Fail(RestoreOrSave(*checkpoints[t - 1], partition, state));
        });
    RETURN_IF_ERROR(exchange.status());
    if (!solution.has_value()) {
      return absl::OutOfRangeError(
          absl::StrCat(rules.name(), ": a game is too long for a table"));
    }
    uint64_t total = 0;
    for (const SolvedSection& section : solution->sections) {
      total +=
          reduced
              ? proto::StoredRows(rules, section.placed).positions()
              : space.section(section.placed, section.mover).stored_positions();
    }
    progress.StartPhase("writing", total);
    if (t == 1) {
      RETURN_IF_ERROR(
          table.Create(task.out, "solver_b", solution->value_bytes));
    }
    RETURN_IF_ERROR(WriteSections(space, *solution, partition, table));
  }
  RETURN_IF_ERROR(table.Finish());
  RETURN_IF_ERROR(processes.Shutdown());
  for (const auto& checkpoint : checkpoints) checkpoint->Remove();
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::solver_b

int main(int argc, char** argv) {
  using namespace teeko;  // NOLINT
  return proto::SolverMain(
      argc, argv,
      {.name = "solver_b",
       .about = solver_b::kUsage,
       .memory_bytes =
           [](const Rules& rules, int, int process_count) {
             return solver_b::EstimateMemoryBytes(
                 solver_b::Board(solver_b::MakeGame(rules)), process_count);
           },
       .positions =
           [](const Rules& rules) {
             return solver_b::CountPositions(
                 solver_b::Board(solver_b::MakeGame(rules)));
           },
       // Measured on large boards: checkpoints of a quarter of a byte per
       // position.  With scoring, each threshold game can have a checkpoint.
       .temporary_bytes =
           [](const Rules& rules) {
             return solver_b::MakeGame(rules).scoring ? 1 : 0.25;
           },
       .solve = solver_b::SolveTask});
}
