// Sets of one size in their order as numbers: rank, unrank, and move.

#ifndef TEEKO_SOLVER_B_SET_INDEX_H_
#define TEEKO_SOLVER_B_SET_INDEX_H_

#include <array>
#include <cstdint>
#include <vector>

#include "solver_b/set.h"

namespace teeko::solver_b {

// Pascal's triangle: kBinomials[n][k] sets of k among n squares, n up to 64.
inline constexpr auto kBinomials = [] {
  std::array<std::array<uint64_t, kMaxSquares + 1>, kMaxSquares + 1> c = {};
  for (int n = 0; n <= kMaxSquares; ++n) {
    c[n][0] = 1;
    for (int k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
  }
  return c;
}();

// All sets of `size` among `squares` squares.  Immutable, hence thread-safe.
// Takes 8 bytes a set.
class SetIndex {
 public:
  // `squares` is at most 64, `size` less; the sets must be fewer than 2^56.
  SetIndex(int squares, int size);

  uint64_t count() const { return sets_.size(); }

  // The number of sets before `set`: with squares c₁ < c₂ < …, it is
  // C(c₁, 1) + C(c₂, 2) + … .
  uint64_t Rank(Set set) const;

  // The set with this rank, which is less than count().
  Set Unrank(uint64_t rank) const { return sets_[rank]; }

 private:
  // Rank adds up what each chunk of the set's bits contributes.  That depends
  // on how many squares the lower chunks have, so every contribution carries
  // the number of its squares above the rank's bits:
  //
  //     63    56 55                                  0
  //    ┌────────┬─────────────────────────────────────┐
  //    │squares │ C(c, i) summed over these squares   │
  //    └────────┴─────────────────────────────────────┘
  static constexpr int kChunkBits = 8;
  static constexpr int kRankBits = 56;

  int chunks_;
  int size_;
  std::vector<Set> sets_;
  // [chunk][squares in lower chunks: 0 to size_][bits of the chunk]
  std::vector<uint64_t> contributions_;
};

inline uint64_t SetIndex::Rank(Set set) const {
  uint64_t sum = 0;
  const uint64_t* chunk = contributions_.data();
  for (int i = 0; i < chunks_; ++i) {
    const Set bits = set & (SetOf(kChunkBits) - 1);
    sum += chunk[((sum >> kRankBits) << kChunkBits) + bits];
    set >>= kChunkBits;
    chunk += (size_ + 1) << kChunkBits;
  }
  return sum & ((uint64_t{1} << kRankBits) - 1);
}

// Calls visit(rank) for each of the first `squares` squares outside `set`, in
// ascending order, with the rank of `set` once it has this square, too.
template <typename Visit>
void ForEachRankWith(int squares, Set set, Visit visit) {
  // The set's squares above the added one contribute as the next ones.
  uint64_t others = 0;
  int which = 1;
  for (Set rest = set; rest != 0; rest &= rest - 1) {
    others += kBinomials[std::countr_zero(rest)][++which];
  }
  which = 1;
  for (int square = 0;; ++square, ++which, set &= set - 1) {
    const int end = set == 0 ? squares : std::countr_zero(set);
    for (; square < end; ++square) visit(others + kBinomials[square][which]);
    if (set == 0) return;
    others += kBinomials[end][which] - kBinomials[end][which + 1];
  }
}

// The rank of a set on the board that is numbered as in `left`: there and on
// the board its squares have the same order.
inline uint64_t RankOnBoard(const SquaresLeft& left, Set renumbered) {
  uint64_t rank = 0;
  int which = 0;
  for (; renumbered != 0; renumbered &= renumbered - 1) {
    rank += kBinomials[left.Square(std::countr_zero(renumbered))][++which];
  }
  return rank;
}

// For each set of one square less than in `sets`, and each square outside it,
// the rank of both together in `sets`.  So a piece is moved by one access: the
// smaller set is what stays when it is lifted.
//
//          square  0   1   2   3   4 …
//                ┌───┬───┬───┬───┬───
//     {0, 1}     │ - │ - │ 0 │ 1 │ 4        for sets of three:
//     {0, 2}     │ - │ 0 │ - │ 2 │ 5        {0, 2} and 4 is number 5
//       …        └───┴───┴───┴───┴───
//
// Immutable, hence thread-safe.
class LiftedSets {
 public:
  // For all `sets` of `size` among `squares` squares, which are fewer than
  // 2^32; `size` is positive.
  LiftedSets(int squares, int size);

  // By square; nothing for squares of the set.
  const uint32_t* RanksWith(uint64_t lifted_rank) const {
    return &ranks_[lifted_rank * squares_];
  }

  // Calls visit(lifted_rank, square) for each square of `set`, ascending, with
  // the rank of what stays if it is lifted.
  template <typename Visit>
  static void ForEachLift(Set set, Visit visit) {
    // Those above the lifted square count as one less.
    uint64_t rank = 0;
    int which = 0;
    for (Set rest = set & (set - 1); rest != 0; rest &= rest - 1) {
      rank += kBinomials[std::countr_zero(rest)][++which];
    }
    which = 0;
    for (Set rest = set;;) {
      const int square = std::countr_zero(rest);
      visit(rank, square);
      rest &= rest - 1;
      if (rest == 0) return;
      ++which;
      rank +=
          kBinomials[square][which] - kBinomials[std::countr_zero(rest)][which];
    }
  }

 private:
  const int squares_;
  std::vector<uint32_t> ranks_;  // by lifted set and square
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SET_INDEX_H_
