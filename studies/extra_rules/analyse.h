// Everything studies/extra_rules finds out about one game, as a message.

#ifndef TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
#define TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "proto/extra_rules.pb.h"
#include "proto/rules.pb.h"
#include "stage/stage.h"

namespace teeko::extra_rules {

// `value` gives the values of the positions with all pieces placed by their
// index in a table (proto/README.md).  `every_length` asks for limits of 1, 2,
// 3, 5, 6 and 7 moves besides the four-move limit.  Of rules that the study
// does not apply to (Board::NotApplicable) only the reason comes back.
ExtraRules Analyse(const Rules& rules,
                   absl::FunctionRef<int(uint64_t index)> value,
                   bool every_length, Progress& progress);

// The findings in a few lines for people.
std::string Summary(const ExtraRules& findings);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_EXTRA_RULES_ANALYSE_H_
