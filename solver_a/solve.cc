#include "solver_a/solve.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "proto/shared_table.h"
#include "proto/stored_rows.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/drop_phase.h"
#include "solver_a/exchange.h"
#include "solver_a/move_phase.h"
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

// Returns the number of stored positions in all sections of a threshold game,
// or of the ordinary game if `game` is null.
double StoredPositions(const Rules& rules, bool reduced, const Game* game) {
  const int squares = rules.rows() * rules.columns();
  double positions = 0;
  for (int placed = 2 * rules.pieces(); placed >= 0; --placed) {
    // The attacker moves last or, in a threshold game, the defender does.
    for (int later = 0; later <= (game != nullptr); ++later) {
      const int attackers = (placed + later) / 2;
      const uint64_t rows =
          game != nullptr ? game->holdings(1, attackers).rows().size()
          : reduced       ? proto::StoredRows(rules, placed).rows().size()
                          : Binomial(squares, attackers);
      positions += static_cast<double>(DropsToCome(rules, placed).size()) *
                   rows * Binomial(squares - attackers, placed - attackers);
    }
  }
  return positions;
}

// Sets out[0 … end - 1] to the values of a row.  Writes fewer values if the
// scores could not be read.  The positions in the columns `over` have no value.
template <typename Value>
void PutRow(const Value* scores, size_t columns, uint64_t end,
            absl::Span<const uint32_t> over, void* out) {
  Value* values = static_cast<Value*>(out);
  const Value* const last = values + end;
  auto next_over = over.begin();
  for (size_t c = 0; c < columns && values < last; c += 64) {
    Value* const of_block = values;
    values = SimdOf<Value>().put_values(scores + c, values);
    for (; next_over != over.end() && *next_over < c + 64; ++next_over) {
      if (scores[*next_over] == 0) continue;
      of_block[std::count_if(scores + c, scores + *next_over,
                             [](Value score) { return score != 0; })] = -1;
    }
  }
}

// Solves the drop phase and writes all sections of a game.
template <typename Value>
absl::Status WriteGame(const Rules& rules, const Game& game,
                       DistributedSpill& spill, base::Processes& processes,
                       proto::SharedTable& table) {
  const Partition partition = PartitionOf(processes);
  return SolveDropPhase<Value>(
      rules, game, spill, processes,
      [&](int placed, const std::string& drops, bool attacker_moves,
          RowReader<Value> row_of) {
        const int attackers = (placed + !attacker_moves) / 2;
        const std::vector<uint32_t>& rows = game.holdings(1, attackers).rows();
        const Holdings& defenders = game.holdings(0, placed - attackers);
        const uint64_t row_positions =
            Binomial(game.board().squares() - attackers, placed - attackers);
        absl::Span<const uint32_t> over;
        if (game.has_two_sides()) {
          table.SetThreshold(game.threshold(), attacker_moves);
          over = defenders.goals();
        }
        // Sets `out` to the values from `position` on.
        const auto fill = [&](uint64_t position, absl::Span<uint8_t> out) {
          // PutRow may write up to 64 values beyond the last one.
          std::vector<Value> values(row_positions + 64);
          while (!out.empty()) {
            const uint64_t first = position % row_positions;
            const uint64_t end =
                std::min(row_positions, first + out.size() / sizeof(Value));
            const uint64_t row = position / row_positions;
            const size_t bytes = (end - first) * sizeof(Value);
            if (rows[row] == Holdings::kOver) {
              std::memset(out.data(), 255, bytes);
            } else if (game.has_two_sides() ||
                       partition.OwnerOf(row / kLineBits) ==
                           partition.process) {
              PutRow(row_of(rows[row]), defenders.size(), end, over,
                     values.data());
              std::memcpy(out.data(), &values[first], bytes);
            }
            out.remove_prefix(bytes);
            position += end - first;
          }
        };
        // Process 0 solves the drop phase of threshold games alone.
        return table.WriteSection(placed, drops, rows.size() * row_positions,
                                  fill, game.has_two_sides());
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
  std::optional<proto::SharedTable> table;
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
    if (!table.has_value()) {
      table.emplace(rules, form.reduced, processes, progress);
      RETURN_IF_ERROR(table->Create(table_path, "solver_a", narrow ? 1 : 2));
    }
    progress.StartPhase(
        "drop phase, writing",
        StoredPositions(rules, form.reduced,
                        game.has_two_sides() ? &game : nullptr));
    const auto write = narrow ? WriteGame<uint8_t> : WriteGame<uint16_t>;
    RETURN_IF_ERROR(write(rules, game, *spill, processes, *table));
  }
  RETURN_IF_ERROR(table->Finish());
  RETURN_IF_ERROR(processes.Shutdown());
  checkpoint->Remove();
  return absl::OkStatus();
}

double CountPositions(const Rules& rules) {
  double positions = 0;
  for (const int threshold : ThresholdsOf(rules)) {
    if (threshold == 0) return StoredPositions(rules, false, nullptr);
    const Game game(rules, threshold);
    positions += StoredPositions(rules, false, &game);
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
  const std::vector<int> thresholds = ThresholdsOf(rules);
  const bool two_sides = thresholds.front() > 0;
  if (two_sides) {
    std::ranges::fill(stored, 0);
    for (const int threshold : thresholds) {
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
  if (two_sides) {
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
  // Process 0 solves the sections of threshold games alone.
  if (!two_sides) {
    scores /= partition.process_count;
  } else if (partition.process > 0) {
    scores = 0;
  }
  const uint64_t drop_phase = panel_scores + stripes + scores;
  return kProgramBytes + threads * kThreadBytes + index +
         (partition.process_count > 1 ? kProcessBytes : 0) +
         std::max(moves + matrices + reached, drop_phase);
}

}  // namespace teeko::solver_a
