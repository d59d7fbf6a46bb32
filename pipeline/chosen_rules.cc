#include "pipeline/chosen_rules.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "proto/rules_file.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr char kEnding[] = ".textproto";

std::set<std::string> KnownNames(const std::string& folder) {
  std::set<std::string> names;
  std::error_code none;  // A folder that cannot be read has no names.
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == kEnding) {
      names.insert(entry.path().stem().string());
    }
  }
  return names;
}

}  // namespace

absl::StatusOr<std::vector<Rules>> ReadChosenRules(
    const std::vector<std::string>& choices, const std::string& known_folder) {
  if (choices.empty()) {
    return absl::InvalidArgumentError("--rules: names no rules");
  }
  const std::set<std::string> known = KnownNames(known_folder);
  if (choices == std::vector<std::string>{"all"} && !known.empty()) {
    return ReadChosenRules({known.begin(), known.end()}, known_folder);
  }
  std::vector<Rules> chosen;
  std::set<std::string> names;
  for (const std::string& choice : choices) {
    std::string file = choice;
    if (known.contains(choice)) {
      file = absl::StrCat(known_folder, "/", choice, kEnding);
    } else if (!absl::StrContains(choice, '/') &&
               !absl::EndsWith(choice, kEnding)) {
      return absl::NotFoundError(absl::StrCat(
          "--rules: no rules are called \"", choice, "\"; there are ",
          absl::StrJoin(known, ", "),
          ", all of them (\"all\"), and files, which have a slash or end in ",
          kEnding));
    }
    absl::StatusOr<Rules> rules = ReadRulesFile(file);
    if (!rules.ok()) return rules.status();
    if (!names.insert(rules->name()).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("--rules: \"", rules->name(), "\" comes twice"));
    }
    chosen.push_back(*std::move(rules));
  }
  return chosen;
}

}  // namespace teeko::pipeline
