#include "reports/claims/words.h"

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace teeko::reports {

std::string OutcomeText(const VariantResult& variant) {
  if (variant.outcome() == "draw") return "draw";
  return absl::StrCat(variant.outcome() == "black" ? "Black" : "Red", " in ",
                      variant.plies());
}

std::string RulesTitle(const std::string& name) {
  std::string title = absl::StrReplaceAll(name, {{"_", " "}});
  if (!title.empty()) title[0] = absl::ascii_toupper(title[0]);
  return title;
}

}  // namespace teeko::reports
