#include "solver_b/random_games_for_test.h"

#include <algorithm>
#include <bitset>
#include <string>
#include <vector>

namespace teeko::solver_b {
namespace {

std::vector<GoalFamily> FamiliesThatFit(const Game& game) {
  std::vector<GoalFamily> families;
  if (game.pieces <= std::max(game.rows, game.columns)) {
    families.push_back({GoalFamily::kLine, game.pieces});
  }
  if (game.pieces != 4) return families;
  const int extent = std::min(game.rows, game.columns) - 1;
  for (int side = 1; side <= extent; ++side) {
    families.push_back({GoalFamily::kSquare, side});
  }
  for (int radius = 1; 2 * radius <= extent; ++radius) {
    families.push_back({GoalFamily::kDiamond, radius});
  }
  if (extent >= 2) families.push_back({GoalFamily::kTiltedSquares});
  return families;
}

}  // namespace

void showValue(const Game& game, std::ostream& out) {
  out << game.rows << "x" << game.columns
      << (game.wrapped ? " wrapped, " : ", ") << "moves "
      << static_cast<int>(game.moves) << ", " << game.pieces
      << " pieces, goals (shape/size)";
  for (const GoalFamily& family : game.goals) {
    out << " " << family.shape << "/" << family.size;
  }
  for (const std::string& style : game.styles) out << " " << style;
  if (!game.scoring.has_value()) return;
  out << ", pips";
  for (const int pips : game.scoring->pips) out << " " << pips;
  out << ", " << game.scoring->special_points << " points on "
      << std::bitset<kMaxSquares>(game.scoring->special) << ", family points";
  for (const GoalFamily& family : game.goals) out << " " << family.points;
}

void showValue(const Position& position, std::ostream& out) {
  out << std::bitset<kMaxSquares>(position.mover) << " to move, "
      << std::bitset<kMaxSquares>(position.opponent) << " waits";
}

rc::Gen<Game> RandomGame(int max_squares, int max_pieces) {
  return rc::gen::exec([=]() -> Game {
    Game game;
    game.rows = *rc::gen::inRange(1, 6);
    game.columns = *rc::gen::inRange((4 + game.rows - 1) / game.rows,
                                     max_squares / game.rows + 1);
    game.pieces = *rc::gen::inRange(
        2, std::min(max_pieces, game.rows * game.columns / 2) + 1);
    game.wrapped = *rc::gen::arbitrary<bool>();
    game.moves = static_cast<Moves>(*rc::gen::inRange(0, 4));
    const std::vector<GoalFamily> families = FamiliesThatFit(game);
    RC_PRE(!families.empty());
    for (const GoalFamily& family : families) {
      if (*rc::gen::arbitrary<bool>()) game.goals.push_back(family);
    }
    RC_PRE(!game.goals.empty());
    for (int i = 0; i < 2; ++i) {
      game.styles.push_back(*rc::gen::container<std::string>(
          game.pieces, rc::gen::element('S', 'A')));
    }
    return game;
  });
}

rc::Gen<Game> RandomScoredGame(int max_squares, int max_pieces) {
  return rc::gen::exec([=]() -> Game {
    Game game = *RandomGame(max_squares, max_pieces);
    Scoring& scoring = game.scoring.emplace();
    scoring.pips = *rc::gen::container<std::vector<int>>(
        game.pieces, rc::gen::inRange(1, 4));
    if (*rc::gen::arbitrary<bool>()) {
      scoring.special = *rc::gen::inRange<Set>(1, FirstSquares(game.squares()));
      scoring.special_points = *rc::gen::inRange(1, 4);
    }
    for (GoalFamily& family : game.goals) {
      family.points = *rc::gen::inRange(0, 3);
    }
    return game;
  });
}

rc::Gen<Position> RandomPosition(const Board& board) {
  return rc::gen::exec([&board]() -> Position {
    const int pieces = board.pieces();
    const std::vector<int> squares = *rc::gen::unique<std::vector<int>>(
        2 * pieces, rc::gen::inRange(0, board.squares()));
    Position position = {};
    for (int i = 0; i < pieces; ++i) {
      position.mover |= SetOf(squares[i]);
      position.opponent |= SetOf(squares[pieces + i]);
    }
    return position;
  });
}

}  // namespace teeko::solver_b
