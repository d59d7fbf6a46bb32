#include "solver_b/set_index.h"

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

SetIndex::SetIndex(int squares, int size)
    : squares_(squares), size_(size), sets_(SetsOfSize(squares, size)) {
  Require(count() >> 32 == 0, "ranks fit into 32 bits");
  if (size == 0) return;
  rest_ranks_.reserve(count() * size);
  ranks_with_.resize(kBinomials[squares][size - 1] * squares);
  for (uint64_t rank = 0; rank < count(); ++rank) {
    for (Set rest = sets_[rank]; rest != 0; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      const uint64_t rest_rank = Rank(sets_[rank] ^ SetOf(square));
      rest_ranks_.push_back(rest_rank);
      ranks_with_[rest_rank * squares + square] = rank;
    }
  }
}

}  // namespace teeko::solver_b
