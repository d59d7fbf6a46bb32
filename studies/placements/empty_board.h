// What the empty board is worth in every drop style, once it is known who wins
// with all pieces placed.

#ifndef TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
#define TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_

#include <vector>

#include "absl/types/span.h"
#include "studies/placements/board.h"
#include "teeko/proto/extra_rules.pb.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::studies {

// Up to eight games at once, by the values of their positions with all pieces
// placed.  Of each, the variants of `rules`: their styles in order, without and
// with the banned first drops; who wins is in `plain`.  On oneTBB threads.
std::vector<std::vector<extra_rules::VariantOutcome>> OutcomesOfTheEmptyBoard(
    const Board& board, const Rules& rules, absl::Span<const Values> games);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
