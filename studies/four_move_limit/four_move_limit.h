// The four-move limit as a state machine (docs/rules.md §5): the history that a
// state needs, who may invoke the limit, and which moves satisfy it.
//
// The wordings form one family:
//
//   steady turns
//   0  (Scarne) the invoker may return a piece on every turn
//   1  (Steele's amendment) he may not return on the turn on which he invokes
//   s  as 1; and if he returns on one of his next s − 1 turns, the limit is off
//
// A side *returns* when it puts a piece back on the square that this piece left
// on the side's previous turn.  So a side that has just returned has moved a
// piece A→B and back B→A. The other side may invoke the limit right after a
// return.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_FOUR_MOVE_LIMIT_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_FOUR_MOVE_LIMIT_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "studies/placements/board.h"

namespace teeko::studies {

inline constexpr Move kNoMove = {-1, -1};

struct Wording {
  int limit = 4;         // number of moves of the limited side, 1 or more
  int steady_turns = 0;  // see above
  // True if the invoker comes under the same limit, for the piece that he moves
  // on the turn on which he invokes.
  bool binds_invoker = false;
};

// The part of a state that belongs to one side.
struct Side {
  Set pieces = 0;
  // Its last move; kNoMove before its first.
  Move last = kNoMove;
  // True if the last move was a return.
  bool returned = false;
  // Under a limit: the number of moves left to comply.  0 without a limit.
  // Until the limit is satisfied, every move shuttles the limited piece between
  // two squares, so the last move names both squares.
  int8_t moves_left = 0;
  // The number of turns on which the invoker of this limit must still be
  // steady.
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

  // Returns the state in which no side has moved yet.
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

// True if the mover may invoke the limit together with this move.
bool MayInvoke(const State& state, const Turn& turn, const Wording& wording);

// Returns the state after a turn, seen from the other side.  Returns nullopt if
// the turn forfeits the game: it violates a limit that has one move left, or
// invokes a limit that the mover may not invoke.  Requires a move that the
// plain game allows.
std::optional<State> After(const State& state, const Turn& turn,
                           const Wording& wording);

// True if test(turn, next state) is true for a turn with this move that does
// not forfeit.  Stops at the first such turn.
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

// True if test(turn, next state) is true for any turn that does not forfeit.  A
// side has lost if all its turns forfeit.
template <typename Test>
bool AnyTurn(const Board& board, const State& state, const Wording& wording,
             Test test) {
  return board.AnyNext(board.PositionOf(state.position()),
                       [&](Move move, Position) {
                         return AnyTurnWith(move, state, wording, test);
                       });
}

// Calls visit(turn, next state) for all turns that do not forfeit.
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
