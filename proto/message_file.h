// Messages as protobuf's text form and as its JSON, in files.

#ifndef TEEKO_PROTO_MESSAGE_FILE_H_
#define TEEKO_PROTO_MESSAGE_FILE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "base/status.h"
#include "google/protobuf/message.h"

namespace teeko::proto {

// Parses the text form, whose lines may end in LF, CRLF or CR, and which may
// begin with a byte order mark.  InvalidArgument begins with `name` (a path,
// say), the line and the column.
absl::Status ParseTextProto(absl::string_view text, absl::string_view name,
                            google::protobuf::Message& message);

// The same for a file.  NotFound and the like if it cannot be read.
absl::Status ReadTextProto(const std::string& path,
                           google::protobuf::Message& message);

// Repeated numbers on one line.
std::string TextProto(const google::protobuf::Message& message);

// Replaces the file (base/files.h).
absl::Status WriteTextProto(const std::string& path,
                            const google::protobuf::Message& message);

// As JSON on lines of its own, with the field names of the .proto file, nothing
// left out for being empty, and the keys of maps in order.  Bytes that are not
// UTF-8 become U+FFFD.
absl::StatusOr<std::string> JsonText(const google::protobuf::Message& message);

// Parses JSON, which may begin with a byte order mark.  InvalidArgument, which
// begins with `name` (a path, say), if it is not this message's, or has fields
// that the message has not.
absl::Status ParseJson(absl::string_view text, absl::string_view name,
                       google::protobuf::Message& message);

// The same for a file of at most 64 MiB.  NotFound and the like if it cannot be
// read.
absl::Status ReadJson(const std::string& path,
                      google::protobuf::Message& message);

// Replaces the file (base/files.h).
absl::Status WriteJson(const std::string& path,
                       const google::protobuf::Message& message);

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_MESSAGE_FILE_H_
