// The board of a game: neighbours, goals, symmetries.

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
  // Of a side.
  int pieces() const { return game_.pieces; }

  const Neighbors& neighbors() const { return neighbors_; }

  // Every set of squares with which a side wins; ascending, without repeats.
  const std::vector<Set>& goals() const { return goals_; }
  bool IsGoal(Set set) const;

  // The symmetries of the board, without repeats; all take goals to goals.
  // They form a group; the identity comes first.
  const std::vector<Permutation>& symmetries() const { return symmetries_; }

 private:
  Game game_;
  Neighbors neighbors_;
  std::vector<Permutation> symmetries_;
  std::vector<Set> goals_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_BOARD_H_
