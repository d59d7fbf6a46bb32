#include "solver_a/solve.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "proto/table_writer.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/drop_phase.h"
#include "solver_a/move_phase.h"
#include "solver_a/subsets.h"
#include "solver_a/values.h"

namespace teeko::solver_a {
namespace {

// The letters still to come with that many pieces placed, in all styles.
std::set<std::string> DropsToCome(const Rules& rules, int placed) {
  std::set<std::string> drops;
  for (const std::string& style : rules.styles()) {
    drops.insert(style.substr(placed / 2));
  }
  return drops;
}

// Positions of a section with that many pieces placed.
uint64_t SectionPositions(const Board& board, int placed) {
  return Binomial(board.squares(), placed / 2) *
         Binomial(board.squares() - placed / 2, (placed + 1) / 2);
}

// Writes the sections of one table whose values are of type Value.
template <typename Value>
class SectionWriter {
 public:
  // Counts what it writes in the phase under way of `progress`.
  SectionWriter(const Board& board, TableWriter& writer, Progress& progress)
      : board_(board), writer_(writer), progress_(progress) {}

  absl::Status WriteMoveSection(const Subsets& sets, const MoveTable& table) {
    std::vector<Holders> columns;
    for (size_t first = 0; first < sets.size(); first += 64) {
      columns.emplace_back(sets, first);
    }
    return WriteRows(
        2 * board_.pieces(), "", sets.size(),
        [&](size_t row, Value* out, size_t row_positions) {
          if (board_.IsGoal(sets[row])) {
            std::fill_n(out, row_positions, static_cast<Value>(-1));
            return;
          }
          for (size_t i = 0; i < columns.size(); ++i) {
            const uint64_t legal = columns[i].DisjointFrom(sets[row]);
            Value values[64];
            if (!ReadPlanes(table.planes, i / 8, row, i % 8, values)) {
              out = std::fill_n(out, std::popcount(legal), 0);
              continue;
            }
            for (int c = 0; c < 64; ++c) {
              *out = values[c];
              out += legal >> c & 1;
            }
          }
        });
  }

  absl::Status WriteDropSection(int placed, const std::string& drops,
                                const ScoreMatrix<Value>& section) {
    return WriteRows(placed, drops, section.rows(),
                     [&section](size_t row, Value* out, size_t) {
                       const Value* const scores = section.row(row);
                       for (size_t o = 0; o < section.columns(); ++o) {
                         *out = ValueOfScore<Value>(scores[o]);
                         out += scores[o] != 0;
                       }
                     });
  }

 private:
  // `fill_row(row, out, n)` sets out[0 … n − 1] to the values of a mover's set;
  // there is room for one more, which it may spoil.
  absl::Status WriteRows(
      int placed, const std::string& drops, size_t rows,
      absl::FunctionRef<void(size_t row, Value* out, size_t n)> fill_row) {
    const uint64_t row_positions =
        Binomial(board_.squares() - placed / 2, (placed + 1) / 2);
    return writer_.WriteSection(
        placed, drops, rows * row_positions,
        [&](uint64_t first, absl::Span<uint8_t> out) {
          std::vector<Value> values(row_positions + 1);
          uint64_t position = first;
          while (!out.empty()) {
            const uint64_t skipped = position % row_positions;
            fill_row(position / row_positions, values.data(), row_positions);
            const size_t count = std::min<uint64_t>(row_positions - skipped,
                                                    out.size() / sizeof(Value));
            std::memcpy(out.data(), &values[skipped], count * sizeof(Value));
            out.remove_prefix(count * sizeof(Value));
            position += count;
          }
          progress_.Advance(position - first);
        });
  }

  const Board& board_;
  TableWriter& writer_;
  Progress& progress_;
};

// All sections with drops to come, from `table`, which is used up.
template <typename Value>
absl::Status WriteTable(const Rules& rules, const Board& board,
                        const Subsets& sets, MoveTable table,
                        TableWriter& writer, Progress& progress) {
  SectionWriter<Value> sections(board, writer, progress);
  progress.StartPhase("writing", SectionPositions(board, 2 * board.pieces()));
  absl::Status status = sections.WriteMoveSection(sets, table);
  if (!status.ok()) return status;

  progress.StartPhase("transposition");
  for (BitMatrix& plane : table.planes) plane.Transpose();
  progress.Update(table.planes.size() * sets.size() * sets.size());

  uint64_t drop_positions = 0;
  for (int placed = 0; placed < 2 * board.pieces(); ++placed) {
    drop_positions +=
        DropsToCome(rules, placed).size() * SectionPositions(board, placed);
  }
  progress.StartPhase("drop phase", drop_positions);
  // The sections with a piece more, by their letters.
  std::map<std::string, ScoreMatrix<Value>> next;
  for (int placed = 2 * board.pieces() - 1; placed >= 0; --placed) {
    // Sections that come of the same one are made together.
    std::map<std::string, std::string> letters_before;
    for (const std::string& drops : DropsToCome(rules, placed)) {
      letters_before[drops.substr(placed % 2)] += drops[0];
    }
    std::map<std::string, ScoreMatrix<Value>> current;
    for (const auto& [drops, letters] : letters_before) {
      // Clang 14 captures no structured binding of its own accord.
      const auto read = [&, &drops = drops](size_t index,
                                            absl::Span<Value> stripe) {
        if (drops.empty()) {
          ReadStripe(table.planes, sets, index, stripe);
        } else {
          ReadStripe(next.at(drops), index, stripe);
        }
      };
      std::vector<ScoreMatrix<Value>> made =
          DropSections<Value>(board, placed, letters, read);
      for (size_t i = 0; i < made.size(); ++i) {
        current.emplace(letters[i] + drops.substr(1 - placed % 2),
                        std::move(made[i]));
      }
    }
    table.planes.clear();
    next = std::move(current);
    for (const auto& [drops, section] : next) {
      status = sections.WriteDropSection(placed, drops, section);
      if (!status.ok()) return status;
    }
  }
  return writer.Finish();
}

}  // namespace

absl::Status Solve(const Rules& rules, const std::string& table_path,
                   Progress& progress, size_t longest_in_one_byte) {
  const Board board(rules);
  const Subsets sets(board.squares(), board.pieces());

  progress.StartPhase("levels");
  MoveTable table =
      SolveMovePhase(board, sets, [&progress](int plies, uint64_t decided) {
        progress.Update(decided, absl::StrCat("level ", plies));
      });

  const size_t longest = std::max<size_t>(table.levels.size(), 1) - 1;
  const bool narrow = longest + 2 * board.pieces() <= longest_in_one_byte;
  absl::StatusOr<std::unique_ptr<TableWriter>> writer =
      TableWriter::Create(table_path, rules, "solver_a", narrow ? 1 : 2);
  if (!writer.ok()) return writer.status();
  const auto write = narrow ? WriteTable<uint8_t> : WriteTable<uint16_t>;
  return write(rules, board, sets, std::move(table), **writer, progress);
}

uint64_t EstimateBytes(const Rules& rules) {
  const int squares = rules.rows() * rules.columns();
  const int pieces = rules.pieces();
  const uint64_t sets = Binomial(squares, pieces);
  if (sets >= uint64_t{1} << 32) return UINT64_MAX;
  // Values seldom have more than seven bits.
  const uint64_t moves = MovePhaseBytes(sets, pieces, 7);
  // With the planes in place, the two largest sections of the drop phase.
  const uint64_t drops =
      7 * BitMatrix::Bytes(sets) + 2 * sets * Binomial(squares, pieces - 1);
  return std::max(moves, drops);
}

}  // namespace teeko::solver_a
