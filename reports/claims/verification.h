// The chapter of the claims report that says why to believe it: who checks
// what, and what was found when they were tested.

#ifndef TEEKO_REPORTS_CLAIMS_VERIFICATION_H_
#define TEEKO_REPORTS_CLAIMS_VERIFICATION_H_

#include "reports/claims/document.h"
#include "reports/claims/findings.h"

namespace teeko::reports {

Section VerificationSection(const Findings& findings);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_VERIFICATION_H_
