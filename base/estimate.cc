#include "base/estimate.h"

#include "base/files.h"
#include "google/protobuf/text_format.h"

namespace teeko::base {

absl::Status WriteEstimate(const Estimate& estimate, const std::string& path) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(estimate, &text);
  return WriteFile(path, text);
}

}  // namespace teeko::base
