#include "proto/results.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "stage/status.h"
#include "teeko/proto/golden_digests.pb.h"

namespace teeko {
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

const VariantValue& FindVariant(const Manifest& manifest,
                                const std::string& style, bool centre_ban) {
  for (const VariantValue& variant : manifest.variants()) {
    if (variant.style() == style && variant.centre_ban() == centre_ban) {
      return variant;
    }
  }
  return VariantValue::default_instance();
}

int Longest(const Manifest& manifest, bool wins) {
  int longest = 0;
  for (int n = 1; n < manifest.levels_size(); ++n) {
    if ((n % 2 == 1) == wins && manifest.levels(n) > 0) longest = n;
  }
  return longest;
}

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

absl::StatusOr<bool> HasGoldenDigests(const Manifest& manifest,
                                      const std::string& path) {
  GoldenDigests all;
  RETURN_IF_ERROR(ReadTextProto(path, all));
  const auto golden =
      std::ranges::find_if(all.tables(), [&](const Manifest& table) {
        return SameRules(table.rules(), manifest.rules());
      });
  if (golden == all.tables().end()) return false;

  std::string what = "the table";
  std::string digest = manifest.digest();
  std::string golden_digest = golden->digest();
  // The same rules have the same sections.
  for (int i = std::min(manifest.sections_size(), golden->sections_size());
       i-- > 0;) {
    const AcceptedSection& section = manifest.sections(i);
    if (section.sha256() == golden->sections(i).sha256()) continue;
    what =
        absl::StrCat("the section with ", section.placed(),
                     " pieces placed, drops \"", section.drops(), "\" to come");
    digest = section.sha256();
    golden_digest = golden->sections(i).sha256();
  }
  if (digest == golden_digest) return true;
  return absl::DataLossError(absl::StrCat(manifest.rules().name(), ": ", what,
                                          " has the digest ", digest, ", but ",
                                          path, " says ", golden_digest));
}

}  // namespace teeko
