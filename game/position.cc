#include "game/position.h"

#include <tuple>

namespace teeko {

std::string ToString(Colour colour) {
  return colour == Colour::kBlack ? "Black" : "Red";
}

std::string ToString(Move move) { return SquareNames().Of(move); }

std::string SquareNames::Of(int square) const {
  if (!letters) return std::to_string(square);
  const char column = 'a' + (square - 1) % columns;
  return column + std::to_string(rows - (square - 1) / columns);
}

std::string SquareNames::Of(Move move) const {
  if (!move.IsDrop()) return Of(move.from) + "-" + Of(move.to);
  return move.pips > 0 ? Of(move.to) + ":" + std::to_string(move.pips)
                       : Of(move.to);
}

std::string ToString(Value value) {
  if (!value.winner) return "Draw";
  const std::string winner = ToString(*value.winner);
  return value.plies == 0 ? winner + " wins"
                          : winner + " in " + std::to_string(value.plies);
}

int PointsFor(Colour player, Value value) {
  if (!value.winner) return 0;
  return value.winner == player ? value.points : -value.points;
}

bool Prefers(Colour player, Value a, Value b) {
  const auto utility = [player](Value value) {
    const int points = PointsFor(player, value);
    return std::tuple(points, points > 0 ? -value.plies : value.plies);
  };
  return utility(a) > utility(b);
}

}  // namespace teeko
