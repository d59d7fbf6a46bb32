// The board of solver A: squares, neighbours and goals, derived from Rules.

#ifndef TEEKO_SOLVER_A_BOARD_H_
#define TEEKO_SOLVER_A_BOARD_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// A set of squares: bit i stands for the square with number i + 1 in Rules.
// This code numbers squares from 0.
using Set = uint64_t;

class Board {
 public:
  // Requires that `rules` passed ValidateRules.
  explicit Board(const Rules& rules);

  int squares() const { return squares_; }
  // Pieces per side.
  int pieces() const { return pieces_; }
  // All goals, ascending, without duplicates.
  const std::vector<Set>& goals() const { return goals_; }
  bool IsGoal(Set set) const;
  // Returns the squares that a move from `square` (0-based) can reach.  A piece
  // can move to those that are empty.
  Set Neighbours(int square) const { return neighbours_[square]; }

  // Returns the positions (mover, opponent) after each move from a position of
  // the move phase.  The opponent becomes the mover.
  std::vector<std::pair<Set, Set>> Successors(Set mover, Set opponent) const;

 private:
  int squares_;
  int pieces_;
  std::vector<Set> neighbours_;
  std::vector<Set> goals_;
};

// Returns the squares of a set, 0-based and ascending.
std::vector<int> SquaresOf(Set set);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_BOARD_H_
