#include "proto/message_file.h"

#include <memory>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/files.h"
#include "base/text.h"
#include "base/utf8.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/type_resolver_util.h"

namespace teeko::proto {
namespace {

// Keeps the first error of the parser.  The parser would print all errors.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  // Of a text with a message of this type.
  FirstError(absl::string_view text, const google::protobuf::Descriptor& type)
      : text_(text), type_(type) {}

  // Lines and columns count from 0.
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (!error.empty()) return;
    if (line < 0) {
      error = absl::StrCat(": ", message);
      return;
    }
    const std::string expected = ExpectedWords(message, line, column);
    error =
        absl::StrCat(":", line + 1, ":", column + 1, ": ", message, expected);
  }

  std::string error;

 private:
  // If a field has an unknown word, returns the words that it can have, and
  // sets the place to the field: the parser names the place after the word,
  // often in the next line.
  std::string ExpectedWords(absl::string_view message, int& line,
                            int& column) const {
    std::string expected;
    for (int i = 0; i < type_.field_count(); ++i) {
      const std::string& field = type_.field(i)->name();
      const auto* const words = type_.field(i)->enum_type();
      if (words == nullptr ||
          !absl::EndsWith(message,
                          absl::StrCat(" for field \"", field, "\"."))) {
        continue;
      }
      for (int j = 0; j < words->value_count(); ++j) {
        absl::StrAppend(&expected, j == 0 ? " Expected " : ", ",
                        words->value(j)->name());
      }
      const std::vector<absl::string_view> lines = absl::StrSplit(text_, '\n');
      while (line > 0 && !absl::StrContains(lines[line], field)) --line;
      column = lines[line].find(field);
    }
    return expected;
  }

  const absl::string_view text_;
  const google::protobuf::Descriptor& type_;
};

// Makes all strings in a message valid UTF-8, which JSON requires.
void MakeValidUtf8(google::protobuf::Message& message) {
  using google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;  // that are set
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* const field : fields) {
    const bool is_text = field->type() == FieldDescriptor::TYPE_STRING;
    const bool is_message =
        field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!field->is_repeated()) {
      if (is_message)
        MakeValidUtf8(*reflection.MutableMessage(&message, field));
      if (!is_text) continue;
      reflection.SetString(
          &message, field,
          base::ValidUtf8(reflection.GetString(message, field)));
      continue;
    }
    const int size = reflection.FieldSize(message, field);
    for (int i = 0; i < size; ++i) {
      if (is_message) {
        MakeValidUtf8(*reflection.MutableRepeatedMessage(&message, field, i));
      } else if (is_text) {
        reflection.SetRepeatedString(
            &message, field, i,
            base::ValidUtf8(reflection.GetRepeatedString(message, field, i)));
      }
    }
  }
}

// InvalidArgument if the text is in UTF-16.  The parsers would name a byte.
absl::Status CheckEncoding(absl::string_view text, absl::string_view name) {
  if (!base::IsUtf16({text.data(), text.size()})) return absl::OkStatus();
  return base::Invalid(name, ": ", base::kUtf16);
}

}  // namespace

absl::Status ParseTextProto(absl::string_view text, absl::string_view name,
                            google::protobuf::Message& message) {
  RETURN_IF_ERROR(CheckEncoding(text, name));
  const std::string plain = base::PlainText(text);
  FirstError first(plain, *message.GetDescriptor());
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&first);
  if (parser.ParseFromString(plain, &message)) {
    return absl::OkStatus();
  }
  return base::Invalid(name, first.error);
}

absl::Status ReadTextProto(const std::string& path,
                           google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const std::string text, base::ReadFile(path));
  return ParseTextProto(text, path, message);
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
  return base::WriteFile(path, TextProto(message));
}

absl::StatusOr<std::string> JsonText(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  const std::unique_ptr<google::protobuf::Message> valid(message.New());
  valid->CopyFrom(message);
  MakeValidUtf8(*valid);
  // MessageToJsonString does not order the keys of a map.  Deterministic
  // serialization sorts them.
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    valid->SerializeToCodedStream(&coded);
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
  RETURN_IF_ERROR(CheckEncoding(text, name));
  const auto status = google::protobuf::util::JsonStringToMessage(
      base::PlainText(text), &message);
  if (status.ok()) return absl::OkStatus();
  return base::Invalid(name, ": ", std::string(status.message()));
}

absl::Status ReadJson(const std::string& path,
                      google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const std::string text, base::ReadFile(path));
  return ParseJson(text, path, message);
}

absl::Status WriteJson(const std::string& path,
                       const google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const std::string text, JsonText(message));
  return base::WriteFile(path, text);
}

}  // namespace teeko::proto
