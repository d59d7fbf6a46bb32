#include "base/text.h"

#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace teeko::base {

std::string PlainText(absl::string_view text) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
  return absl::StrReplaceAll(text, {{"\r\n", "\n"}, {"\r", "\n"}});
}

}  // namespace teeko::base
