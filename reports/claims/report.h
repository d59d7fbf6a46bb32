// Tells the findings: what the claims report says, in which order and words.

#ifndef TEEKO_REPORTS_CLAIMS_REPORT_H_
#define TEEKO_REPORTS_CLAIMS_REPORT_H_

#include "reports/claims/document.h"
#include "reports/claims/findings.h"

namespace teeko::reports {

Document ReportOf(const Findings& findings);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_REPORT_H_
