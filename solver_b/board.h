// The board of a game: neighbours, goals and symmetries.

#ifndef TEEKO_SOLVER_B_BOARD_H_
#define TEEKO_SOLVER_B_BOARD_H_

#include <vector>

#include "solver_b/game.h"
#include "solver_b/set.h"

namespace teeko::solver_b {

// Immutable, hence thread-safe.
class Board {
 public:
  explicit Board(const Game& game);

  const Game& game() const { return game_; }
  int squares() const { return game_.squares(); }
  // Pieces per side.
  int pieces() const { return game_.pieces; }

  const Neighbors& neighbors() const { return neighbors_; }

  // All goals, ascending, without duplicates.
  const std::vector<Set>& goals() const { return goals_; }
  bool IsGoal(Set set) const;
  // Returns the points of a goal: the most points of the families that have it.
  int PointsOf(Set goal) const;

  // All symmetries of the board, without duplicates, the identity first.  They
  // form a group and map goals to goals, and special squares to special
  // squares.
  const std::vector<Permutation>& symmetries() const { return symmetries_; }

 private:
  Game game_;
  Neighbors neighbors_;
  std::vector<Permutation> symmetries_;
  std::vector<Set> goals_;
  std::vector<int> points_;  // of each goal
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_BOARD_H_
