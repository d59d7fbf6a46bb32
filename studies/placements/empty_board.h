// What the empty board is worth in every drop style, once it is known who wins
// with all pieces placed.

#ifndef TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
#define TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_

#include <vector>

#include "proto/extra_rules.pb.h"
#include "proto/rules.pb.h"
#include "studies/placements/board.h"

namespace teeko::extra_rules {

// The variants of `rules`: their styles in order, without and with the banned
// first drops.  In each, who wins if the positions with all pieces placed have
// these values, is `plain`.  The drops are solver B's, on oneTBB threads.
std::vector<VariantOutcome> OutcomesOfTheEmptyBoard(const Board& board,
                                                    const Rules& rules,
                                                    const Values& values);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
