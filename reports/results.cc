#include "reports/results.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"
#include "stage/status.h"

namespace teeko::reports {
namespace {

// "draw", "black" or "red".
std::string Outcome(const EmptyBoardValue& value) {
  return absl::AsciiStrToLower(EmptyBoardValue::Winner_Name(value.winner()));
}

VariantResult ResultOf(const VariantValue& variant) {
  VariantResult result;
  result.set_style(variant.style());
  result.set_name(StyleName(variant.style()));
  result.set_centre_ban(variant.centre_ban());
  result.set_outcome(Outcome(variant.value()));
  result.set_plies(variant.value().plies());
  for (const FirstDrop& drop : variant.first_drops()) {
    std::string text = Outcome(drop.value());
    if (drop.value().winner() != EmptyBoardValue::DRAW) {
      absl::StrAppend(&text, " ", drop.value().plies());
    }
    (*result.mutable_first_drops())[drop.square()] = text;
  }
  return result;
}

}  // namespace

absl::StatusOr<RulesResult> ResultOf(const Manifest& manifest) {
  const Rules& rules = manifest.rules();
  RulesResult result;
  result.set_name(rules.name());
  result.set_goals(manifest.goals());
  result.set_placements(manifest.placements());
  result.set_no_value(manifest.no_value());
  result.set_draws(manifest.draws());
  for (const uint64_t count : manifest.levels()) result.add_levels(count);
  result.set_longest_win(Longest(manifest, /*wins=*/true));
  result.set_digest(manifest.digest());

  for (const std::string& style : rules.styles()) {
    for (const bool ban : {false, true}) {
      if (ban && rules.banned_first_drops().empty()) continue;
      const VariantValue& variant = FindVariant(manifest, style, ban);
      if (variant.style().empty()) {
        return absl::DataLossError(
            absl::StrCat("has no value for style ", style,
                         ban ? " with" : " without", " the centre ban"));
      }
      *result.add_variants() = ResultOf(variant);
    }
  }
  return result;
}

}  // namespace teeko::reports
