#include "studies/four_move_limit/four_move_limit.h"

#include <algorithm>

namespace teeko::studies {
namespace {

// True if a move takes the last move of the side back.
bool IsReturn(const Side& side, Move move) { return move == side.last.Back(); }

}  // namespace

bool MayInvoke(const State& state, const Turn& turn, const Wording& wording) {
  if (!state.opponent.returned) return false;
  if (state.opponent.moves_left > 0) return false;  // one limit at a time
  return wording.steady_turns == 0 || !IsReturn(state.mover, turn.move);
}

std::optional<State> After(const State& state, const Turn& turn,
                           const Wording& wording) {
  if (turn.invokes && !MayInvoke(state, turn, wording)) return std::nullopt;
  const bool returns = IsReturn(state.mover, turn.move);

  Side mover = state.mover;
  mover.pieces = After(mover.pieces, turn.move);
  mover.last = turn.move;
  mover.returned = returns;
  if (mover.moves_left > 0) {
    // Under a limit, the move that continues the shuttle is the one that
    // returns.
    if (returns && mover.moves_left == 1) return std::nullopt;
    mover.moves_left = returns ? mover.moves_left - 1 : 0;
    if (mover.moves_left == 0) mover.steady_left = 0;
  }

  Side opponent = state.opponent;
  if (turn.invokes) {
    opponent.moves_left = wording.limit;
    opponent.steady_left = std::max(wording.steady_turns - 1, 0);
    if (wording.binds_invoker && mover.moves_left == 0) {
      mover.moves_left = wording.limit;
    }
  } else if (opponent.steady_left > 0) {
    --opponent.steady_left;
    if (returns) opponent.moves_left = opponent.steady_left = 0;
  }
  return State{opponent, mover};
}

}  // namespace teeko::studies
