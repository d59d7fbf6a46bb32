#include "solver_b/board.h"

#include <algorithm>

#include "solver_b/geometry.h"

namespace teeko::solver_b {

Board::Board(const Rules& rules)
    : squares_(rules.rows() * rules.columns()),
      columns_(rules.columns()),
      pieces_(rules.pieces()),
      neighbors_(FindNeighbors(rules)),
      goals_(FindGoals(rules)),
      symmetries_(FindSymmetries(rules)) {
  // A permutation takes different goals to different ones, so it keeps the
  // goals if each image is a goal.
  std::erase_if(symmetries_, [this](const Permutation& symmetry) {
    return !std::all_of(goals_.begin(), goals_.end(), [&](Set goal) {
      return IsGoal(Image(symmetry, goal));
    });
  });
}

bool Board::IsGoal(Set set) const {
  return std::binary_search(goals_.begin(), goals_.end(), set);
}

std::vector<Position> Board::Successors(const Position& position) const {
  std::vector<Position> successors;
  ForEachMove(neighbors_, position.mover, position.mover | position.opponent,
              [&](Set after) {
                successors.push_back({position.opponent, after});
              });
  return successors;
}

std::vector<Position> Board::Predecessors(const Position& position) const {
  std::vector<Position> predecessors;
  ForEachMove(neighbors_, position.opponent, position.mover | position.opponent,
              [&](Set before) {
                predecessors.push_back({before, position.mover});
              });
  return predecessors;
}

}  // namespace teeko::solver_b
