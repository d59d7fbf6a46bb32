// Functions that use vector instructions.  Highway compiles them for several
// instruction sets and chooses one at run time.

#ifndef TEEKO_SOLVER_A_SIMD_H_
#define TEEKO_SOLVER_A_SIMD_H_

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "absl/types/span.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/threshold_game.h"

namespace teeko::solver_a {

// The largest sizes in bytes of a packed line and of a buffer for a packed tile
// (SimdFunctions::pack).  The functions that read a packed tile may access
// kSlack bytes after its end, for two reasons.  They read eight bytes for each
// word.  And if somebody changed a file and its checksums, the last line may
// extend beyond the tile.
inline constexpr size_t kMostBytesOfLine = 2 + 1 + 8 * (1 + 8);
inline constexpr size_t kSlack = kMostBytesOfLine + 8;
inline constexpr size_t kMostBytesOfTile =
    kLineBits * kMostBytesOfLine + kSlack;

// Functions for values and scores (values.h) of one or two bytes, for 64
// columns at a time.
template <typename Value>
struct ValueFunctions {
  // Sets scores[c] to a draw if bit c of `legal` is set, otherwise to 0.
  void (*put_draws)(uint64_t legal, Value* scores);
  // Sets of_tile[512 r + c] to `score` for each bit of a packed tile that is
  // set, in row r and column c.
  void (*put_scores)(absl::Span<const uint8_t> packed, Value score,
                     Value* of_tile);
  // Transposes 64 × 64 scores.  A stride is the distance between two rows.
  void (*transpose)(const Value* in, size_t in_stride, Value* out,
                    size_t out_stride);
  // Writes the values of the nonzero scores among scores[0 … 63] to `out`.
  // Returns the end of the written values.  May overwrite all of out[0 … 63].
  Value* (*put_values)(const Value* scores, Value* out);
  // Sets out[0 … 63] to the scores of one mover set against 64 opponent sets.
  // Each drop leads to one of `rows`; the scores after it, from the view of the
  // opponent, are scores[64 row] … scores[64 row + 63].  If `mover_picks`, the
  // chosen drop has the smallest of these scores, otherwise the largest.  `out`
  // is from the view of the mover, one ply earlier.
  void (*best_drops)(const Value* scores, absl::Span<const uint32_t> rows,
                     bool mover_picks, Value* out);
};

struct SimdFunctions {
  // Sets `out` to the transpose of `in`, which must be another tile.
  void (*transpose)(const Tile& in, Tile& out);

  // Packs a tile to `out`.  Returns the end of the packed tile, which has for
  // each line that is not zero:
  //
  //     row (2 bytes) │ mask of nonzero words │ for each nonzero word:
  //                                           │ mask of nonzero bytes │ bytes
  uint8_t* (*pack)(const Tile& tile, uint8_t* out);
  // Adds the bits of a packed tile to `tile`.
  void (*unpack)(absl::Span<const uint8_t> packed, Tile& tile);
  // For each line of a packed tile, adds its bits to the rows of `reached` from
  // which a move leads to the row of the line.  (Moves are reversible, so these
  // are the rows moves.From(row of the line).)  The first row of the tile is
  // first_row.
  void (*reach)(const Moves& moves, absl::Span<const uint8_t> packed,
                size_t first_row, Line* reached);
  // `reached` has the positions that may belong to this level: all others have
  // no move to a position of the previous level.  Removes those that are not
  // decided in this level from `reached`.  Adds the others to `closed`, and
  // returns their number.  `won` is the panel of Wᵀ | overlap in a level of
  // losses, and null in a level of wins.
  uint64_t (*decide)(const Moves& moves, size_t first_row, const Line* won,
                     Tile& closed, Tile& reached);

  std::tuple<ValueFunctions<uint8_t>, ValueFunctions<uint16_t>> of_values;
};

// Returns the functions for the chosen instruction set.
const SimdFunctions& Simd();

template <typename Value>
const ValueFunctions<Value>& SimdOf() {
  return std::get<ValueFunctions<Value>>(Simd().of_values);
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SIMD_H_
