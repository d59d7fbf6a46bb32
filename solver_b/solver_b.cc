// Solver B: solves a game by retrograde analysis with symmetry.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/checkpoint.h"
#include "base/estimate.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/rules_file.h"
#include "proto/shared_table.h"
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

ABSL_FLAG(std::string, rules, "", "rules file (corpus/rules/ has examples)");
ABSL_FLAG(std::string, out, "", "path of the table to write (docs/formats.md)");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "threads of each process, 1 to 1024");
ABSL_FLAG(uint64_t, memory_mb, 0,
          "memory limit in MB for all processes on this machine; 0 means all "
          "available memory");
ABSL_FLAG(std::string, checkpoint, "",
          "directory for checkpoints; removed when the table is complete");
ABSL_FLAG(uint32_t, checkpoint_seconds, 600, "seconds between checkpoints");
ABSL_FLAG(bool, resume, false,
          "resume from the checkpoint in --checkpoint, if there is one");
ABSL_FLAG(bool, reduced, false,
          "write a table that is reduced by symmetry; tables of large boards "
          "are always reduced");
ABSL_FLAG(bool, estimate, false,
          "write an estimate of memory and disk space to --report, then exit");
ABSL_FLAG(
    uint32_t, processes, 0,
    "with --estimate: estimate the memory of one of this number of processes; "
    "0 means the memory of all running processes on this machine");
ABSL_FLAG(std::string, report, "",
          "file for the time and memory of each phase");

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
    const std::string& input, int thresholds, base::Processes& processes) {
  std::vector<std::unique_ptr<base::Checkpoint>> checkpoints;
  for (int t = 1; t <= thresholds; ++t) {
    const std::string suffix = t == 1 ? "" : absl::StrCat("_threshold_", t);
    ASSIGN_OR_RETURN(
        checkpoints.emplace_back(),
        base::Checkpoint::Open({.directory = absl::GetFlag(FLAGS_checkpoint),
                                .resume = absl::GetFlag(FLAGS_resume),
                                .interval = absl::Seconds(
                                    absl::GetFlag(FLAGS_checkpoint_seconds))},
                               absl::StrCat("solver_b", suffix),
                               absl::StrCat(input, suffix), processes));
  }
  return checkpoints;
}

absl::Status Run(base::Processes& processes) {
  RETURN_IF_ERROR(base::RequireFlags({"rules"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   proto::ReadRulesFile(absl::GetFlag(FLAGS_rules)));

  const Board board(MakeGame(rules));
  const bool is_scored = board.game().scoring.has_value();
  const Partition partition = PartitionOf(processes);
  const uint64_t local_count = processes.local_processes().size();
  if (absl::GetFlag(FLAGS_estimate)) {
    const uint32_t asked = absl::GetFlag(FLAGS_processes);
    const uint64_t bytes =
        asked > 0
            ? EstimateMemoryBytes(board, asked)
            : local_count * EstimateMemoryBytes(board, partition.process_count);
    if (partition.process != 0) return absl::OkStatus();
    const double positions = CountPositions(board);
    Estimate estimate;
    estimate.set_peak_memory_bytes(bytes);
    estimate.set_positions(positions);
    // Measured on large boards: half a byte per stored position, and
    // checkpoints of a quarter of a byte per position.
    estimate.set_disk_bytes(
        positions / (is_scored ? 1 : proto::PositionsPerStored(rules)) / 2);
    // With scoring, each threshold game can have a checkpoint.
    estimate.set_temporary_disk_bytes(is_scored ? positions : positions / 4);
    return base::WriteEstimate(estimate, absl::GetFlag(FLAGS_report));
  }
  const uint64_t bytes = EstimateMemoryBytes(board, partition.process_count);
  RETURN_IF_ERROR(base::RequireFlags({"out"}));
  if (absl::GetFlag(FLAGS_resume)) {
    RETURN_IF_ERROR(base::RequireFlags({"checkpoint"}));
  }
  RETURN_IF_ERROR(base::CheckMemory(
      bytes,
      base::MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb)) / local_count));
  const std::string input = rules.SerializeAsString();
  RETURN_IF_ERROR(
      processes.CheckSameInput(absl::StrCat(base::kVersion, " ", input)));
  const int thresholds = CountThresholds(board.game());
  ASSIGN_OR_RETURN(const auto checkpoints,
                   OpenCheckpoints(input, thresholds, processes));
  base::Progress progress(absl::StrCat(rules.name(), ": solver_b"));
  ProcessExchange exchange(processes);
  const bool reduced = !is_scored && (absl::GetFlag(FLAGS_reduced) ||
                                      proto::IsStoredReduced(rules));
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
    const std::optional<Solution> solution =
        Solve(space, OnThreads, show, exchange, [&](LevelState& state) {
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
      RETURN_IF_ERROR(table.Create(absl::GetFlag(FLAGS_out), "solver_b",
                                   solution->value_bytes));
    }
    RETURN_IF_ERROR(WriteSections(space, *solution, partition, table));
  }
  RETURN_IF_ERROR(table.Finish());
  RETURN_IF_ERROR(processes.Shutdown());
  for (const auto& checkpoint : checkpoints) checkpoint->Remove();
  if (partition.process > 0) return absl::OkStatus();
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::solver_b

int main(int argc, char** argv) {
  return teeko::base::ProcessesMain(argc, argv, teeko::solver_b::kUsage,
                                    teeko::solver_b::Run);
}
