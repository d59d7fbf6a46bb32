// The board without the squares of one set.

#ifndef TEEKO_SOLVER_B_SQUARES_LEFT_H_
#define TEEKO_SOLVER_B_SQUARES_LEFT_H_

#include <array>
#include <bit>
#include <cstdint>

#include "solver_b/set.h"

namespace teeko::solver_b {

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

#endif  // TEEKO_SOLVER_B_SQUARES_LEFT_H_
