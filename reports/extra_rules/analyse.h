// Everything reports/extra_rules finds out about one game, as a message.

#ifndef TEEKO_REPORTS_EXTRA_RULES_ANALYSE_H_
#define TEEKO_REPORTS_EXTRA_RULES_ANALYSE_H_

#include "proto/extra_rules.pb.h"
#include "proto/rules.pb.h"
#include "proto/stage.h"
#include "reports/extra_rules/board.h"
#include "reports/extra_rules/values.h"

namespace teeko::extra_rules {

// `every_length` asks for limits of 1, 2, 3, 5, 6 and 7 moves besides the
// four-move limit.
ExtraRules Analyse(const Board& board, const Rules& rules, const Values& values,
                   bool every_length, Progress& progress);

}  // namespace teeko::extra_rules

#endif  // TEEKO_REPORTS_EXTRA_RULES_ANALYSE_H_
