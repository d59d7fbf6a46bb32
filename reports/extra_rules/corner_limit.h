// The ten-move corner limit (SPEC.md §5): a state machine, and the game with it
// solved for limits of any length.

#ifndef TEEKO_REPORTS_EXTRA_RULES_CORNER_LIMIT_H_
#define TEEKO_REPORTS_EXTRA_RULES_CORNER_LIMIT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "reports/extra_rules/board.h"
#include "reports/extra_rules/only_moves.h"
#include "reports/extra_rules/values.h"

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

// What a limit of some length does, by the outcome for the side that is boxed
// in and to move in the plain game and with the limit.  All positions count,
// symmetric ones too.
struct CornerResult {
  int limit = 0;
  uint64_t boxed = 0;  // positions: a piece of the side to move is boxed in
  uint64_t draws_won = 0;
  uint64_t losses_drawn = 0;
  uint64_t losses_won = 0;
  // Decided the same way, but in another number of plies.
  uint64_t other_length = 0;
  // The first position of each kind.
  std::optional<Position> draw_won;
  std::optional<Position> loss_rescued;

  bool ChangesAnOutcome() const {
    return draws_won + losses_drawn + losses_won > 0;
  }
};

// For limits of 1, 2, …, `longest` moves.  Whatever follows after a limit has
// been satisfied has its plain value: where a result changes no outcome and no
// length, this is exact for the whole game; where it does, the counts are those
// of the first such turn (README.md, lemma 6).
std::vector<CornerResult> SolveCornerLimits(const Board& board,
                                            const Values& values, int longest);

}  // namespace teeko::extra_rules

#endif  // TEEKO_REPORTS_EXTRA_RULES_CORNER_LIMIT_H_
