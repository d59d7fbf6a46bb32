#include "reports/results.h"

#include <cstdint>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/numbers.h"
#include "base/status.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"

namespace teeko::reports {
namespace {

// Returns "draw", "black" or "red".
std::string Outcome(const EmptyBoardValue& value) {
  return absl::AsciiStrToLower(EmptyBoardValue::Winner_Name(value.winner()));
}

VariantResult ResultOf(const VariantValue& variant) {
  VariantResult result;
  result.set_style(variant.style());
  result.set_name(proto::StyleName(variant.style()));
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

// Returns "draw" or "black in 13".
std::string OutcomeText(const VariantResult& variant) {
  if (variant.outcome() == "draw") return "draw";
  return absl::StrCat(variant.outcome(), " in ", variant.plies());
}

// Returns "equal to the digest in …" or the reason why not.
std::string GoldenText(bool golden) {
  return golden ? "equal to the digest in corpus/digests.textproto"
                : "corpus/digests.textproto has no digest to compare with";
}

ScoredVariantResult ResultOf(const ScoredVariant& variant) {
  ScoredVariantResult result;
  result.set_style(variant.style());
  result.set_name(proto::StyleName(variant.style()));
  result.set_centre_ban(variant.centre_ban());
  result.set_score(variant.score());
  for (const ScoredDrop& drop : variant.first_drops()) {
    (*result.mutable_first_drops())[absl::StrCat(drop.pips(), " on ",
                                                 drop.square())] = drop.score();
  }
  return result;
}

// Returns a table of the variants, with a row for each style.  `text_of`
// returns the value of a variant; the column of these values is `width` wide.
template <typename Variants, typename TextOf>
std::string VariantsText(const Variants& variants, const char* heading,
                         int width, TextOf text_of) {
  std::map<std::string, std::string> with_ban;  // by style
  for (const auto& variant : variants) {
    if (variant.centre_ban()) with_ban[variant.style()] = text_of(variant);
  }
  constexpr char kRow[] = "  %-22s%-8s%-*s%s";
  std::string text = absl::StrFormat(kRow, "style", "drops", width, heading,
                                     with_ban.empty() ? "" : "with centre ban");
  for (const auto& variant : variants) {
    if (variant.centre_ban()) continue;
    absl::StripTrailingAsciiWhitespace(&text);
    text += '\n';
    absl::StrAppendFormat(&text, kRow, variant.name(), variant.style(), width,
                          text_of(variant), with_ban[variant.style()]);
  }
  absl::StripTrailingAsciiWhitespace(&text);
  return text + '\n';
}

// Returns the results of scored rules.
std::string ScoredText(const RulesResult& result, bool golden) {
  std::string text;
  if (result.scored().has_scores()) {
    text = "  score       placements with pips, for the side to move\n";
  }
  for (const scores::ScoreCount& count : result.scored().scores().counts()) {
    absl::StrAppendFormat(&text, "  %5d%17s\n", count.score(),
                          base::WithCommas(count.placements()));
  }
  absl::StrAppend(&text, "  digest ", result.digest(), "\n  ",
                  GoldenText(golden), "\n\n");
  return text + VariantsText(result.scored().variants(), "score for Black", 17,
                             [](const ScoredVariantResult& variant) {
                               return absl::StrCat(variant.score());
                             });
}

std::string Counts(const RulesResult& result, bool golden) {
  return absl::StrFormat(
      R"(  goals               %17s
  placements          %17s
  without value       %17s
  draws               %17s
  longest win (plies) %17s
  digest %s
  %s
)",
      base::WithCommas(result.goals()), base::WithCommas(result.placements()),
      base::WithCommas(result.no_value()), base::WithCommas(result.draws()),
      base::WithCommas(result.longest_win()), result.digest(),
      GoldenText(golden));
}

std::string Outcomes(const RulesResult& result) {
  const std::string text =
      VariantsText(result.variants(), "outcome", 14, OutcomeText);
  const std::string& why = result.extra_rules().not_applicable();
  if (why.empty()) return text;
  return absl::StrCat(text, "\n  study extra_rules does not apply: ", why,
                      "\n");
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
  result.set_longest_win(proto::Longest(manifest, /*wins=*/true));
  result.set_digest(manifest.digest());
  for (const ScoredVariant& variant : manifest.scored_variants()) {
    *result.mutable_scored()->add_variants() = ResultOf(variant);
  }
  if (result.has_scored()) return result;
  for (const std::string& style : rules.styles()) {
    for (const bool ban : {false, true}) {
      if (ban && rules.banned_first_drops().empty()) continue;
      const VariantValue& variant = proto::FindVariant(manifest, style, ban);
      if (variant.style().empty()) {
        return absl::DataLossError(absl::StrCat("no value for style ", style,
                                                ban ? " with" : " without",
                                                " the centre ban"));
      }
      *result.add_variants() = ResultOf(variant);
    }
  }
  return result;
}

std::string ResultText(const RulesResult& result, bool golden) {
  if (result.has_scored()) {
    return absl::StrCat(result.name(), "\n", ScoredText(result, golden));
  }
  return absl::StrCat(result.name(), "\n", Counts(result, golden), "\n",
                      Outcomes(result));
}

}  // namespace teeko::reports
