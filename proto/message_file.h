// Protobuf messages in text form and as JSON, in files.

#ifndef TEEKO_PROTO_MESSAGE_FILE_H_
#define TEEKO_PROTO_MESSAGE_FILE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "base/status.h"
#include "google/protobuf/message.h"

namespace teeko::proto {

// Parses the text form.  Lines may end in LF, CRLF or CR, and the text may
// begin with a byte order mark.  The message of InvalidArgument begins with
// `name` (such as a path), the line and the column.
absl::Status ParseTextProto(absl::string_view text, absl::string_view name,
                            google::protobuf::Message& message);

// The same for a file.  NotFound or another error of the system if it cannot be
// read.
absl::Status ReadTextProto(const std::string& path,
                           google::protobuf::Message& message);

// Returns the text form, with repeated numbers on one line.
std::string TextProto(const google::protobuf::Message& message);

// Replaces the file at `path` by the text form (base/files.h).
absl::Status WriteTextProto(const std::string& path,
                            const google::protobuf::Message& message);

// Returns the message as JSON in several lines.  It has the field names of the
// .proto file and all fields, also empty ones.  Map keys are in order.  Bytes
// that are not UTF-8 become U+FFFD.
absl::StatusOr<std::string> JsonText(const google::protobuf::Message& message);

// Parses JSON, which may begin with a byte order mark.  InvalidArgument if it
// is not valid JSON for this message, or has unknown fields.  The error message
// begins with `name` (such as a path).
absl::Status ParseJson(absl::string_view text, absl::string_view name,
                       google::protobuf::Message& message);

// The same for a file of at most 64 MiB. NotFound or another error of the
// system if it cannot be read.
absl::Status ReadJson(const std::string& path,
                      google::protobuf::Message& message);

// Replaces the file at `path` by the message as JSON (base/files.h).
absl::Status WriteJson(const std::string& path,
                       const google::protobuf::Message& message);

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_MESSAGE_FILE_H_
