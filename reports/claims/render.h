// The findings as pages: one template (templates/report.mustache) makes
// Markdown, which becomes HTML with boards drawn as SVG.

#ifndef TEEKO_REPORTS_CLAIMS_RENDER_H_
#define TEEKO_REPORTS_CLAIMS_RENDER_H_

#include <string>

#include "absl/status/statusor.h"
#include "teeko/reports/claims/findings.pb.h"

namespace teeko::reports {

// GitHub's Markdown, with boards as text.  Strings of the findings are escaped:
// they are never markup.
absl::StatusOr<std::string> Markdown(const findings::Findings& findings);

// The same of boards of many sizes, in all detail.
absl::StatusOr<std::string> Markdown(const findings::Atlas& atlas);

// One file that needs nothing else: style and pictures are in it, no scripts.
absl::StatusOr<std::string> Html(const findings::Findings& findings);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_RENDER_H_
