// A document as Markdown, with boards drawn in text.

#ifndef TEEKO_REPORTS_CLAIMS_MARKDOWN_H_
#define TEEKO_REPORTS_CLAIMS_MARKDOWN_H_

#include <string>

#include "reports/claims/document.h"

namespace teeko::reports {

std::string Markdown(const Document& document);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_MARKDOWN_H_
