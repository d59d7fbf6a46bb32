#include "reports/claims/markup.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace teeko::reports {

std::string Escape(absl::string_view text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

std::string Element(absl::string_view name, const Attributes& attributes,
                    absl::string_view content) {
  std::string text = absl::StrCat("<", name);
  for (const auto& [key, value] : attributes) {
    absl::StrAppend(&text, " ", key, "=\"", Escape(value), "\"");
  }
  return absl::StrCat(text, ">", content, "</", name, ">");
}

std::string Element(absl::string_view name, absl::string_view content) {
  return Element(name, {}, content);
}

std::string Inline(absl::string_view text) {
  std::string html;
  // What stands before `end`; it and what follows remain in `text`.
  const auto take_until = [&text](absl::string_view end) {
    const absl::string_view taken = text.substr(0, text.find(end));
    text.remove_prefix(taken.size());
    return taken;
  };
  while (!text.empty()) {
    if (absl::ConsumePrefix(&text, "`")) {
      absl::StrAppend(&html, Element("code", Escape(take_until("`"))));
      absl::ConsumePrefix(&text, "`");
    } else if (absl::ConsumePrefix(&text, "**")) {
      absl::StrAppend(&html, Element("strong", Inline(take_until("**"))));
      absl::ConsumePrefix(&text, "**");
    } else if (absl::ConsumePrefix(&text, "[")) {
      const std::string label = Inline(take_until("]("));
      absl::ConsumePrefix(&text, "](");
      absl::StrAppend(
          &html, Element("a", {{"href", std::string(take_until(")"))}}, label));
      absl::ConsumePrefix(&text, ")");
    } else {
      const size_t plain = std::min(text.find_first_of("`*[", 1), text.size());
      absl::StrAppend(&html, Escape(text.substr(0, plain)));
      text.remove_prefix(plain);
    }
  }
  return html;
}

}  // namespace teeko::reports
