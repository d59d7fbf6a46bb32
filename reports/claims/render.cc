#include "reports/claims/render.h"

#include <md4c-html.h>

#include <kainjow/mustache.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/program.h"
#include "base/status.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"
#include "reports/claims/embedded.h"

namespace teeko::reports {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;
using kainjow::mustache::data;
using kainjow::mustache::mustache;

data DataOf(const Message& message);

// Returns the value of a field, or element `index` (≥ 0) of a repeated field,
// in the form that findings.proto specifies.  Empty strings and missing fields
// are false, so that a section can test them.  An enum is an object in which
// the name of its value is true.
data ValueOf(const Message& message, const FieldDescriptor* field, int index) {
  const google::protobuf::Reflection& get = *message.GetReflection();
  const bool one = index < 0;
  if (field->has_presence() && !get.HasField(message, field))
    return data(false);
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return DataOf(one ? get.GetMessage(message, field)
                      : get.GetRepeatedMessage(message, field, index));
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    const std::string text = one ? get.GetString(message, field)
                                 : get.GetRepeatedString(message, field, index);
    return text.empty() ? data(false) : data(text);
  }
  std::string text;
  TextFormat::PrintFieldValueToString(message, field, index, &text);
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return data(text == "true");
    case FieldDescriptor::CPPTYPE_ENUM:
      return data(text, data(true));
    case FieldDescriptor::CPPTYPE_UINT64:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return data(base::WithCommas(std::stod(text)));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return data(absl::StrFormat("%.1f", std::stod(text)));
    default:
      return data(text);
  }
}

// Returns all fields by name.  For a repeated field "xs", "has_xs" is true if
// it has elements, "xs_count" is their number, and "xs_text" has its strings or
// numbers, separated by commas.
data DataOf(const Message& message) {
  data object(data::type::object);
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* const field = type.field(i);
    if (!field->is_repeated()) {
      object.set(field->name(), ValueOf(message, field, -1));
      continue;
    }
    data list(data::type::list);
    std::vector<std::string> words;
    const int size = message.GetReflection()->FieldSize(message, field);
    for (int j = 0; j < size; ++j) {
      const data value = ValueOf(message, field, j);
      if (value.is_string()) words.push_back(value.string_value());
      list << value;
    }
    object.set(field->name(), list);
    object.set("has_" + field->name(), data(size > 0));
    object.set(field->name() + "_count", data(absl::StrCat(size)));
    object.set(field->name() + "_text", data(absl::StrJoin(words, ", ")));
  }
  return object;
}

constexpr absl::string_view kMarkup = "&<>\"`*_[]\\|~";

// Returns the text with each character that could be markup replaced by
// `escape` of it, and each control character by a space.
template <typename EscapeOne>
std::string Escaped(const std::string& text, EscapeOne escape) {
  std::string escaped;
  for (const char c : text) {
    if (kMarkup.find(c) != kMarkup.npos) {
      absl::StrAppend(&escaped, escape(c));
    } else {
      escaped += absl::ascii_iscntrl(c) ? ' ' : c;
    }
  }
  return escaped;
}

// Escapes with character references, which Markdown and HTML both understand.
std::string AsReference(const std::string& text) {
  return Escaped(text, [](char c) { return absl::StrCat("&#", int{c}, ";"); });
}

std::string WithBackslashes(const std::string& text) {
  return Escaped(text, [](char c) { return std::string{'\\', c}; });
}

// Fills the template templates/NAME with `values`, and returns the text.
// `escape` is AsReference for HTML and WithBackslashes for Markdown.
absl::StatusOr<std::string> Render(const std::string& name, data values,
                                   std::string (*escape)(const std::string&)) {
  // Partials: {{> _x}} is templates/x.html in HTML, templates/x.md in Markdown,
  // and templates/x.txt in both.
  for (const auto& [path, text] : kEmbedded) {
    const std::string partial(text);
    absl::string_view stem = path.substr(path.rfind('/') + 1);
    if (absl::ConsumeSuffix(&stem, ".txt") ||
        absl::ConsumeSuffix(&stem, escape == AsReference ? ".html" : ".md")) {
      values.set(
          absl::StrCat("_", stem),
          data(kainjow::mustache::partial([partial] { return partial; })));
    }
  }
  mustache page(std::string(kEmbedded.at("reports/claims/templates/" + name)));
  page.set_custom_escape(escape);
  std::string text = page.render(values);
  if (!page.is_valid()) {
    return absl::InternalError(absl::StrCat(name, ": ", page.error_message()));
  }
  // Sections without contents leave empty lines; keep one of them.
  while (absl::StrContains(text, "\n\n\n")) {
    text = absl::StrReplaceAll(text, {{"\n\n\n", "\n\n"}});
  }
  return text;
}

}  // namespace

absl::StatusOr<std::string> Markdown(const findings::Findings& findings) {
  return Render("report.mustache", DataOf(findings), WithBackslashes);
}

absl::StatusOr<std::string> Markdown(const findings::Atlas& atlas) {
  return Render("atlas.mustache", DataOf(atlas), WithBackslashes);
}

absl::StatusOr<std::string> Html(const findings::Findings& findings) {
  ASSIGN_OR_RETURN(const std::string markdown,
                   Render("report.mustache", DataOf(findings), AsReference));
  std::string body;
  md_html(
      markdown.data(), markdown.size(),
      [](const MD_CHAR* text, MD_SIZE size, void* body) {
        static_cast<std::string*>(body)->append(text, size);
      },
      &body, MD_FLAG_TABLES | MD_FLAG_NOINDENTEDCODEBLOCKS, 0);
  data page(data::type::object);
  page.set("style",
           std::string(kEmbedded.at("reports/claims/templates/style.css")));
  // Wide tables and code scroll inside the page, also by keyboard.
  page.set("body", absl::StrReplaceAll(
                       body, {{"<table>",
                               "<div class=\"table\" role=\"group\" "
                               "aria-label=\"Table\" tabindex=\"0\"><table>"},
                              {"</table>", "</table></div>"},
                              {"<pre>", "<pre tabindex=\"0\">"}}));
  return Render("page.mustache", page, AsReference);
}

}  // namespace teeko::reports
