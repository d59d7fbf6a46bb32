// Messages in protobuf's JSON.

#ifndef TEEKO_PROTO_JSON_H_
#define TEEKO_PROTO_JSON_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace teeko {

// On lines of its own, with the field names of the .proto file, nothing left
// out for being empty, and the keys of maps in order.
absl::StatusOr<std::string> JsonText(const google::protobuf::Message& message);

// Parses JSON.  InvalidArgument, which begins with `name` (a path, say), if it
// is not this message's, or has fields that the message has not.
absl::Status ParseJson(absl::string_view text, absl::string_view name,
                       google::protobuf::Message& message);

// The same for a file of at most 64 MiB.  NotFound and the like if it cannot be
// read.
absl::Status ReadJson(const std::string& path,
                      google::protobuf::Message& message);

// Replaces the file (stage/files.h).
absl::Status WriteJson(const std::string& path,
                       const google::protobuf::Message& message);

}  // namespace teeko

#endif  // TEEKO_PROTO_JSON_H_
