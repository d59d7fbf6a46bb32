// The ten-move corner limit (game/RULES.md §5): a state machine, and the game
// with it solved for limits of any length.

#ifndef TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
#define TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_

#include <optional>
#include <vector>

#include "proto/extra_rules.pb.h"
#include "studies/placements/board.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

// What a side is asked for: one of its next `moves_left` moves has to be made
// by one of its pieces on the three neighbours of `corner`.  None of these has
// moved since, so the piece that they box in is boxed in still.
struct RunningLimit {
  int corner = 0;
  int moves_left = 0;  // 0: there is no limit

  friend bool operator==(const RunningLimit&, const RunningLimit&) = default;
};

struct CornerState {
  kernel::Position position;
  RunningLimit mover = {};     // on the mover
  RunningLimit opponent = {};  // on the opponent

  friend bool operator==(const CornerState&, const CornerState&) = default;
};

struct CornerTurn {
  Move move;
  // Where the boxed piece stands for which the limit is invoked, if it is.
  std::optional<int> invokes = {};
};

// The corners in which pieces of `other` on all three neighbours box in a piece
// of `own`.  On a board with three rows or columns four pieces can do so to
// two:
//
//     1 . 3      {2, 4, 5} and {2, 5, 6}
Set BoxedCorners(const Board& board, Set own, Set other);

// The state after a turn, seen from the other side, or nullopt if the turn
// forfeits the game.  Requires a move that the plain game allows.
std::optional<CornerState> After(const Board& board, const CornerState& state,
                                 const CornerTurn& turn, int limit);

// Whether a limit changes anything, be it the number of plies.
bool ChangesAValue(const CornerLimit& limit);

// Solves the game with a limit of 1, 2, …, `longest` moves, on oneTBB threads
// (studies/extra_rules/README.md, lemma 5).  The examples are the first of each
// kind in which the mover may invoke.
std::vector<CornerLimit> SolveCornerLimits(const Board& board,
                                           const Values& values, int longest);

// The values with a limit of so many moves, of positions without one running.
Values ValuesWithCornerLimit(const Board& board, const Values& values,
                             int limit);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
