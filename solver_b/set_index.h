// Sets of one size in ascending order, with patterns: rank, unrank, and move.

#ifndef TEEKO_SOLVER_B_SET_INDEX_H_
#define TEEKO_SOLVER_B_SET_INDEX_H_

#include <array>
#include <cstdint>
#include <vector>

#include "solver_b/markers.h"
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

// All sets of one size, each with all patterns of the attacker's markers: the
// set with rank r and the pattern with number p have the index r · P + p, where
// P is the number of patterns.  The markers are either those on the set, or
// those of the other side.
//
// A move takes a square from a set and adds another one.  A *rest* is a set
// with one square fewer, and the classes of its markers and of the missing
// marker. The index has, for each rest and each square, the index of the set
// with this square added:
//
//          square  0   1   2   3   4 …
//                ┌───┬───┬───┬───┬───
//     {0, 1}     │ - │ - │ 0 │ 1 │ 4        for sets of three, one pattern:
//     {0, 2}     │ - │ 0 │ - │ 2 │ 5        {0, 2} with 4 has index 5
//       …        └───┴───┴───┴───┴───
//
// Immutable, hence thread-safe.
class SetIndex {
 public:
  // `marked` is true if the patterns are those of the sets.  Requires fewer
  // than 2^32 sets with patterns.
  SetIndex(int squares, int size, const Patterns& patterns, bool marked);
  // Indexes sets with one pattern.
  SetIndex(int squares, int size)
      : SetIndex(squares, size, Patterns(size, {Patterns::Classes(size)}),
                 true) {}

  uint64_t count() const { return sets_.size(); }
  uint32_t pattern_count() const { return pattern_count_; }

  // Return the set and the pattern with an index less than count().
  Set Unrank(uint64_t index) const { return sets_[index]; }
  uint32_t PatternOf(uint64_t index) const {
    return pattern_count_ == 1 ? 0 : uint32_t(index) % pattern_count_;
  }
  // Returns the index of a set with pattern 0.
  uint64_t IndexOf(Set set) const { return Rank(set) * pattern_count_; }

  // Element s of the result is the index of the rest with square s added.  For
  // squares of the rest, and for `squares` if this is an odd number, it is
  // count().  There are no rests if `size` is 0.
  const uint32_t* IndicesWith(uint64_t rest) const {
    return &indices_with_[rest * stride_];
  }
  // Returns the number of all rests.
  uint64_t rest_count() const { return indices_with_.size() / stride_; }
  // The rests of one set are consecutive.  Element i of the result is the class
  // of the missing marker of the i-th one (0 if the sets are not marked).
  const std::vector<uint8_t>& missing_classes() const {
    return missing_classes_;
  }

  // Calls visit(rest, square) for each square of the set with this index,
  // ascending.  `rest` is the number of the set without the square.
  template <typename Visit>
  void ForEachRest(uint64_t index, Visit visit) const {
    const uint32_t* number = &rests_[index * size_];
    for (Set rest = sets_[index]; rest != 0; rest &= rest - 1) {
      visit(*number++, std::countr_zero(rest));
    }
  }

 private:
  const int stride_;  // of indices_with_
  const int size_;
  const uint32_t pattern_count_;
  std::vector<Set> sets_;
  std::vector<uint32_t> indices_with_;  // by rest and square
  std::vector<uint8_t> missing_classes_;
  std::vector<uint32_t> rests_;  // by index and number of the square in the set
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SET_INDEX_H_
