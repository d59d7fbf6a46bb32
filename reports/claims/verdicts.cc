// Judges the claims by the evidence.

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "game/notation.h"
#include "game/orbit.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"
#include "reports/annotation.h"
#include "reports/claims/embedded.h"
#include "reports/claims/findings.h"
#include "reports/claims/pictures.h"
#include "stage/status.h"
#include "studies/corner_limit/corner_limit.h"

namespace teeko::reports {
namespace {

using google::protobuf::util::MessageDifferencer;

using findings::Figures;
using findings::JudgedPart;

// The functions below fill in what is found of a part's statement, or leave it
// if it cannot be examined.

absl::Status Placements(const Evidence& game, JudgedPart& part) {
  const uint64_t count = game.manifest.placements();
  const uint64_t figure = part.stated().placements().figure();
  ClaimPart::Placements& found = *part.mutable_found()->mutable_placements();
  found.set_count(count);
  found.set_figure(figure);
  found.set_factor(count / figure);
  if (count % figure != 0) found.set_remainder(count % figure);
  return absl::OkStatus();
}

absl::Status EmptyBoards(const Evidence& game, JudgedPart& part) {
  ClaimPart::Outcomes& found = *part.mutable_found()->mutable_outcomes();
  for (const VariantValue& variant : game.manifest.variants()) {
    const std::string value = OutcomeText(variant.value());
    if (variant.centre_ban() || value == "draw") continue;
    ClaimPart::Win& win = *found.add_wins();
    win.set_style(variant.style());
    win.set_value(value);
  }
  return absl::OkStatus();
}

absl::Status WinningDrops(const Evidence& game, JudgedPart& part) {
  const VariantValue& variant =
      FindVariant(game.manifest, part.stated().winning_drops().style(), false);
  ClaimPart::WinningDrops& found =
      *part.mutable_found()->mutable_winning_drops();
  found.set_style(variant.style());
  for (const FirstDrop& drop : variant.first_drops()) {
    if (drop.value().winner() == EmptyBoardValue::BLACK) {
      found.add_squares(drop.square());
    }
  }
  return absl::OkStatus();
}

absl::Status CentreBan(const Evidence& game, JudgedPart& part) {
  ClaimPart::CentreBan& found = *part.mutable_found()->mutable_centre_ban();
  for (const VariantValue& banned : game.manifest.variants()) {
    if (!banned.centre_ban()) continue;
    const std::string before =
        OutcomeText(FindVariant(game.manifest, banned.style(), false).value());
    const std::string after = OutcomeText(banned.value());
    if (before == after) continue;
    ClaimPart::Change& change = *found.add_changes();
    change.set_style(banned.style());
    change.set_before(before);
    change.set_after(after);
  }
  return absl::OkStatus();
}

absl::Status LongestWin(const Evidence& game, JudgedPart& part) {
  part.mutable_found()->set_longest_win(Longest(game.manifest, /*wins=*/true));
  part.set_number(game.longest.size());
  return absl::OkStatus();
}

absl::Status Annotation(const Evidence& game, JudgedPart& part) {
  const ClaimPart::Annotation& stated = part.stated().annotation();
  answers::Annotations annotations;
  RETURN_IF_ERROR(AnnotateText(*game.tablebase, kFiles.at(stated.item()),
                               stated.name(), /*start=*/{},
                               /*boards=*/false, annotations));
  ClaimPart::Annotation& found = *part.mutable_found()->mutable_annotation();
  found = stated;
  const absl::string_view letters = kFiles.at(stated.annotated());
  part.set_number(letters.size());
  if (AnnotationText(annotations) != letters) found.clear_annotated();
  return absl::OkStatus();
}

using Classes = std::set<uint64_t>;

// The classes of a cycle's positions.  DataLoss unless in each of them one move
// only does not lose, to the next.  (So they are drawn: best moves that win, or
// lose, come to an end.)
absl::StatusOr<Classes> ClassesOf(const Evidence& game,
                                  const extra_rules::UniqueMoveCycle& cycle,
                                  Figures& pictures) {
  Classes classes;
  Colour mover = Colour::kBlack;
  for (int i = 0; i < cycle.positions_size(); ++i, mover = Other(mover)) {
    const Position position = PositionOf(cycle.positions(i), mover);
    const Position next = PositionOf(
        cycle.positions((i + 1) % cycle.positions_size()), Other(mover));
    ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                     game.tablebase->Successors(position));
    if (moves.size() < 2 || moves[0].position != next ||
        moves[1].value.winner != Other(mover)) {
      return absl::DataLossError(
          "a cycle of the extra rules is none by the table");
    }
    classes.insert(ClassOf(game.tablebase->game().kernel(),
                           {position.own(), position.others()}));
    AddFigure(absl::StrCat(ToString(mover), " ", ToString(moves[0].move)),
              BoardOf(game.manifest.rules(), position), pictures);
  }
  return classes;
}

// The classes of the positions that a file's problem goes through.
Classes ClassesIn(const std::string& file, const Game& game) {
  Classes classes;
  for (const absl::StatusOr<Item>& item :
       ParseItems(kFiles.at(file), file, game)) {
    Position position = *SetUp(game, *item);
    for (const Ply& ply : item->plies) {
      classes.insert(
          ClassOf(game.kernel(), {position.own(), position.others()}));
      position = *game.Play(position, ply.move);
    }
  }
  return classes;
}

absl::Status Cycles(const Evidence& game, JudgedPart& part) {
  std::multimap<Classes, std::string> drawn;
  for (const std::string& file : part.stated().only_move_cycles().files()) {
    drawn.insert({ClassesIn(file, game.tablebase->game()), file});
  }
  ClaimPart::OnlyMoveCycles& found =
      *part.mutable_found()->mutable_only_move_cycles();
  part.set_number(game.extra_rules->unique_move_cycles_size());
  for (const auto& cycle : game.extra_rules->unique_move_cycles()) {
    ASSIGN_OR_RETURN(const Classes classes,
                     ClassesOf(game, cycle, *part.mutable_pictures()));
    const auto file = drawn.extract(classes);
    found.add_files(file ? file.mapped() : "one that the letter does not draw");
  }
  return absl::OkStatus();
}

// Whether every move in a cycle takes the mover's last one back: three
// positions later, when the side has moved again, its pieces stand as before.
bool IsAllReturns(const extra_rules::UniqueMoveCycle& cycle) {
  const int size = cycle.positions_size();
  for (int i = 0; i < size; ++i) {
    if (!std::ranges::is_permutation(
            cycle.positions(i).mover(),
            cycle.positions((i + 3) % size).opponent())) {
      return false;
    }
  }
  return true;
}

absl::Status Returns(const Evidence& game, JudgedPart& part) {
  const auto& cycles = game.extra_rules->unique_move_cycles();
  if (!cycles.empty()) {
    part.mutable_found()->mutable_returns()->set_all(
        std::ranges::all_of(cycles, IsAllReturns));
  }
  return absl::OkStatus();
}

absl::Status FourMoves(const Evidence& game, JudgedPart& part) {
  const ClaimPart::FourMoveLimit& stated = part.stated().four_move_limit();
  const extra_rules::WordingResult* const wording =
      FindWording(game.extra_rules->four_move_limit(), stated.steady_turns());
  if (wording == nullptr) return absl::OkStatus();
  *part.mutable_draws_won() = wording->draws_won();
  // After some last moves: as it is if none has been made.
  const bool wins = wording->draws_won().sometimes() > 0;
  ClaimPart::FourMoveLimit& found =
      *part.mutable_found()->mutable_four_move_limit();
  found.set_steady_turns(stated.steady_turns());
  // That it wins none must have been shown.
  found.set_wins_draws(wins || (!stated.wins_draws() && !wording->harmless()));
  return absl::OkStatus();
}

absl::Status Corners(const Evidence& game, JudgedPart& part) {
  const uint32_t harmless = game.extra_rules->smallest_harmless_corner_limit();
  if (harmless != 0) part.set_harmless_corner_limit(harmless);
  for (const auto& limit : game.extra_rules->corner_limits()) {
    if (limit.moves() != part.stated().corner_limit().moves()) continue;
    part.set_changed(ChangedOutcomes(limit) + limit.other_length());
    ClaimPart::CornerLimit& found =
        *part.mutable_found()->mutable_corner_limit();
    found.set_moves(limit.moves());
    found.set_changes_values(part.changed() > 0);
  }
  return absl::OkStatus();
}

absl::Status Effort(const Evidence& game, JudgedPart& part) {
  double seconds = 0;
  uint64_t bytes = 0;
  for (const StageReport& report : game.stages) {
    seconds += report.cpu_seconds();
    bytes = std::max(bytes, report.peak_memory_bytes());
  }
  if (seconds > 0) {
    part.mutable_found()->mutable_effort()->set_text(absl::StrFormat(
        "%.1f s of CPU time, at most %.0f MB", seconds, bytes / 1e6));
  }
  return absl::OkStatus();
}

struct Examination {
  ClaimPart::ExpectedCase expected;
  absl::Status (*examine)(const Evidence&, JudgedPart&);
  bool is_on_extra_rules = false;
};
constexpr Examination kExaminations[] = {
    {ClaimPart::kPlacements, Placements},
    {ClaimPart::kOutcomes, EmptyBoards},
    {ClaimPart::kWinningDrops, WinningDrops},
    {ClaimPart::kCentreBan, CentreBan},
    {ClaimPart::kLongestWin, LongestWin},
    {ClaimPart::kAnnotation, Annotation},
    {ClaimPart::kOnlyMoveCycles, Cycles, true},
    {ClaimPart::kReturns, Returns, true},
    {ClaimPart::kFourMoveLimit, FourMoves, true},
    {ClaimPart::kCornerLimit, Corners, true},
    {ClaimPart::kEffort, Effort},
};

absl::StatusOr<JudgedPart> Judge(const ClaimPart& stated,
                                 const std::vector<Evidence>& evidence) {
  JudgedPart part;
  part.set_title(TitleOf(stated.rules()));
  *part.mutable_stated() = stated;
  *part.mutable_found() = stated;
  part.mutable_found()->clear_expected();
  const Evidence* const game = FindGame(evidence, stated.rules());
  for (const auto& [expected, examine, is_on_extra_rules] : kExaminations) {
    if (expected != stated.expected_case() || game == nullptr ||
        (is_on_extra_rules && !game->extra_rules)) {
      continue;
    }
    RETURN_IF_ERROR(examine(*game, part));
  }
  MessageDifferencer differencer;
  differencer.set_repeated_field_comparison(MessageDifferencer::AS_SET);
  if (part.found().expected_case() == ClaimPart::EXPECTED_NOT_SET) {
    part.set_verdict(findings::NOT_EXAMINED);
  } else if (part.found().has_effort()) {
    part.set_verdict(findings::COMPARE);
  } else if (differencer.Compare(stated, part.found())) {
    part.set_verdict(findings::REPRODUCED);
  } else {
    part.set_verdict(findings::REFUTED);
  }
  return part;
}

findings::Verdict Whole(const findings::JudgedClaim& claim) {
  const auto has = [&](findings::Verdict verdict) {
    return std::ranges::count(claim.parts(), verdict, &JudgedPart::verdict) > 0;
  };
  if (has(findings::REFUTED)) return findings::REFUTED;
  if (has(findings::COMPARE)) return findings::COMPARE;
  if (!has(findings::NOT_EXAMINED)) return findings::REPRODUCED;
  return has(findings::REPRODUCED) ? findings::PARTLY : findings::NOT_EXAMINED;
}

}  // namespace

Claims LettersClaims() {
  Claims claims;
  ReadEmbedded("corpus/claims.textproto", claims);
  return claims;
}

const Evidence* FindGame(const std::vector<Evidence>& evidence,
                         const std::string& corpus_rules) {
  const std::string path =
      absl::StrCat("corpus/rules/", corpus_rules, ".textproto");
  Rules wanted = *ParseRules(kFiles.at(path), path);
  for (const Evidence& game : evidence) {
    wanted.set_name(game.manifest.rules().name());
    if (SameRules(game.manifest.rules(), wanted)) return &game;
  }
  return nullptr;
}

std::string TitleOf(const std::string& rules_name) {
  std::string title = absl::StrReplaceAll(rules_name, {{"_", " "}});
  title[0] = absl::ascii_toupper(title[0]);
  return title;
}

absl::StatusOr<std::vector<findings::JudgedClaim>> JudgeClaims(
    const Claims& claims, const std::vector<Evidence>& evidence) {
  std::vector<findings::JudgedClaim> judged;
  for (const Claim& stated : claims.claims()) {
    findings::JudgedClaim& claim = judged.emplace_back();
    *claim.mutable_stated() = stated;
    for (const ClaimPart& part : stated.parts()) {
      ASSIGN_OR_RETURN(*claim.add_parts(), Judge(part, evidence));
    }
    claim.set_verdict(Whole(claim));
    claim.set_is_mixed(std::ranges::count(claim.parts(), claim.verdict(),
                                          &JudgedPart::verdict) !=
                       claim.parts_size());
  }
  return judged;
}

const extra_rules::WordingResult* FindWording(
    const extra_rules::FourMoveLimit& limit, uint32_t steady_turns) {
  for (const extra_rules::WordingResult& wording : limit.wordings()) {
    if (wording.moves() == 4 && wording.steady_turns() == steady_turns &&
        !wording.binds_invoker()) {
      return &wording;
    }
  }
  return nullptr;
}

}  // namespace teeko::reports
