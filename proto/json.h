// Answers as JSON.

#ifndef TEEKO_PROTO_JSON_H_
#define TEEKO_PROTO_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/message.h"

namespace teeko {

// The message in protobuf's JSON, on lines of its own, with the field names of
// the .proto file and nothing left out for being empty.
absl::StatusOr<std::string> JsonText(const google::protobuf::Message& message);

}  // namespace teeko

#endif  // TEEKO_PROTO_JSON_H_
