#include "solver_a/solve.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/table_writer.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/drop_phase.h"
#include "solver_a/move_phase.h"
#include "solver_a/subsets.h"
#include "solver_a/values.h"
#include "stage/status.h"

namespace teeko::solver_a {
namespace {

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
    std::vector<Columns> columns;
    for (size_t word = 0; 64 * word < sets.size(); ++word) {
      columns.emplace_back(sets, word);
    }
    return WriteRows(
        2 * board_.pieces(), "", sets.size(),
        [&](size_t row, Value* out, size_t row_positions) {
          if (board_.IsGoal(sets[row])) {
            std::fill_n(out, row_positions, static_cast<Value>(-1));
            return;
          }
          for (size_t i = 0; i < columns.size(); ++i) {
            const uint64_t legal = columns[i].HoldingNoneOf(sets[row]);
            Value values[64];
            if (!ReadPlanes(table.planes, row, i, values)) {
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

template <typename Value>
absl::Status WriteTable(const Rules& rules, const Board& board,
                        const Subsets& sets, MoveTable table,
                        TableWriter& writer, Progress& progress) {
  SectionWriter<Value> sections(board, writer, progress);
  progress.StartPhase("writing", SectionPositions(board, 2 * board.pieces()));
  RETURN_IF_ERROR(sections.WriteMoveSection(sets, table));

  progress.StartPhase("transposition");
  for (BitMatrix& plane : table.planes) plane.Transpose();
  progress.Update(table.planes.size() * sets.size() * sets.size());

  uint64_t drop_positions = 0;
  for (int placed = 0; placed < 2 * board.pieces(); ++placed) {
    drop_positions +=
        DropsToCome(rules, placed).size() * SectionPositions(board, placed);
  }
  progress.StartPhase("drop phase", drop_positions);
  return SolveDropPhase<Value>(rules, board, sets, std::move(table.planes),
                               [&sections](int placed, const std::string& drops,
                                           const ScoreMatrix<Value>& section) {
                                 return sections.WriteDropSection(placed, drops,
                                                                  section);
                               });
}

}  // namespace

absl::Status Solve(const Rules& rules, const std::string& table_path,
                   Progress& progress, const LongestGames& longest_games) {
  const Board board(rules);
  const Subsets sets(board.squares(), board.pieces());

  progress.StartPhase("levels");
  MoveTable table =
      SolveMovePhase(board, sets, [&progress](int plies, uint64_t decided) {
        progress.Update(decided, absl::StrCat("level ", plies));
      });

  const size_t longest =
      std::max<size_t>(table.levels.size(), 1) - 1 + 2 * board.pieces();
  if (longest > longest_games.in_two_bytes) {
    return absl::OutOfRangeError(
        absl::StrCat("a game of ", longest, " plies; a table can tell of ",
                     longest_games.in_two_bytes, " at most"));
  }
  const bool narrow = longest <= longest_games.in_one_byte;
  ASSIGN_OR_RETURN(
      const std::unique_ptr<TableWriter> writer,
      TableWriter::Create(table_path, rules, "solver_a", narrow ? 1 : 2));
  const auto write = narrow ? WriteTable<uint8_t> : WriteTable<uint16_t>;
  const absl::Status status =
      write(rules, board, sets, std::move(table), *writer, progress);
  return status.ok() ? writer->Finish() : status;
}

uint64_t EstimateBytes(const Rules& rules) {
  const int squares = rules.rows() * rules.columns();
  const int pieces = rules.pieces();
  const uint64_t sets = Binomial(squares, pieces);
  // More would overflow what follows.
  if (sets >= uint64_t{1} << 30) return UINT64_MAX;
  // Values seldom have more than seven bits.
  const uint64_t moves = MovePhaseBytes(sets, pieces, 7);
  // With the planes in place, the two largest sections of the drop phase.
  const uint64_t drops =
      7 * BitMatrix::Bytes(sets) + 2 * sets * Binomial(squares, pieces - 1);
  return std::max(moves, drops);
}

}  // namespace teeko::solver_a
