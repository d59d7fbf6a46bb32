#include "proto/text_proto.h"

#include "absl/strings/str_cat.h"
#include "google/protobuf/io/tokenizer.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko {
namespace {

// Keeps the first complaint of the parser, which would print them all.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  // Lines and columns count from 0.
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (!text.empty()) return;
    text = line < 0
               ? absl::StrCat(": ", message)
               : absl::StrCat(":", line + 1, ":", column + 1, ": ", message);
  }

  std::string text;
};

}  // namespace

absl::Status ParseTextProto(absl::string_view text, absl::string_view name,
                            google::protobuf::Message& message,
                            FieldPlaces* places) {
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(places);
  if (parser.ParseFromString(std::string(text), &message)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(name, error.text));
}

absl::Status ReadTextProto(const std::string& path,
                           google::protobuf::Message& message,
                           FieldPlaces* places) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParseTextProto(text, path, message, places);
}

std::string TextProto(const google::protobuf::Message& message) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);
  std::string text;
  printer.PrintToString(message, &text);
  return text;
}

absl::Status WriteTextProto(const std::string& path,
                            const google::protobuf::Message& message) {
  return WriteFile(path, TextProto(message));
}

}  // namespace teeko
