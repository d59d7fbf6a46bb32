// Converts manifests to results (results.proto), and results to text.

#ifndef TEEKO_REPORTS_RESULTS_H_
#define TEEKO_REPORTS_RESULTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/reports/results.pb.h"

namespace teeko::reports {

// Returns the results of a manifest.  Variants are in the order of
// Rules.styles.  If the rules have a centre ban, each style comes twice, first
// without the ban and then with it.  DataLoss if the manifest lacks a variant.
absl::StatusOr<RulesResult> ResultOf(const Manifest& manifest);

// Returns the name, the counts and the outcomes as text, in lines of at most 80
// columns.  `golden`: whether corpus/digests.textproto has this digest.
std::string ResultText(const RulesResult& result, bool golden);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_RESULTS_H_
