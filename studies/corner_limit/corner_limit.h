// The ten-move corner limit (game/RULES.md §5): a state machine, and the game
// with it solved for limits of any length.

#ifndef TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
#define TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "studies/placements/board.h"
#include "studies/placements/only_moves.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

struct CornerState {
  Set mover = 0;
  Set opponent = 0;
  // While a side is under a limit: how many of its next moves are left, one of
  // which has to be made by one of the three pieces.  They have not moved
  // since it was invoked, so the piece that they box in is boxed in still.
  int mover_left = 0;
  int opponent_left = 0;

  friend bool operator==(const CornerState&, const CornerState&) = default;
};

struct CornerTurn {
  int from;  // 0-based squares
  int to;
  bool invokes = false;
};

// The three pieces of `other` that box in a piece of `own` in a corner; empty
// if none is.  There cannot be two: that would take six.
Set BoxingPieces(const Board& board, Set own, Set other);

// The state after a turn, seen from the other side, or nullopt if the turn
// forfeits the game.  Requires a move that the plain game allows.
std::optional<CornerState> After(const Board& board, const CornerState& state,
                                 const CornerTurn& turn, int limit);

// What a limit of some length changes, over all positions with no limit
// running; wins, draws and losses are the mover's.
struct CornerResult {
  int limit = 0;
  uint64_t boxed = 0;  // positions in which the mover may invoke
  uint64_t draws_won = 0;
  uint64_t draws_lost = 0;
  uint64_t losses_drawn = 0;
  uint64_t losses_won = 0;
  uint64_t wins_drawn = 0;
  uint64_t wins_lost = 0;
  // Decided the same way, but in another number of plies.
  uint64_t other_length = 0;
  // The first position of each kind in which the mover may invoke.
  std::optional<Position> draw_won;
  std::optional<Position> loss_rescued;

  bool ChangesAValue() const {
    return draws_won + draws_lost + losses_drawn + losses_won + wins_drawn +
               wins_lost + other_length >
           0;
  }
};

// Solves the game with a limit of 1, 2, …, `longest` moves, on oneTBB threads
// (README.md, lemma 5).
std::vector<CornerResult> SolveCornerLimits(const Board& board,
                                            const Values& values, int longest);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
