// From bit planes to values: 64 columns of a row at a time.

#ifndef TEEKO_SOLVER_A_VALUES_H_
#define TEEKO_SOLVER_A_VALUES_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {

// kSpread[b] has bit i of b as the lowest bit of its byte i.
inline constexpr std::array<uint64_t, 256> kSpread = [] {
  std::array<uint64_t, 256> spread = {};
  for (uint64_t byte = 0; byte < 256; ++byte) {
    for (int i = 0; i < 8; ++i) spread[byte] |= (byte >> i & 1) << (8 * i);
  }
  return spread;
}();

// Sets `values` to those of 64 columns, word `word` of a line, from the planes
// of their bits.  Returns false, and leaves `values` alone, if all are zero.
template <typename Value>
bool ReadPlanes(const std::vector<BitMatrix>& planes, size_t panel, size_t row,
                size_t word, Value values[64]) {
  uint64_t bits[8 * sizeof(Value)] = {};
  uint64_t any = 0;
  for (size_t b = 0; b < planes.size(); ++b) {
    bits[b] = planes[b].panel(panel)[row].words[word];
    any |= bits[b];
  }
  if (any == 0) return false;
  for (size_t byte = 0; byte < sizeof(Value); ++byte) {
    // The planes of one byte of the values, eight columns at a time.
    const size_t first = 8 * byte;
    const size_t last = std::min(planes.size(), first + 8);
    for (size_t i = 0; i < 64; i += 8) {
      uint64_t eight = 0;
      for (size_t b = first; b < last; ++b) {
        eight |= kSpread[bits[b] >> i & 255] << (b - first);
      }
      if constexpr (sizeof(Value) == 1) {
        std::memcpy(values + i, &eight, 8);
      } else {
        for (size_t j = 0; j < 8; ++j) {
          const Value part = (eight >> (8 * j) & 255) << first;
          values[i + j] = byte == 0 ? part : values[i + j] | part;
        }
      }
    }
  }
  return true;
}

// For 64 columns, bit c says whether set column + c holds a square; by square.
// Columns beyond the last hold none.
class Holders {
 public:
  Holders(const Subsets& sets, size_t first_column) {
    const size_t end = std::min(first_column + 64, sets.size());
    for (size_t column = first_column; column < end; ++column) {
      for (Set rest = sets[column]; rest != 0; rest &= rest - 1) {
        words_[std::countr_zero(rest)] |= uint64_t{1} << (column % 64);
      }
      exist_ |= uint64_t{1} << (column % 64);
    }
  }

  // Columns that exist and hold no square of `set`.
  uint64_t DisjointFrom(Set set) const {
    uint64_t overlap = 0;
    for (; set != 0; set &= set - 1) overlap |= words_[std::countr_zero(set)];
    return exist_ & ~overlap;
  }

 private:
  std::array<uint64_t, 64> words_ = {};
  uint64_t exist_ = 0;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_VALUES_H_
