// A document as one HTML file that needs nothing else.

#ifndef TEEKO_REPORTS_CLAIMS_HTML_H_
#define TEEKO_REPORTS_CLAIMS_HTML_H_

#include <string>

#include "reports/claims/document.h"

namespace teeko::reports {

// Style and pictures are in the file; it has no scripts.
std::string Html(const Document& document);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_HTML_H_
