#include "reports/claims/findings.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "proto/faults.pb.h"
#include "proto/json.h"
#include "proto/rules_file.h"
#include "reports/claims/embedded.h"
#include "reports/claims/extra_rules.h"
#include "reports/claims/pictures.h"
#include "reports/claims/verdicts.h"
#include "stage/status.h"

namespace teeko::reports {
namespace {

findings::Figures Numbering(const Rules& rules) {
  findings::Figures figures;
  findings::Board board = BoardOf(rules, {});
  for (findings::Square& square : *board.mutable_squares()) {
    square.set_text(square.label());
  }
  AddFigure("The numbers of the squares", std::move(board), figures);
  AddText(figures);
  return figures;
}

findings::Summary SummaryOf(const std::vector<findings::JudgedClaim>& claims) {
  findings::Summary summary;
  for (const findings::JudgedClaim& claim : claims) {
    if (claim.verdict() == findings::REPRODUCED) {
      summary.set_reproduced(summary.reproduced() + 1);
    } else if (claim.verdict() == findings::REFUTED) {
      summary.add_refuted(claim.stated().id());
    } else {
      summary.add_open(claim.stated().id());
    }
  }
  summary.set_claims(claims.size());
  return summary;
}

void AddVariants(const Manifest& manifest, findings::Game& game) {
  for (const VariantValue& found : manifest.variants()) {
    // With the ban, the drops that are left are worth the same.
    if (found.centre_ban()) continue;
    findings::Variant& variant = *game.add_variants();
    variant.set_name(StyleName(found.style()));
    variant.set_style(found.style());
    variant.set_value(OutcomeText(found.value()));
    variant.set_banned(OutcomeText(
        FindVariant(manifest, found.style(), /*centre_ban=*/true).value()));
    AddFigure(found.style(), MapOf(manifest.rules(), found),
              *game.mutable_maps())
        .set_caption(variant.value());
  }
  AddText(*game.mutable_maps());
}

absl::StatusOr<findings::Longest> LongestOf(const Evidence& game) {
  constexpr size_t kShown = 4;
  const Rules& rules = game.manifest.rules();
  findings::Longest longest;
  longest.set_positions(game.longest.size());
  longest.set_is_cut(game.longest.size() > kShown);
  for (size_t i = 0; i < std::min(game.longest.size(), kShown); ++i) {
    const auto& [position, orbit] = game.longest[i];
    ASSIGN_OR_RETURN(const std::vector<Successor> line,
                     game.tablebase->PrincipalLine(position));
    const Position& end = line.back().position;
    findings::Figure& figure =
        AddFigure(absl::StrCat(orbit, " placements by symmetry"),
                  BoardOf(rules, position), *longest.mutable_wins());
    figure.set_is_pair(true);
    *figure.add_boards() = BoardOf(rules, end, {.marked = end.black});
    figure.set_details(absl::StrJoin(
        line, " ", [](std::string* out, const Successor& successor) {
          absl::StrAppend(out, ToString(successor.move));
        }));
  }
  AddText(*longest.mutable_wins());
  return longest;
}

absl::StatusOr<findings::Game> GameOf(const Evidence& evidence,
                                      absl::string_view title_suffix) {
  const Manifest& manifest = evidence.manifest;
  const Rules& rules = manifest.rules();
  findings::Game game;
  game.set_id("rules-" + rules.name());
  game.set_name(TitleOf(rules.name()));
  game.set_title(absl::StrCat(game.name(), title_suffix));
  *game.mutable_manifest() = manifest;
  for (const GoalFamily& goal : rules.goals()) {
    if (goal.has_square()) game.add_square_sides(goal.square().side());
    if (goal.has_diamond()) game.add_diamond_radii(goal.diamond().radius());
  }
  AddVariants(manifest, game);
  game.set_longest_win(Longest(manifest, /*wins=*/true));
  game.set_longest_loss(Longest(manifest, /*wins=*/false));
  if (!manifest.levels().empty()) {
    *game.mutable_histogram() = HistogramOf(
        manifest, game.title() + ": placements by plies to the end");
  }
  if (!evidence.longest.empty()) {
    ASSIGN_OR_RETURN(*game.mutable_longest(), LongestOf(evidence));
  }
  for (const studies::PassPrivilege& count : evidence.pass_privilege) {
    findings::Privilege& sum = *game.mutable_privilege();
    sum.set_positions(sum.positions() + count.positions);
    sum.set_same(sum.same() + count.same);
    sum.set_worse(sum.worse() + count.worse);
    sum.set_better(sum.better() + count.better);
  }
  for (const auto& [name, report] : evidence.stages) {
    game.add_times(report
                       ? absl::StrFormat("%.1f s, %.0f MB", report->seconds(),
                                         report->peak_memory_bytes() / 1e6)
                       : "not in this run");
  }
  return game;
}

// The recorded campaign, by what faults were planted in.
void AddFaults(findings::Findings& findings) {
  faults::Report report;
  const char* const path = "corpus/recorded/faults.json";
  if (!ParseJson(kFiles.at(path), path, report).ok()) return;
  findings.set_faults_seed(report.seed());
  std::map<std::string, findings::Faults> places;
  for (const faults::KindReport& kind : report.kinds()) {
    findings::Faults& sum = places[kind.place()];
    sum.set_place(kind.place());
    if (std::ranges::count(sum.checkers(), kind.checker()) == 0) {
      sum.add_checkers(kind.checker());
    }
    sum.set_kinds(sum.kinds() + 1);
    sum.set_planted(sum.planted() + kind.planted());
    sum.set_missed(sum.missed() + kind.missed_size());
  }
  for (const auto& [place, sum] : places) *findings.add_faults() = sum;
}

}  // namespace

absl::StatusOr<findings::Findings> FindingsOf(
    const std::vector<Evidence>& evidence) {
  ASSIGN_OR_RETURN(const std::vector<findings::JudgedClaim> claims,
                   JudgeClaims(LettersClaims(), evidence));
  // The games that the claims are about, with Steele's time.
  std::map<const Evidence*, std::string> letters;
  for (const findings::JudgedClaim& claim : claims) {
    for (const ClaimPart& part : claim.stated().parts()) {
      const Evidence* const game = FindGame(evidence, part.rules());
      if (game != nullptr) letters[game] += part.effort().text();
    }
  }
  std::vector<const Evidence*> games;
  for (const Evidence& game : evidence) games.push_back(&game);
  std::ranges::stable_partition(
      games, [&](const Evidence* game) { return letters.contains(game); });

  findings::Findings findings;
  findings::Summary& summary = *findings.mutable_summary();
  summary = SummaryOf(claims);
  if (!letters.empty()) {
    findings.mutable_claims()->Assign(claims.begin(), claims.end());
  }
  std::vector<const Evidence*> examined;
  for (const Evidence* found : games) {
    const bool is_letters = letters.contains(found);
    findings::Game& game = *findings.add_games();
    ASSIGN_OR_RETURN(game, GameOf(*found, is_letters ? " Teeko" : ""));
    if (is_letters) {
      game.set_steeles_time(letters.at(found));
      for (const std::string& change : ChangedVariants(*found, 1)) {
        game.add_consequences(change);
      }
      findings::Figure& map = *summary.mutable_maps()->add_figures();
      map = game.maps().figures(0);
      map.set_title(game.title());
    }
    if (found->extra_rules) examined.push_back(found);
    if (found->certificates) {
      findings.mutable_certificates()->MergeFrom(
          found->certificates->certificates());
    } else {
      findings.add_unchecked(game.name());
    }
  }
  AddText(*summary.mutable_maps());
  if (!examined.empty()) {
    ASSIGN_OR_RETURN(*findings.mutable_extra_rules(), ExtraRulesOf(examined));
  }
  if (!games.empty()) {
    *findings.mutable_numbering() = Numbering(games[0]->manifest.rules());
    for (const StageTime& stage : games[0]->stages) {
      findings.add_stages(stage.name);
    }
  }
  AddFaults(findings);
  return findings;
}

}  // namespace teeko::reports
