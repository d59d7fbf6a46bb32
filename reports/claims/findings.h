// Puts together what the claims report says.

#ifndef TEEKO_REPORTS_CLAIMS_FINDINGS_H_
#define TEEKO_REPORTS_CLAIMS_FINDINGS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "reports/claims/evidence.h"
#include "reports/claims/findings.pb.h"

namespace teeko::reports {

// Judges the letter's claims, and says what else is known.  Errors are those of
// JudgeClaims and ExtraRulesOf.
absl::StatusOr<findings::Findings> FindingsOf(
    const std::vector<Evidence>& evidence);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_FINDINGS_H_
