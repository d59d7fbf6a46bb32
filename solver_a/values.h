// Legal positions and scores, for one row and 64 columns (a word of the
// matrix). A larger score is better for the mover.  With B = 2^(bits of a
// score):
//
//    score   0        1 … B/2 − 1          B/2      B/2 + 1 … B − 1
//            overlap  lost, late is better draw     won, early is better

#ifndef TEEKO_SOLVER_A_VALUES_H_
#define TEEKO_SOLVER_A_VALUES_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "solver_a/board.h"

namespace teeko::solver_a {

// The sets of 64 columns, as one word for each square: bit c is set if column c
// has the square.  Columns beyond the last one have no bit.
class Columns {
 public:
  // Makes columns 64 * word … 64 * word + 63.
  Columns(absl::Span<const Set> sets, size_t word) {
    for (size_t c = 64 * word; c < std::min(64 * word + 64, sets.size()); ++c) {
      const uint64_t bit = uint64_t{1} << c % 64;
      exist_ |= bit;
      for (Set rest = sets[c]; rest != 0; rest &= rest - 1) {
        holding_[std::countr_zero(rest)] |= bit;
      }
    }
  }

  // Returns the columns that have no square of `set`.
  uint64_t HoldingNoneOf(Set set) const {
    uint64_t none = exist_;
    for (; set != 0; set &= set - 1) none &= ~holding_[std::countr_zero(set)];
    return none;
  }

  // Returns the columns that have all squares of `set`.
  uint64_t HoldingAllOf(Set set) const {
    uint64_t all = exist_;
    for (; set != 0 && all != 0; set &= set - 1) {
      all &= holding_[std::countr_zero(set)];
    }
    return all;
  }

 private:
  uint64_t exist_ = 0;
  std::array<uint64_t, 64> holding_ = {};  // [square]
};

// Returns the score of a table value (docs/formats.md) except "no value".
template <typename Score>
constexpr Score ScoreOfValue(uint32_t value) {
  constexpr uint32_t kB = uint32_t{std::numeric_limits<Score>::max()} + 1;
  if (value == 0) return kB / 2;
  return value % 2 == 1 ? (value + 1) / 2 : kB - value / 2;
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_VALUES_H_
