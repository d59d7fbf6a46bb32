// Solver A's drop phase: one section from the next, whole rows at a time.
//
// A position with k pieces placed has the value of its best or worst drop.  So
// that "best" is a plain minimum or maximum, values are turned into scores: the
// larger, the better for the mover.  With B = 2^(bits of a score):
//
//    score   0        1 … B/2 − 1          B/2      B/2 + 1 … B − 1
//            overlap  lost, late is better draw     won, early is better
//
// In the section with k + 1 pieces the sides change places: the mover with set
// M drops on s, and the opponent O is to move against M ∪ {s}.  Row M ∪ {s} of
// the transposed section holds the scores of that for all O at once.

#ifndef TEEKO_SOLVER_A_DROP_PHASE_H_
#define TEEKO_SOLVER_A_DROP_PHASE_H_

#include <tbb/cache_aligned_allocator.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {

// Of a table value (proto/README.md) that is not "no value".
template <typename Score>
constexpr Score ScoreOfValue(uint32_t value) {
  constexpr uint32_t kB = uint32_t{std::numeric_limits<Score>::max()} + 1;
  if (value == 0) return kB / 2;
  return value % 2 == 1 ? (value + 1) / 2 : kB - value / 2;
}

// The inverse, for scores other than 0.
template <typename Score>
constexpr Score ValueOfScore(uint32_t score) {
  constexpr uint32_t kB = uint32_t{std::numeric_limits<Score>::max()} + 1;
  if (score == kB / 2) return 0;
  return score < kB / 2 ? 2 * score - 1 : 2 * (kB - score);
}

// Scores by mover set (row) and opponent set (column); 0 where they overlap.
template <typename Score>
class ScoreMatrix {
 public:
  ScoreMatrix(size_t rows, size_t columns)
      : rows_(rows),
        columns_(columns),
        stride_((columns + 63) / 64 * 64),
        scores_(rows * stride_) {}

  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }
  Score* row(size_t r) { return &scores_[r * stride_]; }
  const Score* row(size_t r) const { return &scores_[r * stride_]; }

 private:
  size_t rows_;
  size_t columns_;
  size_t stride_;  // a multiple of 64, for whole stripes
  std::vector<Score, tbb::cache_aligned_allocator<Score>> scores_;
};

// Scores are worked on in stripes of 64 columns, which stay in the cache.  A
// reader sets stripe[64 * r + c] to the score of mover 64 * index + c against
// opponent r: the transpose of one stripe of rows.  Movers that overlap the
// opponent or do not exist score 0.
inline constexpr size_t kStripe = 64;
template <typename Score>
using StripeReader =
    absl::FunctionRef<void(size_t index, absl::Span<Score> stripe)>;

// Reads a stripe of the section with all pieces placed, from planes of the
// table values' bits that have been transposed (row opponent, column mover).
template <typename Score>
void ReadStripe(const std::vector<BitMatrix>& planes, const Subsets& sets,
                size_t index, absl::Span<Score> stripe);

// Reads a stripe of any other section.
template <typename Score>
void ReadStripe(const ScoreMatrix<Score>& section, size_t index,
                absl::Span<Score> stripe);

// The sections with `placed` pieces, one for each letter (S: the mover picks
// the square, A: the opponent does), from the one with a piece more that
// `reader` reads.
template <typename Score>
std::vector<ScoreMatrix<Score>> DropSections(const Board& board, int placed,
                                             absl::string_view letters,
                                             StripeReader<Score> reader);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_DROP_PHASE_H_
