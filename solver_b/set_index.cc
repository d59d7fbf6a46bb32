#include "solver_b/set_index.h"

#include <algorithm>

#include "solver_b/require.h"

namespace teeko::solver_b {

std::vector<Set> SetsOfSize(int squares, int size) {
  std::vector<Set> sets(kBinomials[squares][size], SetOf(size) - 1);
  for (uint64_t i = 1; i < sets.size(); ++i) {
    // Gosper's method (HAKMEM, item 175).
    const Set last = sets[i - 1];
    const Set carried = last + (last & -last);
    sets[i] = carried | (((last ^ carried) >> 2) >> std::countr_zero(last));
  }
  return sets;
}

SetIndex::SetIndex(int squares, int size, const Patterns& patterns, bool marked)
    : stride_(squares + squares % 2),
      size_(size),
      pattern_count_(patterns.count()) {
  for (const Set set : SetsOfSize(squares, size)) {
    sets_.insert(sets_.end(), pattern_count_, set);
  }
  Require(count() >> 32 == 0, "indices fit into 32 bits");
  if (size == 0) return;
  // By pattern and number of a marker: the pattern with this marker at the end.
  std::vector<uint32_t> rest_patterns;
  for (uint32_t pattern = 0; pattern < pattern_count_; ++pattern) {
    missing_classes_.push_back(marked ? patterns.all()[pattern].back() : 0);
    for (int i = 0; i < size; ++i) {
      Patterns::Classes classes = patterns.all()[pattern];
      if (marked) {
        std::rotate(classes.begin() + i, classes.begin() + i + 1,
                    classes.end());
      }
      rest_patterns.push_back(patterns.Number(classes));
    }
  }
  rests_.reserve(count() * size);
  indices_with_.resize(kBinomials[squares][size - 1] * pattern_count_ * stride_,
                       count());
  for (uint64_t index = 0; index < count(); ++index) {
    const uint32_t* rest_pattern = &rest_patterns[PatternOf(index) * size];
    for (Set rest = sets_[index]; rest != 0; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      const uint64_t number =
          IndexOf(sets_[index] ^ SetOf(square)) + *rest_pattern++;
      rests_.push_back(number);
      indices_with_[number * stride_ + square] = index;
    }
  }
}

}  // namespace teeko::solver_b
