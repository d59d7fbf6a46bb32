// Everything reports/extra_rules finds out about one game, as a message.

#ifndef TEEKO_REPORTS_EXTRA_RULES_ANALYSE_H_
#define TEEKO_REPORTS_EXTRA_RULES_ANALYSE_H_

#include "proto/extra_rules.pb.h"
#include "proto/rules.pb.h"
#include "proto/stage.h"
#include "reports/extra_rules/board.h"
#include "reports/extra_rules/values.h"

namespace teeko::extra_rules {

// `counts` asks for how many draws the four-move limit turns into wins and what
// becomes of the empty board: by far the longest part, and 1.3 GB on 5×5.
ExtraRules Analyse(const Board& board, const Rules& rules, const Values& values,
                   bool counts, Progress& progress);

}  // namespace teeko::extra_rules

#endif  // TEEKO_REPORTS_EXTRA_RULES_ANALYSE_H_
