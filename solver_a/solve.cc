#include "solver_a/solve.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
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
#include "solver_a/threshold_game.h"

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
// scores could not be read.  The positions in the columns `over` have no value.
template <typename Value>
void PutRow(const ScoreMatrix<Value>& matrix, size_t row, uint64_t end,
            absl::Span<const uint32_t> over, void* out) {
  const Value* const scores = matrix.row(row);
  Value* values = static_cast<Value*>(out);
  const Value* const last = values + end;
  auto next_over = over.begin();
  for (size_t c = 0; c < matrix.stride() && values < last; c += 64) {
    Value* const of_block = values;
    values = SimdOf<Value>().put_values(scores + c, values);
    for (; next_over != over.end() && *next_over < c + 64; ++next_over) {
      if (scores[*next_over] == 0) continue;
      of_block[std::count_if(scores + c, scores + *next_over,
                             [](Value score) { return score != 0; })] = -1;
    }
  }
}

// Sets values first … end - 1 of a row to "no value".
template <typename Value>
void PutNoValues(uint64_t first, uint64_t end, void* out) {
  Value* const values = static_cast<Value*>(out);
  std::fill(values + first, values + end, static_cast<Value>(-1));
}

template <typename Value>
absl::Status WriteMoveSection(SharedWriter& writer, const Game& game,
                              const DistributedSpill& spill) {
  const std::vector<uint32_t>& rows = game.holdings(0).rows();
  MovePanels<Value> panels(spill, game);
  RETURN_IF_ERROR(writer.WriteSection(
      2 * game.board().pieces(), "",
      [&](size_t row, uint64_t first, uint64_t end, void* out) {
        if (rows[row] == Holdings::kOver) {
          return PutNoValues<Value>(first, end, out);
        }
        PutRow(*panels.Get(row / kLineBits), row % kLineBits, end, {}, out);
      }));
  return panels.status();
}

template <typename Value>
absl::Status WriteOrdinary(const Rules& rules, bool reduced, const Game& game,
                           DistributedSpill& spill, base::Processes& processes,
                           SharedWriter& writer, base::Progress& progress) {
  const int all = 2 * game.board().pieces();
  progress.StartPhase("writing", SectionPositions(rules, reduced, all));
  RETURN_IF_ERROR(WriteMoveSection<Value>(writer, game, spill));

  uint64_t drop_positions = 0;
  for (int placed = 0; placed < all; ++placed) {
    drop_positions += DropsToCome(rules, placed).size() *
                      SectionPositions(rules, reduced, placed);
  }
  progress.StartPhase("drop phase", drop_positions);
  return SolveDropPhase<Value>(
      rules, game, spill, processes,
      [&](int placed, const std::string& drops, bool,
          const ScoreMatrix<Value>& scores) {
        return writer.WriteSection(
            placed, drops, [&](size_t row, uint64_t, uint64_t end, void* out) {
              PutRow(scores, row, end, {}, out);
            });
      });
}

// Returns the number of stored positions of a threshold game.
uint64_t StoredPositions(const Rules& rules, const Game& game) {
  const Board& board = game.board();
  uint64_t positions = 0;
  for (int placed = 2 * board.pieces(); placed >= 0; --placed) {
    for (const int attackers : {placed / 2, (placed + 1) / 2}) {
      positions += DropsToCome(rules, placed).size() *
                   game.holdings(1, attackers).rows().size() *
                   Binomial(board.squares() - attackers, placed - attackers);
    }
  }
  return positions;
}

// Solves the drop phase of a threshold game and writes all its sections.
absl::Status WriteThreshold(const Rules& rules, const Game& game,
                            DistributedSpill& spill, base::Processes& processes,
                            SharedWriter& writer, base::Progress& progress) {
  progress.StartPhase("drop phase, writing", StoredPositions(rules, game));
  return SolveDropPhase<uint8_t>(
      rules, game, spill, processes,
      [&](int placed, const std::string& drops, bool attacker_moves,
          const ScoreMatrix<uint8_t>& scores) {
        const int attackers = (placed + !attacker_moves) / 2;
        const std::vector<uint32_t>& rows = game.holdings(1, attackers).rows();
        const std::vector<uint32_t>& over =
            game.holdings(0, placed - attackers).goals();
        return writer.WriteScoredSection(
            game.threshold(), placed, drops, attacker_moves, rows.size(),
            [&](size_t row, uint64_t first, uint64_t end, void* out) {
              if (rows[row] == Holdings::kOver) {
                return PutNoValues<uint8_t>(first, end, out);
              }
              PutRow(scores, rows[row], end, over, out);
            });
      });
}

}  // namespace

absl::Status Solve(const Rules& rules, const std::string& table_path,
                   base::Progress& progress, base::Processes& processes,
                   const base::CheckpointOptions& checkpoint_options,
                   const TableForm& form) {
  if (rules.has_scoring() && processes.process_count() > 1) {
    return absl::InvalidArgumentError(
        "rules with scoring: expected one process");
  }
  const std::string input = rules.SerializeAsString();
  RETURN_IF_ERROR(
      processes.CheckSameInput(absl::StrCat(base::kVersion, " ", input)));
  ASSIGN_OR_RETURN(
      const std::unique_ptr<base::Checkpoint> checkpoint,
      base::Checkpoint::Open(checkpoint_options, "solver_a", input, processes));
  const std::string beside =
      checkpoint->enabled() ? checkpoint_options.directory + "/solver_a.packed"
                            : table_path;
  std::optional<SharedWriter> writer;
  std::vector<Spill::Extent> finished;
  for (const int threshold : ThresholdsOf(rules)) {
    progress.StartPhase("levels");
    const Game game(rules, threshold);
    const std::string label =
        threshold == 0 ? "" : absl::StrCat("threshold ", threshold, ", ");
    ASSIGN_OR_RETURN(
        const std::unique_ptr<DistributedSpill> spill,
        DistributedSpill::Create(
            table_path,
            {Panels(game.holdings(0).size()), Panels(game.holdings(1).size())},
            processes, checkpoint.get(), finished));
    if (!spill->is_complete()) {
      RETURN_IF_ERROR(
          SolveMovePhase(game, *spill, [&](int plies, uint64_t decided) {
            progress.Update(progress.done() + decided,
                            absl::StrCat(label, "level ", plies));
          }));
    }
    finished.push_back(spill->own().extent());

    const size_t longest =
        std::max(spill->levels(), 1) - 1 + 2 * game.board().pieces();
    // Values of scored rules have one byte.
    const size_t limit = game.has_two_sides() ? form.longest_in_one_byte
                                              : form.longest_in_two_bytes;
    if (longest > limit) {
      return absl::OutOfRangeError(
          absl::StrCat("a game of ", longest,
                       " plies is too long for a table: expected at most ",
                       limit, " plies"));
    }
    const bool narrow = longest <= form.longest_in_one_byte;
    if (!writer.has_value()) {
      writer.emplace(rules, form.reduced && !game.has_two_sides(),
                     narrow ? 1 : 2, processes, progress);
      RETURN_IF_ERROR(writer->Open(table_path, beside));
    }
    if (game.has_two_sides()) {
      RETURN_IF_ERROR(
          WriteThreshold(rules, game, *spill, processes, *writer, progress));
      continue;
    }
    const auto write =
        narrow ? WriteOrdinary<uint8_t> : WriteOrdinary<uint16_t>;
    RETURN_IF_ERROR(
        write(rules, form.reduced, game, *spill, processes, *writer, progress));
  }
  ASSIGN_OR_RETURN(const uint64_t sent_bytes, processes.TotalSentBytes());
  progress.SetSentBytes(sent_bytes);
  RETURN_IF_ERROR(writer->Finish());
  RETURN_IF_ERROR(processes.Shutdown());
  checkpoint->Remove();
  return absl::OkStatus();
}

double CountPositions(const Rules& rules) {
  const int squares = rules.rows() * rules.columns();
  double positions = 0;
  if (rules.has_scoring()) {
    for (const int threshold : ThresholdsOf(rules)) {
      positions += StoredPositions(rules, Game(rules, threshold));
    }
    return positions;
  }
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
  // By number of pieces: the largest number of the attacker's stored holdings.
  // In the ordinary game, all sets are stored.
  std::vector<uint64_t> stored;
  for (int k = 0; k <= pieces; ++k) stored.push_back(Binomial(squares, k));
  uint64_t attackers = sets;
  if (rules.has_scoring()) {
    std::ranges::fill(stored, 0);
    for (const int threshold : ThresholdsOf(rules)) {
      const Game game(rules, threshold);
      attackers = std::max<uint64_t>(attackers, game.holdings(1).size());
      for (int k = 0; k <= pieces; ++k) {
        stored[k] = std::max<uint64_t>(stored[k], game.holdings(1, k).stored());
      }
    }
  }
  const uint64_t threads = tbb::global_control::active_value(
      tbb::global_control::max_allowed_parallelism);
  // Assumes at most 127 levels and values of one byte; few games need more.
  const uint64_t index =
      Spill::IndexBytes(Panels(sets), Panels(attackers), partition, 127);
  uint64_t moves = attackers * pieces * 8 * sizeof(uint32_t);
  uint64_t matrices = 2 * BitMatrix::Bytes(sets, attackers, partition);
  const uint64_t reached = 2 * threads * attackers * sizeof(Line);
  const uint64_t panel_scores = threads * kLineBits * sets;
  const uint64_t stripes = threads * 64 * sets;
  // The scores of two successive steps of the drop phase.  Threshold games have
  // two sections instead of one, and a copy of one of them.
  uint64_t copies = 1;
  uint64_t next = 0;
  if (rules.has_scoring()) {
    moves += sets * pieces * 8 * sizeof(uint32_t);
    matrices += BitMatrix::Bytes(attackers, sets, partition);
    copies = 3;
    next = 2 * stored[pieces] * sets;
  }
  uint64_t scores = 0;
  for (int placed = 2 * pieces - 1; placed >= 0; --placed) {
    const uint64_t sections =
        copies * DropsToCome(rules, placed).size() *
        std::max(stored[placed / 2] * Binomial(squares, (placed + 1) / 2),
                 stored[(placed + 1) / 2] * Binomial(squares, placed / 2));
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
