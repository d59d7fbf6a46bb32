// The ten-move corner limit (docs/rules.md §5): the game with it solved, for
// limits of any length.

#ifndef TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
#define TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_

#include <cstdint>
#include <vector>

#include "studies/placements/board.h"
#include "teeko/proto/extra_rules.pb.h"

namespace teeko::studies {

// The corners in which pieces of `other` on all three neighbours box in a piece
// of `own`.  On a board with three rows or columns four pieces can do so to
// two:
//
//     1 . 3      {2, 4, 5} and {2, 5, 6}
Set BoxedCorners(const Board& board, Set own, Set other);

// Positions in which a limit changes who wins, or that nobody does.
uint64_t ChangedOutcomes(const extra_rules::CornerLimit& limit);

// Solves the game with a limit of 1, 2, …, `longest` moves, on oneTBB threads
// (studies/extra_rules/README.md, lemma 5).  The examples are the first of each
// kind in which the mover may invoke.
std::vector<extra_rules::CornerLimit> SolveCornerLimits(const Board& board,
                                                        const Values& values,
                                                        int longest);

// The values with a limit of so many moves, of positions without one running.
Values ValuesWithCornerLimit(const Board& board, const Values& values,
                             int limit);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
