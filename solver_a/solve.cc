#include "solver_a/solve.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "proto/stored_rows.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/drop_phase.h"
#include "solver_a/move_phase.h"
#include "solver_a/shared_writer.h"
#include "solver_a/simd.h"
#include "solver_a/spill.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {
namespace {

// Memory of the program and its libraries.
constexpr uint64_t kProgramBytes = 24'000'000;
// Memory that each thread needs to write a table, and for the allocator.
constexpr uint64_t kThreadBytes = 4'000'000;
// Memory of MPI and of messages in transit.
constexpr uint64_t kProcessBytes = 32'000'000;

// Returns the number of stored positions in a section with `placed` pieces.
uint64_t SectionPositions(const Rules& rules, bool reduced, int placed) {
  if (reduced) return proto::StoredRows(rules, placed).positions();
  const int squares = rules.rows() * rules.columns();
  return Binomial(squares, placed / 2) *
         Binomial(squares - placed / 2, (placed + 1) / 2);
}

// Sets out[0 … end - 1] to the values of a row.  Writes fewer values if the
// scores could not be read.
template <typename Value>
void PutRow(const ScoreMatrix<Value>& matrix, size_t row, uint64_t end,
            void* out) {
  const Value* const scores = matrix.row(row);
  Value* values = static_cast<Value*>(out);
  const Value* const last = values + end;
  for (size_t c = 0; c < matrix.stride() && values < last; c += 64) {
    values = SimdOf<Value>().put_values(scores + c, values);
  }
}

template <typename Value>
absl::Status WriteMoveSection(SharedWriter& writer, const Board& board,
                              const Subsets& sets,
                              const DistributedSpill& spill) {
  MovePanels<Value> panels(spill, sets);
  RETURN_IF_ERROR(writer.WriteSection(
      2 * board.pieces(), "",
      [&](size_t row, uint64_t first, uint64_t end, void* out) {
        if (board.IsGoal(sets[row])) {
          Value* const values = static_cast<Value*>(out);
          std::fill(values + first, values + end, static_cast<Value>(-1));
          return;
        }
        PutRow(*panels.Get(row / kLineBits), row % kLineBits, end, out);
      }));
  return panels.status();
}

template <typename Value>
absl::Status WriteTable(const Rules& rules, bool reduced, const Board& board,
                        const Subsets& sets, DistributedSpill& spill,
                        base::Processes& processes, SharedWriter& writer,
                        base::Progress& progress) {
  progress.StartPhase("writing",
                      SectionPositions(rules, reduced, 2 * board.pieces()));
  RETURN_IF_ERROR(WriteMoveSection<Value>(writer, board, sets, spill));

  uint64_t drop_positions = 0;
  for (int placed = 0; placed < 2 * board.pieces(); ++placed) {
    drop_positions += DropsToCome(rules, placed).size() *
                      SectionPositions(rules, reduced, placed);
  }
  progress.StartPhase("drop phase", drop_positions);
  return SolveDropPhase<Value>(
      rules, board, sets, spill, processes,
      [&](int placed, const std::string& drops,
          const ScoreMatrix<Value>& scores) {
        return writer.WriteSection(
            placed, drops, [&](size_t row, uint64_t, uint64_t end, void* out) {
              PutRow(scores, row, end, out);
            });
      });
}

}  // namespace

absl::Status Solve(const Rules& rules, const std::string& table_path,
                   base::Progress& progress, base::Processes& processes,
                   const base::CheckpointOptions& checkpoint_options,
                   const TableForm& form) {
  const std::string input = rules.SerializeAsString();
  RETURN_IF_ERROR(
      processes.CheckSameInput(absl::StrCat(base::kVersion, " ", input)));
  ASSIGN_OR_RETURN(
      const std::unique_ptr<base::Checkpoint> checkpoint,
      base::Checkpoint::Open(checkpoint_options, "solver_a", input, processes));
  const Board board(rules);
  const Subsets sets(board.squares(), board.pieces());

  progress.StartPhase("levels");
  ASSIGN_OR_RETURN(const std::unique_ptr<DistributedSpill> spill,
                   DistributedSpill::Create(table_path, Panels(sets.size()),
                                            processes, checkpoint.get()));
  RETURN_IF_ERROR(
      SolveMovePhase(board, sets, *spill, [&](int plies, uint64_t decided) {
        progress.Update(progress.done() + decided,
                        absl::StrCat("level ", plies));
      }));

  const size_t longest = std::max(spill->levels(), 1) - 1 + 2 * board.pieces();
  if (longest > form.longest_in_two_bytes) {
    return absl::OutOfRangeError(
        absl::StrCat("a game of ", longest,
                     " plies is too long for a table: expected at most ",
                     form.longest_in_two_bytes, " plies"));
  }
  const bool narrow = longest <= form.longest_in_one_byte;
  const std::string beside =
      checkpoint->enabled() ? checkpoint_options.directory + "/solver_a.packed"
                            : table_path;
  SharedWriter writer(rules, form.reduced, narrow ? 1 : 2, processes, progress);
  RETURN_IF_ERROR(writer.Open(table_path, beside));
  const auto write = narrow ? WriteTable<uint8_t> : WriteTable<uint16_t>;
  RETURN_IF_ERROR(write(rules, form.reduced, board, sets, *spill, processes,
                        writer, progress));
  ASSIGN_OR_RETURN(const uint64_t sent_bytes, processes.TotalSentBytes());
  progress.SetSentBytes(sent_bytes);
  RETURN_IF_ERROR(writer.Finish());
  RETURN_IF_ERROR(processes.Shutdown());
  checkpoint->Remove();
  return absl::OkStatus();
}

double CountPositions(const Rules& rules) {
  const int squares = rules.rows() * rules.columns();
  double positions = 0;
  for (int placed = 2 * rules.pieces(); placed >= 0; --placed) {
    positions += static_cast<double>(DropsToCome(rules, placed).size()) *
                 Binomial(squares, placed / 2) *
                 Binomial(squares - placed / 2, (placed + 1) / 2);
  }
  return positions;
}

uint64_t EstimateBytes(const Rules& rules, const Partition& partition) {
  const int squares = rules.rows() * rules.columns();
  const int pieces = rules.pieces();
  const uint64_t sets = Binomial(squares, pieces);
  // More sets would overflow the sums below.
  if (sets >= uint64_t{1} << 30) return UINT64_MAX;
  const uint64_t threads = tbb::global_control::active_value(
      tbb::global_control::max_allowed_parallelism);
  const uint64_t panels = Panels(sets);
  // Assumes at most 127 levels and values of one byte; few games need more.
  const uint64_t index = Spill::IndexBytes(panels, partition, 127);
  const uint64_t moves = sets * pieces * 8 * sizeof(uint32_t);
  const uint64_t matrices = 2 * BitMatrix::Bytes(sets, partition);
  const uint64_t reached = 2 * threads * sets * sizeof(Line);
  const uint64_t panel_scores = threads * kLineBits * sets;
  const uint64_t stripes = threads * 64 * sets;
  // The scores of two successive steps of the drop phase.
  uint64_t scores = 0;
  uint64_t next = 0;
  for (int placed = 2 * pieces - 1; placed >= 0; --placed) {
    const uint64_t sections = DropsToCome(rules, placed).size() *
                              Binomial(squares, placed / 2) *
                              Binomial(squares, (placed + 1) / 2);
    scores = std::max(scores, sections + next);
    next = sections;
  }
  const uint64_t drop_phase =
      panel_scores + stripes + scores / partition.process_count;
  return kProgramBytes + threads * kThreadBytes + index +
         (partition.process_count > 1 ? kProcessBytes : 0) +
         std::max(moves + matrices + reached, drop_phase);
}

}  // namespace teeko::solver_a
