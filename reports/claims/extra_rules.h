// What the claims report says of the two extra rules.

#ifndef TEEKO_REPORTS_CLAIMS_EXTRA_RULES_H_
#define TEEKO_REPORTS_CLAIMS_EXTRA_RULES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "reports/claims/evidence.h"
#include "reports/claims/findings.pb.h"

namespace teeko::reports {

// All `games` have results for the extra rules.  Errors are those of the
// tables; DataLoss if an example is not played by the rules.
absl::StatusOr<findings::ExtraRules> ExtraRulesOf(
    const std::vector<const Evidence*>& games);

// The variants whose outcome a wording of the four-move limit changes, each as
// "Two-Move Standard drops become a win for Black".
std::vector<std::string> ChangedVariants(const Evidence& game,
                                         uint32_t steady_turns);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_EXTRA_RULES_H_
