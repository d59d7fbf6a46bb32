#include "stage/estimate.h"

#include "google/protobuf/text_format.h"
#include "stage/files.h"

namespace teeko {

absl::Status WriteEstimate(const Estimate& estimate, const std::string& path) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(estimate, &text);
  return WriteFile(path, text);
}

}  // namespace teeko
