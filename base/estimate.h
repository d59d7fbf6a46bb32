// The resources that a stage predicts for itself (--estimate).

#ifndef TEEKO_BASE_ESTIMATE_H_
#define TEEKO_BASE_ESTIMATE_H_

#include <string>

#include "absl/status/status.h"
#include "teeko/base/estimate.pb.h"

namespace teeko::base {

// Replaces the file at `path` by the estimate in text form.
absl::Status WriteEstimate(const Estimate& estimate, const std::string& path);

}  // namespace teeko::base

#endif  // TEEKO_BASE_ESTIMATE_H_
