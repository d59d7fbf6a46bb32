// Turns manifests into results.json (results.proto), and results into text.

#ifndef TEEKO_REPORTS_RESULTS_H_
#define TEEKO_REPORTS_RESULTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/reports/results.pb.h"

namespace teeko::reports {

// Returns the results that the manifest has.  Variants are in the order of
// Rules.styles, each first without and then, if the rules have a centre ban,
// with it.  DataLoss if the manifest has no value for one of them.
absl::StatusOr<RulesResult> ResultOf(const Manifest& manifest);

// Returns the name, the counts and the outcomes as text, on lines of at most 80
// columns.  `golden` says whether corpus/digests.textproto has this digest.
std::string ResultText(const RulesResult& result, bool golden);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_RESULTS_H_
