// What is done by vector instructions, for many positions at a time.  Highway
// compiles it for several instruction sets, and chooses one as the program
// runs.

#ifndef TEEKO_SOLVER_A_SIMD_H_
#define TEEKO_SOLVER_A_SIMD_H_

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/types/span.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {

// What all sets become by a move, or by a drop: that of rank r the sets of
// ranks targets[starts[r]] … targets[starts[r + 1] - 1].
struct Moves {
  // moved(set) are those that a set of `from` becomes, sets of `to`.
  template <typename Moved>
  Moves(const Subsets& from, const Subsets& to, Moved moved) {
    for (size_t r = 0; r < from.size(); ++r) {
      for (const Set set : moved(from[r])) {
        targets.push_back(static_cast<uint32_t>(to.Rank(set)));
      }
      starts.push_back(targets.size());
    }
  }

  absl::Span<const uint32_t> From(size_t r) const {
    return {&targets[starts[r]], starts[r + 1] - starts[r]};
  }

  std::vector<uint64_t> starts = {0};
  std::vector<uint32_t> targets;
};

// Bytes that a packed tile may take, and how many beyond its own are read: all
// eight of a word are, and where somebody has written a file anew, checksums
// and all, a line may go beyond its tile's end.
inline constexpr size_t kMostBytesOfLine = 2 + 1 + 8 * (1 + 8);
inline constexpr size_t kSlack = kMostBytesOfLine + 8;
inline constexpr size_t kMostBytesOfTile =
    kLineBits * kMostBytesOfLine + kSlack;

// For values and scores (values.h) in one byte or two, 64 columns at a time.
template <typename Value>
struct ValueFunctions {
  // Sets scores[0 … 63], to draws where a column is legal, else to 0.
  void (*put_draws)(uint64_t legal, Value* scores);
  // Gives the positions of a packed tile that score.
  void (*put_scores)(absl::Span<const uint8_t> packed, Value score,
                     Value* of_tile);
  // Transposes 64 × 64 scores; a stride is from one row to the next.
  void (*transpose)(const Value* in, size_t in_stride, Value* out,
                    size_t out_stride);
  // Sets out … to the values of those of 64 scores that are not 0 and returns
  // their end.  There is room for 64, which may be spoilt.
  Value* (*put_values)(const Value* scores, Value* out);
  // Sets out[0 … 63] to the scores of one mover's set against 64 opponents,
  // whose drops lead to these rows of 64 scores: the mover picks the drop that
  // leaves the next mover, the opponent, with the worst score, or that one
  // picks its best.
  void (*best_drops)(const Value* scores, absl::Span<const uint32_t> rows,
                     bool mover_picks, Value* out);
};

struct SimdFunctions {
  // Sets `out` to the transpose of `in`; they are different tiles.
  void (*transpose)(const Tile& in, Tile& out);

  // Packed, a tile is its lines that are not zero: of each its row (two bytes),
  // the mask of its words that are not zero, and of each of these the mask of
  // its bytes that are not, and those bytes.  Sets out … to that; returns its
  // end.
  uint8_t* (*pack)(const Tile& tile, uint8_t* out);
  // Adds what is packed to a tile.
  void (*unpack)(absl::Span<const uint8_t> packed, Tile& tile);
  // Adds each line of a packed tile, whose rows count from first_row, to the
  // rows of `reached` from which a move leads to its row.  Moves can be taken
  // back, so these are the rows that moves from it lead to.
  void (*reach)(const Moves& moves, absl::Span<const uint8_t> packed,
                size_t first_row, Line* reached);
  // Leaves in `reached`, of positions with a move to a position of the level
  // before, those that are decided now; adds them to the closed ones.  For a
  // level of losses, `won` is the panel of Wᵀ | overlap, else null.  Returns
  // how many there are.
  uint64_t (*decide)(const Moves& moves, size_t first_row, const Line* won,
                     Tile& closed, Tile& reached);

  std::tuple<ValueFunctions<uint8_t>, ValueFunctions<uint16_t>> of_values;
};

// Those of the instruction set that is chosen.
const SimdFunctions& Simd();

template <typename Value>
const ValueFunctions<Value>& SimdOf() {
  return std::get<ValueFunctions<Value>>(Simd().of_values);
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SIMD_H_
