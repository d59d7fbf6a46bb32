// Puts together what the claims report says.

#ifndef TEEKO_REPORTS_CLAIMS_FINDINGS_H_
#define TEEKO_REPORTS_CLAIMS_FINDINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "reports/claims/evidence.h"
#include "reports/claims/findings.pb.h"

namespace teeko::reports {

// Judges the letter's claims, and says what else is known.  Errors are those of
// JudgeClaims and ExtraRulesOf.
absl::StatusOr<findings::Findings> FindingsOf(
    const std::vector<Evidence>& evidence);

// The chapter on the two extra rules.  All `games` have results for them.
// Errors are those of the tables; DataLoss if an example is not played by the
// rules.
absl::StatusOr<findings::ExtraRules> ExtraRulesOf(
    const std::vector<const Evidence*>& games);

// The variants whose outcome a wording of the four-move limit changes, each as
// "Two-Move Standard drops become a win for Black".
std::vector<std::string> ChangedVariants(const Evidence& game,
                                         uint32_t steady_turns);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_FINDINGS_H_
