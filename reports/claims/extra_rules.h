// The chapter of the claims report on the two extra rules.

#ifndef TEEKO_REPORTS_CLAIMS_EXTRA_RULES_H_
#define TEEKO_REPORTS_CLAIMS_EXTRA_RULES_H_

#include <vector>

#include "reports/claims/document.h"
#include "reports/claims/findings.h"

namespace teeko::reports {

// `games`, one or more, have results for the extra rules.
Section ExtraRulesSection(const std::vector<const RulesFinding*>& games);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_EXTRA_RULES_H_
