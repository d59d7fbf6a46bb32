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
#include "absl/types/span.h"
#include "base/checkpoint.h"
#include "base/estimate.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/rules_file.h"
#include "proto/stored_rows.h"
#include "proto/table_writer.h"
#include "solver_b/board.h"
#include "solver_b/level_checkpoint.h"
#include "solver_b/native.h"
#include "solver_b/on_threads.h"
#include "solver_b/process_exchange.h"
#include "solver_b/scored.h"
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
each orbit of symmetric positions.  Rules with scoring are solved by one
process, without checkpoints.

  solver_b --rules=FILE --out=FILE [flags]

For example:

  solver_b --rules=corpus/rules/advanced.textproto --out=/tmp/advanced.table
)";

// Writes the estimate, or solves rules with scoring.
absl::Status SolveScoredRules(const Rules& rules, const Board& board,
                              const base::Processes& processes) {
  const ScoredSpace space(board);
  const uint64_t bytes = EstimateMemoryBytes(space);
  if (absl::GetFlag(FLAGS_estimate)) {
    Estimate estimate;
    estimate.set_peak_memory_bytes(bytes);
    estimate.set_positions(CountPositions(space));
    estimate.set_disk_bytes(estimate.positions() / 2);
    return base::WriteEstimate(estimate, absl::GetFlag(FLAGS_report));
  }
  RETURN_IF_ERROR(base::RequireFlags({"out"}));
  if (absl::GetFlag(FLAGS_reduced) || processes.process_count() > 1) {
    return base::Invalid(
        "rules with scoring: expected one process, and no --reduced");
  }
  RETURN_IF_ERROR(base::CheckMemory(
      bytes, base::MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb))));
  base::Progress progress(absl::StrCat(rules.name(), ": solver_b"));
  ASSIGN_OR_RETURN(const auto writer,
                   proto::TableWriter::Create(absl::GetFlag(FLAGS_out), rules,
                                              "solver_b", 1));
  for (int t = 1; t <= space.largest_score(); ++t) {
    progress.StartPhase("levels, drop phase");
    const auto sections = SolveThreshold(space, t, OnThreads, [&](int plies) {
      progress.Update(0, absl::StrCat("threshold ", t, ", level ", plies));
    });
    if (!sections.has_value()) {
      return absl::OutOfRangeError(
          absl::StrCat(rules.name(), ": a game is too long for a table"));
    }
    progress.StartPhase("writing");
    for (const auto& [key, values] : *sections) {
      for (const bool attacker_moves : {true, false}) {
        const std::vector<uint8_t>& payload = values[attacker_moves];
        writer->SetThreshold(t, attacker_moves);
        RETURN_IF_ERROR(writer->WriteSection(
            key.first, key.second, payload.size(),
            [&](uint64_t first, absl::Span<uint8_t> out) {
              std::copy_n(payload.begin() + first, out.size(), out.begin());
            }));
      }
    }
  }
  RETURN_IF_ERROR(writer->Finish());
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

absl::Status Run(base::Processes& processes) {
  RETURN_IF_ERROR(base::RequireFlags({"rules"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   proto::ReadRulesFile(absl::GetFlag(FLAGS_rules)));

  const Board board(MakeGame(rules));
  if (rules.has_scoring()) return SolveScoredRules(rules, board, processes);
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
    estimate.set_disk_bytes(positions / proto::PositionsPerStored(rules) / 2);
    estimate.set_temporary_disk_bytes(positions / 4);
    return base::WriteEstimate(estimate, absl::GetFlag(FLAGS_report));
  }
  const uint64_t bytes = EstimateMemoryBytes(board, partition.process_count);
  const bool resume = absl::GetFlag(FLAGS_resume);
  RETURN_IF_ERROR(base::RequireFlags({"out"}));
  if (resume) RETURN_IF_ERROR(base::RequireFlags({"checkpoint"}));
  RETURN_IF_ERROR(base::CheckMemory(
      bytes,
      base::MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb)) / local_count));
  const std::string input = rules.SerializeAsString();
  RETURN_IF_ERROR(
      processes.CheckSameInput(absl::StrCat(base::kVersion, " ", input)));
  ASSIGN_OR_RETURN(
      const std::unique_ptr<base::Checkpoint> checkpoint,
      base::Checkpoint::Open(
          {.directory = absl::GetFlag(FLAGS_checkpoint),
           .resume = resume,
           .interval = absl::Seconds(absl::GetFlag(FLAGS_checkpoint_seconds))},
          "solver_b", input, processes));
  const Space space(board);
  base::Progress progress(absl::StrCat(rules.name(), ": solver_b"));
  const auto show = [&progress](const SolverProgress& now) {
    const bool levels = now.phase == SolverProgress::kLevels;
    if (now.done == 0) {
      progress.StartPhase(levels ? "levels" : "drop phase", now.total);
    } else {
      progress.Update(now.done,
                      levels ? absl::StrCat("level ", now.level) : "");
    }
  };
  ProcessExchange exchange(processes);
  const std::optional<Solution> solution =
      Solve(space, OnThreads, show, exchange, [&](LevelState& state) {
        exchange.Fail(RestoreOrSave(*checkpoint, partition, state));
      });
  RETURN_IF_ERROR(exchange.status());
  if (!solution.has_value()) {
    return absl::OutOfRangeError(
        absl::StrCat(rules.name(), ": a game is too long for a table"));
  }
  uint64_t total = 0;
  const bool reduced =
      absl::GetFlag(FLAGS_reduced) || proto::IsStoredReduced(rules);
  for (const SolvedSection& section : solution->sections) {
    total += reduced ? proto::StoredRows(rules, section.placed).positions()
                     : space.section(section.placed).positions();
  }
  progress.StartPhase("writing", total);
  RETURN_IF_ERROR(WriteTable(absl::GetFlag(FLAGS_out), rules, reduced, space,
                             *solution, processes, progress));
  RETURN_IF_ERROR(processes.Shutdown());
  checkpoint->Remove();
  if (partition.process > 0) return absl::OkStatus();
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::solver_b

int main(int argc, char** argv) {
  return teeko::base::ProcessesMain(argc, argv, teeko::solver_b::kUsage,
                                    teeko::solver_b::Run);
}
