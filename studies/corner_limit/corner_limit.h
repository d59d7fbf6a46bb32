// Solves games with the corner limit (docs/rules.md §5), for limits of any
// number of moves; in Steele's letter the limit has ten.

#ifndef TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
#define TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_

#include <cstdint>
#include <vector>

#include "studies/placements/board.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"

namespace teeko::studies {

// Returns the corners in which a piece of `own` is boxed in: pieces of `other`
// are on all three neighbours.  On a board with three rows or columns, four
// pieces can box in two pieces:
//
//     1 2 3      pieces on 2, 4 and 5 box in a piece on 1;
//     4 5 6      pieces on 2, 5 and 6 box in a piece on 3
Set BoxedCorners(const Board& board, Set own, Set other);

// Returns the number of positions in which the limit changes the outcome: win,
// draw or loss.
uint64_t ChangedOutcomes(const extra_rules::CornerLimit& limit);

// Solves the game with a limit of 1, 2, …, `longest` moves, on oneTBB threads
// (studies/extra_rules/README.md, lemma 5).  The examples in the result are the
// first draw that becomes a win and the first loss that is rescued, of the
// positions in which the mover may invoke the limit.
std::vector<extra_rules::CornerLimit> SolveCornerLimits(const Board& board,
                                                        const Values& values,
                                                        int longest);

// Returns the values with a limit of this many moves, for positions in which no
// limit is running.
Values ValuesWithCornerLimit(const Board& board, const Values& values,
                             int limit);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_CORNER_LIMIT_CORNER_LIMIT_H_
