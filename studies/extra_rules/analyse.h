// Everything studies/extra_rules finds out about one game, as a message.

#ifndef TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
#define TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_

#include <string>

#include "base/program.h"
#include "proto/section_values.h"
#include "teeko/proto/extra_rules.pb.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::studies {

// `table_values` are those of the positions with all pieces placed, unpacked.
// `every_length` asks for limits of 1, 2, 3, 5, 6 and 7 moves besides the
// four-move limit.  The study must apply to the rules (Board::NotApplicable).
extra_rules::ExtraRules Analyse(const Rules& rules,
                                const proto::SectionValues& table_values,
                                bool every_length, base::Progress& progress);

// The findings in a few lines for people.
std::string Summary(const extra_rules::ExtraRules& findings);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
