// Writes the memory and disk space that a stage will need (--estimate).

#ifndef TEEKO_BASE_ESTIMATE_H_
#define TEEKO_BASE_ESTIMATE_H_

#include <string>

#include "absl/status/status.h"
#include "teeko/base/estimate.pb.h"

namespace teeko::base {

// Writes the estimate in text form to the file at `path`.  Replaces an existing
// file.
absl::Status WriteEstimate(const Estimate& estimate, const std::string& path);

}  // namespace teeko::base

#endif  // TEEKO_BASE_ESTIMATE_H_
