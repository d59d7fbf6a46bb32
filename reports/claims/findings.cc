#include "reports/claims/findings.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "base/status.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/sha256.h"
#include "reports/claims/atlas.h"
#include "reports/claims/embedded.h"
#include "reports/claims/pictures.h"
#include "teeko/proto/faults.pb.h"

namespace teeko::reports {
namespace {

findings::Figures Numbering(const Rules& rules) {
  findings::Figures figures;
  Picture board = BoardOf(rules, {});
  for (size_t i = 0; i < board.text.size(); ++i) {
    board.text[i] = board.squares[i].label;
  }
  AddFigure("Numbers of the squares", board, figures);
  return figures;
}

findings::Summary SummaryOf(const std::vector<findings::JudgedClaim>& claims) {
  findings::Summary summary;
  for (const findings::JudgedClaim& claim : claims) {
    const findings::Verdict verdict = claim.verdict();
    *(verdict == findings::REPRODUCED ? summary.add_reproduced()
      : verdict == findings::REFUTED  ? summary.add_refuted()
      : verdict == findings::COMPARE  ? summary.add_compared()
                                      : summary.add_open()) =
        claim.stated().id();
  }
  summary.set_claims(claims.size());
  return summary;
}

void AddVariants(const Manifest& manifest, findings::Game& game) {
  for (const VariantValue& found : manifest.variants()) {
    // The ban does not change the values of the other first drops.
    if (found.centre_ban()) continue;
    findings::Variant& variant = *game.add_variants();
    variant.set_name(proto::StyleName(found.style()));
    variant.set_style(found.style());
    variant.set_value(OutcomeText(found.value()));
    variant.set_banned(OutcomeText(
        proto::FindVariant(manifest, found.style(), /*centre_ban=*/true)
            .value()));
    const auto is_draw = [](const FirstDrop& drop) {
      return drop.value().winner() == EmptyBoardValue::DRAW;
    };
    if (!std::ranges::all_of(found.first_drops(), is_draw)) {
      AddFigure(found.style(), MapOf(manifest.rules(), found),
                *game.mutable_maps());
    }
  }
}

// Returns a board with a black piece on each square of the formation.
Picture BoardOfFormation(const std::string& formation, const Rules& rules) {
  Position position;
  std::istringstream squares(formation);
  for (int square; squares >> square;) position.black |= SquaresOf({square});
  Picture board = BoardOf(rules, position);
  board.alt = formation;
  return board;
}

findings::Certificates CertificatesOf(const proof::CertificatesChecked& checked,
                                      const Rules& rules) {
  constexpr size_t kFew = 12;
  findings::Certificates found;
  for (const proof::CheckedCertificate& certificate : checked.certificates()) {
    if (!certificate.accepted()) {
      found.add_rejected(certificate.file());
      continue;
    }
    found.set_accepted(found.accepted() + 1);
    const auto file =
        kEmbedded.find("proof/certificates/files/" + certificate.file());
    if (file == kEmbedded.end() || absl::BytesToHexString(proto::Sha256(
                                       file->second)) != certificate.sha256()) {
      continue;
    }
    // The lines that begin with a digit are the formations (docs/formats.md).
    const std::vector<std::string> formations =
        absl::StrSplit(file->second, '\n', [](absl::string_view line) {
          return !line.empty() && absl::ascii_isdigit(line[0]);
        });
    if (formations.size() > kFew) continue;
    found.set_file(certificate.file());
    *found.mutable_proved() = certificate.proved();
    found.clear_formations();
    for (size_t i = 0; i < formations.size(); ++i) {
      AddFigure(absl::StrCat(i + 1), BoardOfFormation(formations[i], rules),
                *found.mutable_formations());
    }
  }
  return found;
}

findings::Game GameOf(const Evidence& evidence,
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
  game.set_longest_win(proto::Longest(manifest, /*wins=*/true));
  game.set_longest_loss(proto::Longest(manifest, /*wins=*/false));
  if (!manifest.levels().empty()) {
    *game.mutable_histogram() = HistogramOf(
        manifest, game.title() + ": placements by plies to the end");
  }
  if (!evidence.longest.empty()) {
    findings::Longest& longest = *game.mutable_longest();
    longest.set_positions(evidence.longest.size());
    AddFigure(absl::StrCat("Black to move and win in ", game.longest_win()),
              BoardOf(rules, evidence.longest[0].position),
              *longest.mutable_win());
  }
  if (evidence.pass_privilege) {
    const auto& [same, worse, better] = *evidence.pass_privilege;
    if (const uint64_t positions = same + worse + better; positions > 0) {
      findings::Privilege& privilege = *game.mutable_privilege();
      privilege.set_positions(positions);
      privilege.set_same(same);
      privilege.set_worse(worse);
      privilege.set_better(better);
    }
  }
  if (evidence.certificates) {
    *game.mutable_certificates() =
        CertificatesOf(*evidence.certificates, rules);
  }
  return game;
}

absl::StatusOr<findings::Faults> RecordedFaults() {
  findings::Faults sum;
  faults::Report report;
  RETURN_IF_ERROR(ReadEmbedded("corpus/recorded/faults.json", report));
  sum.set_seed(report.seed());
  sum.set_kinds(report.kinds_size());
  for (const faults::KindReport& kind : report.kinds()) {
    sum.set_planted(sum.planted() + kind.planted());
    sum.set_missed(sum.missed() + kind.missed_size());
  }
  return sum;
}

absl::StatusOr<findings::Atlas> RecordedAtlas() {
  Results results;
  RETURN_IF_ERROR(ReadEmbedded("corpus/atlas.textproto", results));
  findings::Atlas atlas = AtlasOf(results);
  ASSIGN_OR_RETURN(const absl::string_view run,
                   Embedded("corpus/recorded/standard_7x7.txt"));
  atlas.set_largest_run(std::string(run));
  return atlas;
}

// Adds the CPU time and the memory of each stage, for each game.
void AddStages(const std::vector<const Evidence*>& games,
               findings::Findings& findings) {
  for (size_t i = 0; i < std::size(kStages); ++i) {
    findings::Stage& stage = *findings.add_stages();
    stage.set_name(kStages[i]);
    for (const Evidence* game : games) {
      const StageReport& report = game->stages[i];
      stage.add_times(report.cpu_seconds() == 0
                          ? "not in this run"
                          : absl::StrFormat("%.1f s of CPU time, %.0f MB",
                                            report.cpu_seconds(),
                                            report.peak_memory_bytes() / 1e6));
    }
  }
}

}  // namespace

absl::StatusOr<absl::string_view> Embedded(const std::string& path) {
  const auto file = kEmbedded.find(path);
  if (file != kEmbedded.end()) return file->second;
  return absl::NotFoundError(
      absl::StrCat(path, ": no embedded file has this path"));
}

absl::Status ReadEmbedded(const std::string& path,
                          google::protobuf::Message& message) {
  ASSIGN_OR_RETURN(const absl::string_view text, Embedded(path));
  return absl::EndsWith(path, ".json")
             ? proto::ParseJson(text, path, message)
             : proto::ParseTextProto(text, path, message);
}

absl::StatusOr<findings::Findings> FindingsOf(const RunEvidence& run) {
  const std::vector<Evidence>& evidence = run.games;
  ASSIGN_OR_RETURN(const Claims letters_claims, LettersClaims());
  ASSIGN_OR_RETURN(const std::vector<findings::JudgedClaim> claims,
                   JudgeClaims(letters_claims, evidence));
  // The games of the run that the letter's claims are about.
  std::set<const Evidence*> letters;
  for (const findings::JudgedClaim& claim : claims) {
    for (const ClaimPart& part : claim.stated().parts()) {
      ASSIGN_OR_RETURN(const Evidence* const game,
                       FindGame(evidence, part.rules()));
      if (game != nullptr) letters.insert(game);
    }
  }
  std::vector<const Evidence*> games;
  for (const Evidence& game : evidence) games.push_back(&game);
  std::stable_partition(games.begin(), games.end(), [&](const Evidence* game) {
    return letters.contains(game);
  });

  findings::Findings findings;
  findings::Summary& summary = *findings.mutable_summary();
  summary = SummaryOf(claims);
  for (const findings::JudgedClaim& claim : claims) {
    if (!letters.empty() && claim.verdict() != findings::NOT_EXAMINED) {
      *findings.add_claims() = claim;
    }
  }
  std::vector<const Evidence*> examined;
  for (const Evidence* found : games) {
    const bool is_letters = letters.contains(found);
    findings::Game& game = *findings.add_games();
    game = GameOf(*found, is_letters ? " Teeko" : "");
    if (is_letters) {
      for (const std::string& change : ChangedVariants(*found, 1)) {
        game.add_changed_variants(change);
      }
    }
    if (is_letters || letters.empty()) {
      const Rules& rules = found->manifest.rules();
      const VariantValue& variant = found->manifest.variants(0);
      AddFigure(absl::StrContains(variant.style(), 'A')
                    ? absl::StrCat(game.title(), ", ", variant.style())
                    : game.title(),
                MapOf(rules, variant), *summary.mutable_maps())
          .set_caption(DropsText(rules, variant));
    }
    if (found->extra_rules) examined.push_back(found);
  }
  if (!examined.empty()) {
    ASSIGN_OR_RETURN(*findings.mutable_extra_rules(), ExtraRulesOf(examined));
  }
  if (!games.empty()) {
    *findings.mutable_numbering() = Numbering(games[0]->manifest.rules());
    AddStages(games, findings);
  }
  for (const ScoredEvidence& game : run.scored) {
    *findings.add_scored_games() = ScoredGameOf(game);
  }
  if (run.qubic) *findings.mutable_qubic() = *run.qubic;
  ASSIGN_OR_RETURN(*findings.mutable_faults(), RecordedFaults());
  ASSIGN_OR_RETURN(*findings.mutable_atlas(), RecordedAtlas());
  return findings;
}

}  // namespace teeko::reports
