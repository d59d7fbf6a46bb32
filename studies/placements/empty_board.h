// Computes who wins from the empty board in every style, from the outcomes with
// all pieces placed.

#ifndef TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
#define TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_

#include <vector>

#include "absl/types/span.h"
#include "studies/placements/board.h"
#include "teeko/proto/rules.pb.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"

namespace teeko::studies {

// Returns the outcomes of the variants of `rules` for up to eight games.
// games[i] has the values of game i with all pieces placed; result[i] has its
// outcomes, in the field `plain`.  All styles without the centre ban come
// first, then all styles with it.  Runs on oneTBB threads.
std::vector<std::vector<extra_rules::VariantOutcome>> OutcomesOfTheEmptyBoard(
    const Board& board, const Rules& rules, absl::Span<const Values> games);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
