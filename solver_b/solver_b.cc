// The command line of solver B.

#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"
#include "proto/sha256.h"
#include "proto/stored_rows.h"
#include "solver_b/batches.h"
#include "solver_b/board.h"
#include "solver_b/checkpoint.h"
#include "solver_b/native.h"
#include "solver_b/on_threads.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "solver_b/transport.h"
#include "solver_b/write_table.h"
#include "stage/estimate.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/status.h"

ABSL_FLAG(std::string, rules, "", "rules file (corpus/rules/ has examples)");
ABSL_FLAG(std::string, out, "", "table to write (proto/README.md)");
ABSL_FLAG(int, threads, teeko::DefaultThreads(), "1 to 1024");
ABSL_FLAG(uint64_t, memory_mb, 0, "refuse to take more; 0: than there is");
ABSL_FLAG(
    std::string, checkpoint, "",
    "folder to keep a level of the move phase in, until there is a table");
ABSL_FLAG(uint32_t, checkpoint_seconds, 600,
          "how long to wait before the next level is kept");
ABSL_FLAG(bool, resume, false,
          "go on from the level in --checkpoint, if there is one");
ABSL_FLAG(bool, reduced, false,
          "store the table reduced by symmetry, as those of large boards are");
ABSL_FLAG(bool, estimate, false,
          "write an estimate of memory and disk space into --report, and stop");
ABSL_FLAG(
    uint32_t, ranks, 0,
    "with --estimate: of each of so many ranks; 0: of all on this machine");
ABSL_FLAG(std::string, report, "", "write what the stage measured of itself");

namespace teeko::solver_b {
namespace {

constexpr char kUsage[] =
    R"(solver_b solves a game by retrograde analysis, reduced by symmetry.

  solver_b --rules=FILE --out=FILE [flags]

For example:

  solver_b --rules=corpus/rules/advanced.textproto --out=/tmp/advanced.table
)";

absl::Status Run(Transport& transport, Batches& batches) {
  RETURN_IF_ERROR(RequireFlags({"rules"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   ReadRulesFile(absl::GetFlag(FLAGS_rules)));

  const Board board(MakeGame(rules));
  const Share share = batches.share();
  if (absl::GetFlag(FLAGS_estimate)) {
    const uint32_t asked = absl::GetFlag(FLAGS_ranks);
    const uint64_t bytes =
        asked > 0
            ? EstimateMemoryBytes(board, asked)
            : transport.ranks_here() * EstimateMemoryBytes(board, share.ranks);
    if (share.rank != 0) return absl::OkStatus();
    const double positions = CountPositions(board);
    Estimate estimate;
    estimate.set_peak_memory_bytes(bytes);
    estimate.set_positions(positions);
    // Measured on large boards: half a byte for each stored position, and a
    // quarter of a byte of checkpoints for each position.
    estimate.set_disk_bytes(positions / PositionsPerStored(rules) / 2);
    estimate.set_temporary_disk_bytes(positions / 4);
    return WriteEstimate(estimate, absl::GetFlag(FLAGS_report));
  }
  const uint64_t bytes = EstimateMemoryBytes(board, share.ranks);
  const bool resume = absl::GetFlag(FLAGS_resume);
  RETURN_IF_ERROR(RequireFlags({"out"}));
  if (resume) RETURN_IF_ERROR(RequireFlags({"checkpoint"}));
  RETURN_IF_ERROR(
      CheckMemory(bytes, MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb)) /
                             transport.ranks_here()));
  const uint64_t game =
      ShortSha256(absl::StrCat(kVersion, "\n", rules.SerializeAsString()));
  ASSIGN_OR_RETURN(const std::vector<std::string> games,
                   batches.Gather(absl::StrCat(game)));
  for (uint32_t rank = 1; rank < share.ranks; ++rank) {
    if (games[rank] == games[0]) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "rank ", rank,
        " has other rules, or is of another version, than rank 0"));
  }

  const Space space(board);
  CheckpointFolder checkpoints(
      absl::GetFlag(FLAGS_checkpoint), game,
      std::chrono::seconds(absl::GetFlag(FLAGS_checkpoint_seconds)), batches);
  RETURN_IF_ERROR(checkpoints.Open(resume));
  Progress progress(absl::StrCat(rules.name(), ": solver_b"));
  const auto show = [&progress](const SolverProgress& now) {
    const bool levels = now.phase == SolverProgress::kLevels;
    if (now.done == 0) {
      progress.StartPhase(levels ? "levels" : "drop phase", now.total);
    } else {
      progress.Update(now.done,
                      levels ? absl::StrCat("level ", now.level) : "");
    }
  };
  const std::optional<Solution> solution = Solve(
      space, OnThreads, show, batches,
      [&checkpoints](LevelState& state) { checkpoints.RestoreOrKeep(state); });
  if (!solution.has_value()) {
    // Unless the run has failed: its first error counts.
    return absl::OutOfRangeError("some games are too long for a table");
  }
  uint64_t total = 0;
  const bool reduced = absl::GetFlag(FLAGS_reduced) || IsStoredReduced(rules);
  for (const SolvedSection& section : solution->sections) {
    total += reduced ? StoredRows(rules, section.placed).positions()
                     : space.section(section.placed).positions();
  }
  progress.StartPhase("writing", total);
  RETURN_IF_ERROR(WriteTable(absl::GetFlag(FLAGS_out), rules, reduced, space,
                             *solution, batches, progress));
  // All ranks know that there is a table before any removes what could still
  // make one.
  const std::optional<uint64_t> sent_bytes = batches.End(batches.sent_bytes());
  if (!sent_bytes.has_value()) return absl::AbortedError("the run has failed");
  checkpoints.Remove();
  if (share.rank > 0) return absl::OkStatus();
  progress.SetSentBytes(*sent_bytes);
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

// What all ranks come to is told by the first.
absl::Status RunRank(Transport& transport) {
  Batches batches(transport, {});
  absl::Status status;
  try {
    status = Run(transport, batches);
  } catch (const std::bad_alloc&) {
    status = absl::ResourceExhaustedError("out of memory");
  }
  return batches.Finish(status);
}

}  // namespace
}  // namespace teeko::solver_b

int main(int argc, char** argv) {
  using namespace teeko::solver_b;
  const absl::StatusOr<std::unique_ptr<Transport>> transport = ConnectRanks();
  if (transport.ok() && (*transport)->share().rank != 0) teeko::BeSilent();
  return teeko::StageMain(argc, argv, kUsage, [&]() -> absl::Status {
    RETURN_IF_ERROR(transport.status());
    return RunRank(**transport);
  });
}
