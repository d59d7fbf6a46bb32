// Sets of squares as bits of a number.

#ifndef TEEKO_SOLVER_B_SET_H_
#define TEEKO_SOLVER_B_SET_H_

#include <array>
#include <bit>
#include <cstdint>

namespace teeko::solver_b {

// A set of squares: bit i stands for square i, from 0 (docs/formats.md).
using Set = uint64_t;

inline constexpr int kMaxSquares = 64;

constexpr Set SetOf(int square) { return Set{1} << square; }

// Returns the set of squares 0 to n - 1; n is 1 to 64.
constexpr Set FirstSquares(int n) { return ~Set{0} >> (kMaxSquares - n); }

// A permutation of the squares: maps square i to element i.
using Permutation = std::array<uint8_t, kMaxSquares>;

// Returns the image of `set` under the map i → squares[i].
template <typename Squares>
Set Image(const Squares& squares, Set set) {
  Set image = 0;
  for (; set != 0; set &= set - 1) {
    image |= SetOf(squares[std::countr_zero(set)]);
  }
  return image;
}

// By square: the squares to which a piece can move.
using Neighbors = std::array<Set, kMaxSquares>;

// The squares outside the set `taken`, renumbered from 0 in their order.  The
// squares of `taken` have numbers of their own:
//
//     taken        . X . X X .
//     renumbered   0 0 1 1 2 2
class SquaresLeft {
 public:
  SquaresLeft(int squares, Set taken) {
    int taken_count = 0;
    for (int square = 0; square < squares; ++square) {
      if ((taken & SetOf(square)) != 0) {
        numbers_[square] = taken_count++;
        continue;
      }
      squares_[count_] = square;
      numbers_[square] = count_++;
    }
  }

  int count() const { return count_; }

  // Convert the board's numbers to the new numbers and back.  Except for
  // Number, they require squares outside `taken`.
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
