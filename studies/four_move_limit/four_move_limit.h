// The four-move limit as a state machine (docs/rules.md §5): what a player must
// remember beside the position, who may invoke, what satisfies a limit.
//
// The wordings that are compared form one family:
//
//   steady turns  the invoker may not return a piece on …
//   0             (Scarne) whatever turn he likes to
//   1             (Steele's amendment) the turn on which he invokes
//   s             that turn and his next s − 1: if he does, the limit is off
//
// A side *returns* when it puts a piece back on the square that this piece left
// on the side's previous turn.  So a player who has just returned has moved a
// piece A→B and back B→A: this is when the other may invoke.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_FOUR_MOVE_LIMIT_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_FOUR_MOVE_LIMIT_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "studies/placements/board.h"

namespace teeko::studies {

inline constexpr Move kNoMove = {-1, -1};

struct Wording {
  int limit = 4;         // moves of the limited side, 1 or more
  int steady_turns = 0;  // see above
  // Whether he who invokes comes under the same limit himself, for the piece
  // that he moves on that turn.
  bool binds_invoker = false;
};

// What one side brings to a state.
struct Side {
  Set pieces = 0;
  // Its last move; kNoMove before its first.
  Move last = kNoMove;
  // Whether that was a return.
  bool returned = false;
  // While it is under a limit: how many of its next moves are left to comply.
  // The limit forbids going on to shuttle one piece between two squares; until
  // it is satisfied every move was such a shuttle, so the last move tells both
  // squares.  0 when there is no limit.
  int8_t moves_left = 0;
  // On how many more of his turns the invoker of that limit has to be steady.
  int8_t steady_left = 0;

  friend bool operator==(const Side&, const Side&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Side& s) {
    return H::combine(std::move(h), s.pieces, s.last.from, s.last.to,
                      s.returned, s.moves_left, s.steady_left);
  }
};

struct State {
  Side mover;
  Side opponent;

  // Nobody has moved yet.
  static State Of(kernel::Position position) {
    return {{.pieces = position.mover}, {.pieces = position.opponent}};
  }
  kernel::Position position() const { return {mover.pieces, opponent.pieces}; }

  friend bool operator==(const State&, const State&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const State& s) {
    return H::combine(std::move(h), s.mover, s.opponent);
  }
};

// A move, and whether the mover invokes the limit with it.
struct Turn {
  Move move;
  bool invokes = false;
};

// Whether the mover may invoke together with this move.
bool MayInvoke(const State& state, const Turn& turn, const Wording& wording);

// The state after a turn, seen from the other side, or nullopt if the turn
// forfeits the game: it fails a limit on its last move, or invokes without the
// right to.  Requires a move that the plain game allows.
std::optional<State> After(const State& state, const Turn& turn,
                           const Wording& wording);

// Whether test(turn, next state) is true of a turn with this move that does not
// forfeit; none is tried after it.
template <typename Test>
bool AnyTurnWith(Move move, const State& state, const Wording& wording,
                 Test test) {
  for (const bool invokes : {false, true}) {
    const Turn turn{move, invokes};
    const std::optional<State> next = After(state, turn, wording);
    if (next.has_value() && test(turn, *next)) return true;
  }
  return false;
}

// The same with any move.  A side without turns that do not forfeit has lost.
template <typename Test>
bool AnyTurn(const Board& board, const State& state, const Wording& wording,
             Test test) {
  return board.AnyNext(board.PositionOf(state.position()),
                       [&](Move move, Position) {
                         return AnyTurnWith(move, state, wording, test);
                       });
}

// Calls visit(turn, next state) for all of them.
template <typename Visit>
void ForEachTurn(const Board& board, const State& state, const Wording& wording,
                 Visit visit) {
  AnyTurn(board, state, wording, [&](const Turn& turn, const State& next) {
    visit(turn, next);
    return false;
  });
}

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_FOUR_MOVE_LIMIT_H_
