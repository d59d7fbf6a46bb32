// What a stage needs, as it predicts it (--estimate).

#ifndef TEEKO_STAGE_ESTIMATE_H_
#define TEEKO_STAGE_ESTIMATE_H_

#include <string>

#include "absl/status/status.h"
#include "teeko/stage/estimate.pb.h"

namespace teeko {

// Replaces the file at `path` by the estimate in text form.
absl::Status WriteEstimate(const Estimate& estimate, const std::string& path);

}  // namespace teeko

#endif  // TEEKO_STAGE_ESTIMATE_H_
