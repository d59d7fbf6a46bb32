// Positions in which one side can only shuttle a piece: the seeds of everything
// that the four-move limit changes (README.md, lemma 2).
//
// A *shuttle* is a drawn position, the *shuttler* to move, in which
//   - one move x→y only does not lose, and
//   - the *presser* has a reply after which one move only does not lose, y→x.
// Such replies lead to shuttles again, because the presser may take his reply
// back; so shuttles and replies make a graph without dead ends.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_SHUTTLES_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_SHUTTLES_H_

#include <vector>

#include "studies/placements/board.h"
#include "studies/placements/only_moves.h"

namespace teeko::extra_rules {

struct Shuttle {
  Position position;  // the mover is the shuttler
  Move only_move;

  struct Reply {
    Move move;   // the presser's
    int target;  // the shuttle it leads to: index in the list
  };
  std::vector<Reply> replies;
};

// In the order of OnlyMoves::positions().
std::vector<Shuttle> FindShuttles(const Board& board, const OnlyMoves& only);

// For each shuttle the largest number of replies in a row, from it on, with
// none putting back the piece that the one before moved; at most `cap`.
std::vector<int> SteadyReplies(const std::vector<Shuttle>& shuttles, int cap);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_SHUTTLES_H_
