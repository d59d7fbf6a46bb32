// Renders the findings as pages.  One template (templates/report.mustache)
// gives Markdown.  md4c converts the Markdown to HTML, with boards drawn as
// SVG.

#ifndef TEEKO_REPORTS_CLAIMS_RENDER_H_
#define TEEKO_REPORTS_CLAIMS_RENDER_H_

#include <string>

#include "absl/status/statusor.h"
#include "teeko/reports/claims/findings.pb.h"

namespace teeko::reports {

// Returns the report in GitHub's Markdown, with boards as text.  Strings of the
// findings are escaped, so that they are never markup.  All functions of this
// file return Internal if a template is invalid.
absl::StatusOr<std::string> Markdown(const findings::Findings& findings);

// Returns the tables of corpus/ATLAS.md in Markdown.
absl::StatusOr<std::string> Markdown(const findings::Atlas& atlas);

// Returns the report as one HTML file with its style and pictures.  The file
// has no scripts and needs no other file.
absl::StatusOr<std::string> Html(const findings::Findings& findings);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_RENDER_H_
