// Solves one game with both extra rules, and returns the findings.

#ifndef TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
#define TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_

#include <string>

#include "base/program.h"
#include "proto/section_values.h"
#include "teeko/proto/rules.pb.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"

namespace teeko::studies {

// Returns the findings.  `table_values` are the unpacked values of the section
// with all pieces placed.  If `every_length` is true, also studies limits of 1,
// 2, 3, 5, 6 and 7 moves.  Requires rules to which the study applies
// (Board::NotApplicable).
extra_rules::ExtraRules Analyse(const Rules& rules,
                                const proto::SectionValues& table_values,
                                bool every_length, base::Progress& progress);

// Returns a summary of the findings in a few lines.
std::string Summary(const extra_rules::ExtraRules& findings);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
