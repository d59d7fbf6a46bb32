// The board of solver A: squares, neighbours and goals, from the words of
// Rules.

#ifndef TEEKO_SOLVER_A_BOARD_H_
#define TEEKO_SOLVER_A_BOARD_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// A set of squares: bit i stands for square i + 1.
using Set = uint64_t;

class Board {
 public:
  // `rules` have passed ValidateRules.
  explicit Board(const Rules& rules);

  int squares() const { return squares_; }
  // Pieces of a side.
  int pieces() const { return pieces_; }
  // Each once, as ascending numbers.
  const std::vector<Set>& goals() const { return goals_; }
  bool IsGoal(Set set) const;
  // Squares that a piece can move to from `square` (0-based) if they are empty.
  Set Neighbours(int square) const { return neighbours_[square]; }

  // Positions (mover, opponent) after each move from a position of the move
  // phase; the mover there is the opponent here.
  std::vector<std::pair<Set, Set>> Successors(Set mover, Set opponent) const;

 private:
  int squares_;
  int pieces_;
  std::vector<Set> neighbours_;
  std::vector<Set> goals_;
};

// The squares of a set, 0-based and ascending.
std::vector<int> SquaresOf(Set set);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_BOARD_H_
