// Sets of squares as numbers.

#ifndef TEEKO_SOLVER_B_SET_H_
#define TEEKO_SOLVER_B_SET_H_

#include <array>
#include <bit>
#include <cstdint>

namespace teeko::solver_b {

// A set of squares: bit i stands for square i, counted from 0
// (proto/README.md).
using Set = uint64_t;

inline constexpr int kMaxSquares = 64;

constexpr Set SetOf(int square) { return Set{1} << square; }

// Where each square goes: square i to (*this)[i].
using Permutation = std::array<uint8_t, kMaxSquares>;

// The squares to which `permutation`, by square, takes those of `set`.
inline Set Image(const uint8_t* permutation, Set set) {
  Set image = 0;
  for (; set != 0; set &= set - 1) {
    image |= SetOf(permutation[std::countr_zero(set)]);
  }
  return image;
}
inline Set Image(const Permutation& permutation, Set set) {
  return Image(permutation.data(), set);
}

// For each square those to which a piece can move from there.
using Neighbors = std::array<Set, kMaxSquares>;

// Calls visit(Set) with every set that `pieces` can become by the move of one
// of them to a neighbouring square outside `occupied`, which includes `pieces`.
// A move can be taken back the same way, so these are as well the sets that
// `pieces` may have been before their last move.
template <typename Visit>
void ForEachMove(const Neighbors& neighbors, Set pieces, Set occupied,
                 Visit visit) {
  for (Set rest = pieces; rest != 0; rest &= rest - 1) {
    const int from = std::countr_zero(rest);
    const Set lifted = pieces ^ SetOf(from);
    for (Set to = neighbors[from] & ~occupied; to != 0; to &= to - 1) {
      visit(lifted | SetOf(std::countr_zero(to)));
    }
  }
}

// The squares outside a set, renumbered from 0 in their order:
//
//     taken     . X . X X .
//     renumbered 0   1     2
class SquaresLeft {
 public:
  SquaresLeft(int squares, Set taken) {
    for (int square = 0; square < squares; ++square) {
      if ((taken & SetOf(square)) != 0) continue;
      squares_[count_] = square;
      numbers_[square] = count_++;
    }
  }

  int count() const { return count_; }

  // From the board's numbers to those here, and back.  Sets hold only squares
  // that are left.
  int Number(int square) const { return numbers_[square]; }
  int Square(int number) const { return squares_[number]; }
  Set Renumber(Set set) const { return Image(numbers_, set); }
  Set OnBoard(Set renumbered) const { return Image(squares_, renumbered); }

 private:
  int count_ = 0;
  Permutation squares_ = {};  // by number
  Permutation numbers_ = {};  // by square
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SET_H_
