// Everything studies/extra_rules finds out about one game, as a message.

#ifndef TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
#define TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_

#include "proto/extra_rules.pb.h"
#include "proto/rules.pb.h"
#include "stage/stage.h"
#include "studies/placements/board.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

// `every_length` asks for limits of 1, 2, 3, 5, 6 and 7 moves besides the
// four-move limit.
ExtraRules Analyse(const Board& board, const Rules& rules, const Values& values,
                   bool every_length, Progress& progress);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
