#include "solver_b/native.h"

#include "solver_b/require.h"

namespace teeko::solver_b {
namespace {

GoalFamily MakeFamily(const teeko::GoalFamily& family) {
  if (family.has_line()) {
    return {GoalFamily::kLine, int(family.line().length())};
  }
  if (family.has_square()) {
    return {GoalFamily::kSquare, int(family.square().side())};
  }
  if (family.has_diamond()) {
    return {GoalFamily::kDiamond, int(family.diamond().radius())};
  }
  Require(family.has_tilted_squares(), "every goal family has a shape");
  return {GoalFamily::kTiltedSquares};
}

}  // namespace

Game MakeGame(const Rules& rules) {
  Game game = {.rows = int(rules.rows()),
               .columns = int(rules.columns()),
               .pieces = int(rules.pieces()),
               .wrapped = rules.edges() == Rules::WRAPPED,
               .moves = static_cast<Moves>(rules.moves()),
               .goals = {},
               .styles = {rules.styles().begin(), rules.styles().end()}};
  for (const teeko::GoalFamily& family : rules.goals()) {
    game.goals.push_back(MakeFamily(family));
    game.goals.back().points = int(family.points());
  }
  if (rules.has_scoring()) {
    const teeko::Scoring& stated = rules.scoring();
    Scoring& scoring = game.scoring.emplace();
    scoring.pips.assign(stated.pips().begin(), stated.pips().end());
    for (const uint32_t square : stated.special_squares()) {
      scoring.special |= SetOf(square - 1);
    }
    scoring.special_points = int(stated.special_points());
  }
  return game;
}

}  // namespace teeko::solver_b
