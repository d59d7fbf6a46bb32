#include "proto/json.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/type_resolver_util.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko {

absl::StatusOr<std::string> JsonText(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  // MessageToJsonString promises no order for the keys of a map; deterministic
  // bytes of the message have them sorted.
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializeToCodedStream(&coded);
  }
  const std::string prefix = "type.googleapis.com";
  const std::unique_ptr<google::protobuf::util::TypeResolver> types(
      google::protobuf::util::NewTypeResolverForDescriptorPool(
          prefix, message.GetDescriptor()->file()->pool()));
  std::string text;
  const auto status = google::protobuf::util::BinaryToJsonString(
      types.get(), absl::StrCat(prefix, "/", message.GetTypeName()), bytes,
      &text, options);
  if (!status.ok()) return absl::InternalError(std::string(status.message()));
  return text;
}

absl::Status ParseJson(absl::string_view text, absl::string_view name,
                       google::protobuf::Message& message) {
  const auto status =
      google::protobuf::util::JsonStringToMessage(std::string(text), &message);
  if (status.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": ", std::string(status.message())));
}

absl::Status ReadJson(const std::string& path,
                      google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParseJson(text, path, message);
}

absl::Status WriteJson(const std::string& path,
                       const google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const std::string text, JsonText(message));
  return WriteFile(path, text);
}

}  // namespace teeko
