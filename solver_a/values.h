// The positions of one row and 64 columns, a word of the matrix: which are
// legal, and their values.

#ifndef TEEKO_SOLVER_A_VALUES_H_
#define TEEKO_SOLVER_A_VALUES_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "hwy/base.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {

// The sets of 64 columns, as words with a bit for each.  Columns beyond the
// last are in none of the words.
class Columns {
 public:
  // Columns 64 * word …
  Columns(const Subsets& sets, size_t word) {
    for (size_t c = 64 * word; c < std::min(64 * word + 64, sets.size()); ++c) {
      const uint64_t bit = uint64_t{1} << c % 64;
      exist_ |= bit;
      for (Set rest = sets[c]; rest != 0; rest &= rest - 1) {
        holding_[std::countr_zero(rest)] |= bit;
      }
    }
  }

  // Those that hold no square of `set`.
  uint64_t HoldingNoneOf(Set set) const {
    uint64_t none = exist_;
    for (; set != 0; set &= set - 1) none &= ~holding_[std::countr_zero(set)];
    return none;
  }

  // Those that hold all squares of `set`.
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

// kSpread[b] has bit i of b as the lowest bit of its byte i.
inline constexpr std::array<uint64_t, 256> kSpread = [] {
  std::array<uint64_t, 256> spread = {};
  for (uint64_t byte = 0; byte < 256; ++byte) {
    for (int i = 0; i < 8; ++i) spread[byte] |= (byte >> i & 1) << (8 * i);
  }
  return spread;
}();

// Sets `values` to those of 64 columns from the planes of their bits.  Returns
// false, and leaves `values` alone, if all are zero.
template <typename Value>
bool ReadPlanes(const std::vector<BitMatrix>& planes, size_t row, size_t word,
                Value values[64]) {
  HWY_ASSERT(planes.size() <= 8 * sizeof(Value));
  uint64_t bits[8 * sizeof(Value)] = {};
  uint64_t any = 0;
  for (size_t b = 0; b < planes.size(); ++b) {
    any |= bits[b] = planes[b].Word(row, word);
  }
  if (any == 0) return false;
  for (size_t i = 0; i < 64; i += 8) {
    // eight[k] has byte k of eight values.
    uint64_t eight[sizeof(Value)] = {};
    for (size_t b = 0; b < planes.size(); ++b) {
      eight[b / 8] |= kSpread[bits[b] >> i & 255] << b % 8;
    }
    if constexpr (sizeof(Value) == 1) {
      std::memcpy(values + i, eight, 8);
    } else {
      for (int j = 0; j < 8; ++j) {
        values[i + j] =
            (eight[0] >> (8 * j) & 255) | (eight[1] >> (8 * j) & 255) << 8;
      }
    }
  }
  return true;
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_VALUES_H_
