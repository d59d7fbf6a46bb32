#include "proto/json.h"

#include "absl/status/status.h"
#include "google/protobuf/util/json_util.h"

namespace teeko {

absl::StatusOr<std::string> JsonText(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string text;
  const auto status =
      google::protobuf::util::MessageToJsonString(message, &text, options);
  if (!status.ok()) return absl::InternalError(std::string(status.message()));
  return text;
}

}  // namespace teeko
