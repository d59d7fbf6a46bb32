#include "game/position.h"

#include <tuple>

#include "absl/strings/str_cat.h"

namespace teeko {

std::string ToString(Colour colour) {
  return colour == Colour::kBlack ? "Black" : "Red";
}

std::string ToString(Move move) {
  return move.IsDrop() ? absl::StrCat(move.to)
                       : absl::StrCat(move.from, "-", move.to);
}

std::string ToString(Value value) {
  if (!value.winner) return "Draw";
  const std::string winner = ToString(*value.winner);
  return value.plies == 0 ? absl::StrCat(winner, " wins")
                          : absl::StrCat(winner, " in ", value.plies);
}

bool Prefers(Colour player, Value a, Value b) {
  const auto utility = [player](Value value) {
    if (!value.winner) return std::tuple(0, 0);
    const bool wins = value.winner == player;
    return std::tuple(wins ? 1 : -1, wins ? -value.plies : value.plies);
  };
  return utility(a) > utility(b);
}

}  // namespace teeko
