// Files in protobuf's text form.

#ifndef TEEKO_PROTO_TEXT_PROTO_H_
#define TEEKO_PROTO_TEXT_PROTO_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"

namespace teeko {

// Where the fields of a message stand in the text.
using FieldPlaces = google::protobuf::TextFormat::ParseInfoTree;

// Parses the text form.  InvalidArgument begins with `name` (a path, say), the
// line and the column.  `places` is filled in if it is given.
absl::Status ParseTextProto(absl::string_view text, absl::string_view name,
                            google::protobuf::Message& message,
                            FieldPlaces* places = nullptr);

// The same for a file.  NotFound and the like if it cannot be read.
absl::Status ReadTextProto(const std::string& path,
                           google::protobuf::Message& message,
                           FieldPlaces* places = nullptr);

// Repeated numbers on one line.
std::string TextProto(const google::protobuf::Message& message);

// Replaces the file (stage/files.h).
absl::Status WriteTextProto(const std::string& path,
                            const google::protobuf::Message& message);

}  // namespace teeko

#endif  // TEEKO_PROTO_TEXT_PROTO_H_
