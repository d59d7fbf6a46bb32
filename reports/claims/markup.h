// Elements of HTML and SVG as text, with everything escaped that has to be.

#ifndef TEEKO_REPORTS_CLAIMS_MARKUP_H_
#define TEEKO_REPORTS_CLAIMS_MARKUP_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace teeko::reports {

using Attributes = std::vector<std::pair<std::string, std::string>>;

// Plain text with &, <, > and " escaped.
std::string Escape(absl::string_view text);

// <name attributes>content</name>; values are escaped, the content is markup
// already.
std::string Element(absl::string_view name, const Attributes& attributes,
                    absl::string_view content);

// <name>content</name>.
std::string Element(absl::string_view name, absl::string_view content);

// A text with `code`, **bold** and [links](#id) as HTML.
std::string Inline(absl::string_view text);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_MARKUP_H_
