// Sets of one size in ascending order: rank, unrank, and move.

#ifndef TEEKO_SOLVER_B_SET_INDEX_H_
#define TEEKO_SOLVER_B_SET_INDEX_H_

#include <array>
#include <cstdint>
#include <vector>

#include "solver_b/set.h"

namespace teeko::solver_b {

// Pascal's triangle: kBinomials[n][k] is the number of sets of k squares out of
// n ≤ 64.
inline constexpr auto kBinomials = [] {
  std::array<std::array<uint64_t, kMaxSquares + 1>, kMaxSquares + 1> c = {};
  for (int n = 0; n <= kMaxSquares; ++n) {
    c[n][0] = 1;
    for (int k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
  }
  return c;
}();

// Returns the number of sets of the same size that are less than `set`.  With
// squares c₁ < c₂ < …, it is C(c₁, 1) + C(c₂, 2) + ….
inline uint64_t Rank(Set set) {
  uint64_t rank = 0;
  for (int which = 0; set != 0; set &= set - 1) {
    rank += kBinomials[std::countr_zero(set)][++which];
  }
  return rank;
}

// Returns the rank on the board of a set that is given in the numbering of
// `left`.
inline uint64_t RankOnBoard(const SquaresLeft& left, Set renumbered) {
  uint64_t rank = 0;
  for (int which = 0; renumbered != 0; renumbered &= renumbered - 1) {
    rank += kBinomials[left.Square(std::countr_zero(renumbered))][++which];
  }
  return rank;
}

// Returns all sets of `size` < 64 squares out of `squares`, by rank.
std::vector<Set> SetsOfSize(int squares, int size);

// All sets of one size.  A move takes a square from a set and adds another one.
// So the index has, for each rest (a set with one square fewer) and each
// square, the rank of the rest with this square added:
//
//          square  0   1   2   3   4 …
//                ┌───┬───┬───┬───┬───
//     {0, 1}     │ - │ - │ 0 │ 1 │ 4        for sets of three:
//     {0, 2}     │ - │ 0 │ - │ 2 │ 5        {0, 2} with 4 has rank 5
//       …        └───┴───┴───┴───┴───
//
// Immutable, hence thread-safe.
class SetIndex {
 public:
  // Requires fewer than 2^32 sets.
  SetIndex(int squares, int size);

  uint64_t count() const { return sets_.size(); }

  // Returns the set with this rank, which must be less than count().
  Set Unrank(uint64_t rank) const { return sets_[rank]; }

  // Element s of the result is the rank of the rest with square s added.
  // Elements for squares of the rest are undefined.  There are no rests if
  // `size` is 0.
  const uint32_t* RanksWith(uint64_t rest_rank) const {
    return &ranks_with_[rest_rank * squares_];
  }

  // Calls visit(rest_rank, square) for each square of the set with this rank,
  // ascending.  rest_rank is the rank of the set without the square.
  template <typename Visit>
  void ForEachRest(uint64_t rank, Visit visit) const {
    const uint32_t* rest_rank = &rest_ranks_[rank * size_];
    for (Set rest = sets_[rank]; rest != 0; rest &= rest - 1) {
      visit(*rest_rank++, std::countr_zero(rest));
    }
  }

 private:
  const int squares_;
  const int size_;
  const std::vector<Set> sets_;
  std::vector<uint32_t> ranks_with_;  // by rest and square
  std::vector<uint32_t> rest_ranks_;  // by set and number of the square in it
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SET_INDEX_H_
