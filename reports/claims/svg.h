// Boards, maps of first drops, histograms and diagrams, as SVG that style.css
// colours.

#ifndef TEEKO_REPORTS_CLAIMS_SVG_H_
#define TEEKO_REPORTS_CLAIMS_SVG_H_

#include <string>

#include "absl/strings/string_view.h"
#include "reports/claims/document.h"

namespace teeko::reports {

// `alt` says what is to be seen, to those who cannot.
std::string Svg(const BoardPicture& board, absl::string_view alt);
std::string Svg(const MapPicture& map, absl::string_view alt);
std::string Svg(const Histogram& histogram);
std::string Svg(const Diagram& diagram);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_SVG_H_
