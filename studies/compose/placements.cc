#include "studies/compose/placements.h"

#include <algorithm>

#include "verify/order.h"

namespace teeko::studies {
namespace {

constexpr bool IsLoss(kernel::Value value) { return value % 2 == 1; }

}  // namespace

kernel::Value Placements::ValueOf(kernel::Position position) const {
  return values_[kernel::Index(game_, position)];
}

int Placements::WinIn(kernel::Position position) const {
  const kernel::Value value = ValueOf(position);
  return value == kernel::kDraw || IsLoss(value) ? 0 : value - 1;
}

std::vector<kernel::Position> Placements::BestSuccessors(
    kernel::Position position) const {
  std::vector<kernel::Position> best;
  if (ValueOf(position) == kernel::kLossIn0) return best;
  kernel::Value best_value = kernel::kDraw;
  kernel::ForEachSuccessor(game_, position, [&](kernel::Position successor) {
    const kernel::Value value = ValueOf(successor);
    if (best.empty() || kernel::Picks('S', value, best_value)) {
      best.clear();
      best_value = value;
    }
    if (value == best_value) best.push_back(successor);
  });
  return best;
}

int Placements::CountMoves(kernel::Position position) const {
  int moves = 0;
  kernel::ForEachSuccessor(game_, position,
                           [&moves](kernel::Position) { ++moves; });
  return moves;
}

bool Placements::HasOneWinningMove(kernel::Position position) const {
  int winning = 0;
  kernel::ForEachSuccessor(game_, position, [&](kernel::Position successor) {
    if (IsLoss(ValueOf(successor))) ++winning;
  });
  return winning == 1;
}

bool Placements::HasOneSolution(kernel::Position position) const {
  if (WinIn(position) <= kFreePlies) return true;
  const std::vector<kernel::Position> best = BestSuccessors(position);
  return best.size() == 1 && std::ranges::all_of(BestSuccessors(best[0]),
                                                 [this](kernel::Position next) {
                                                   return HasOneSolution(next);
                                                 });
}

bool Placements::HasLineWithoutChoice(kernel::Position position) const {
  const std::vector<kernel::Position> best = BestSuccessors(position);
  if (best.size() != 1) return false;
  if (ValueOf(best[0]) == kernel::kLossIn0) return true;
  return std::ranges::any_of(
      BestSuccessors(best[0]),
      [this](kernel::Position next) { return HasLineWithoutChoice(next); });
}

bool Placements::FollowsAMistake(kernel::Position position) const {
  // Clang 14's lambdas capture no structured binding.
  const kernel::Set mover = position.mover;
  const kernel::Set opponent = position.opponent;
  const kernel::Set empty = kernel::Below(game_.squares) & ~(mover | opponent);
  bool mistake = false;
  kernel::ForEachSquare(opponent, [&](int to) {
    kernel::ForEachSquare(game_.neighbours[to] & empty, [&](int from) {
      const kernel::Set before =
          opponent ^ kernel::Only(to) ^ kernel::Only(from);
      mistake |= ValueOf({before, mover}) == kernel::kDraw;
    });
  });
  return mistake;
}

bool Placements::BeginsQuietly(kernel::Position position) const {
  const auto [mover, opponent] = BestSuccessors(position).front();
  return WinIn({opponent, mover}) != 1;
}

}  // namespace teeko::studies
