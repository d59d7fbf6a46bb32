#include "solver_b/set_index.h"

#include <cstddef>

#include "solver_b/check.h"

namespace teeko::solver_b {
namespace {

// The next larger number with as many bits set; `set` is not empty.
Set NextOfSize(Set set) {
  // The lowest run of ones gives its highest one to the zero above it; the
  // others go to the bottom.
  const Set carried = set + (set & -set);
  return carried | (((set ^ carried) >> 2) >> std::countr_zero(set));
}

}  // namespace

SetIndex::SetIndex(int squares, int size)
    : chunks_((squares + kChunkBits - 1) / kChunkBits), size_(size) {
  Check(squares <= kMaxSquares && size < kMaxSquares &&
            kBinomials[squares][size] >> kRankBits == 0,
        "ranks of sets fit into their bits");
  sets_.resize(kBinomials[squares][size]);
  sets_[0] = SetOf(size) - 1;
  for (uint64_t i = 1; i < sets_.size(); ++i) {
    sets_[i] = NextOfSize(sets_[i - 1]);
  }

  for (int chunk = 0; chunk < chunks_; ++chunk) {
    for (int below = 0; below <= size; ++below) {
      const size_t start = contributions_.size();
      contributions_.push_back(0);
      for (Set bits = 1; bits < SetOf(kChunkBits); ++bits) {
        const int highest = std::bit_width(bits) - 1;
        const int square = chunk * kChunkBits + highest;
        const uint64_t lower = contributions_[start + (bits ^ SetOf(highest))];
        const int which = below + (lower >> kRankBits) + 1;
        contributions_.push_back(square < squares && which <= size
                                     ? lower + (uint64_t{1} << kRankBits) +
                                           kBinomials[square][which]
                                     : lower);
      }
    }
  }
}

LiftedSets::LiftedSets(int squares, int size) : squares_(squares) {
  Check(kBinomials[squares][size] >> 32 == 0, "ranks fit into their bits");
  const SetIndex lifted(squares, size - 1);
  ranks_.resize(lifted.count() * squares);
  for (uint64_t rank = 0; rank < lifted.count(); ++rank) {
    const Set others = lifted.Unrank(rank);
    Set outside = ~others;
    ForEachRankWith(squares, others, [&](uint64_t rank_with) {
      ranks_[rank * squares + std::countr_zero(outside)] = rank_with;
      outside &= outside - 1;
    });
  }
}

}  // namespace teeko::solver_b
