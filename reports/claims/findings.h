// Puts together what the claims report says.

#ifndef TEEKO_REPORTS_CLAIMS_FINDINGS_H_
#define TEEKO_REPORTS_CLAIMS_FINDINGS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "reports/claims/evidence.h"
#include "reports/claims/findings.pb.h"
#include "reports/claims/verdicts.h"

namespace teeko::reports {

// `verdicts` are those of JudgeClaims on this evidence.  Errors are those of
// the tables.
absl::StatusOr<findings::Findings> FindingsOf(
    const std::vector<Evidence>& evidence,
    const std::vector<ClaimVerdict>& verdicts);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_FINDINGS_H_
