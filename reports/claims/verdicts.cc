#include "reports/claims/verdicts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "game/notation.h"
#include "game/orbit.h"
#include "proto/rules_file.h"
#include "proto/text_proto.h"
#include "reports/annotation.h"
#include "reports/claims/embedded.h"
#include "reports/claims/pictures.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

using findings::Figures;
using findings::JudgedPart;
using findings::Verdict;

JudgedPart PartOf(Verdict verdict, const std::string& found) {
  JudgedPart part;
  part.set_verdict(verdict);
  part.set_found(found);
  return part;
}

template <typename... Args>
JudgedPart Judge(bool as_claimed, const absl::FormatSpec<Args...>& found,
                 const Args&... args) {
  return PartOf(as_claimed ? findings::REPRODUCED : findings::REFUTED,
                absl::StrFormat(found, args...));
}

JudgedPart Placements(const ClaimPart::Placements& expected,
                      const Evidence& game) {
  const uint64_t counted = game.manifest.placements();
  const uint64_t product = expected.factor() * expected.figure();
  return Judge(counted == expected.count() && counted == product,
               "The table has %s placements of all pieces; %d × %s is %s.",
               WithCommas(counted), expected.factor(),
               WithCommas(expected.figure()), WithCommas(product));
}

JudgedPart EmptyBoards(const ClaimPart::Outcomes& expected,
                       const Evidence& game) {
  int drawn = 0;
  std::map<std::string, std::string> decided;
  for (const VariantValue& variant : game.manifest.variants()) {
    if (variant.centre_ban()) continue;
    if (variant.value().winner() == EmptyBoardValue::DRAW) {
      ++drawn;
    } else {
      decided[variant.style()] = OutcomeText(variant.value());
    }
  }
  const auto& wins = expected.wins();
  return Judge(
      decided == std::map<std::string, std::string>(wins.begin(), wins.end()),
      "%s%sa draw in %d of %d styles.",
      absl::StrJoin(decided, ", ", absl::PairFormatter(": ")),
      decided.empty() ? "" : "; ", drawn, drawn + decided.size());
}

JudgedPart WinningDrops(const ClaimPart::WinningDrops& expected,
                        const Evidence& game, Figures& pictures) {
  const VariantValue& variant =
      FindVariant(game.manifest, expected.style(), false);
  AddFigure(variant.style(), MapOf(game.manifest.rules(), variant), pictures);
  std::vector<uint32_t> winning;
  for (const FirstDrop& drop : variant.first_drops()) {
    if (drop.value().winner() == EmptyBoardValue::BLACK) {
      winning.push_back(drop.square());
    }
  }
  const int drops = variant.first_drops_size();
  if (winning.empty()) {
    return Judge(expected.squares().empty(), "None of the %d first drops wins.",
                 drops);
  }
  return Judge(std::ranges::equal(winning, expected.squares()),
               "A first drop on square %s wins; the other %d do not.",
               absl::StrJoin(winning, ", "), drops - winning.size());
}

JudgedPart CentreBan(const ClaimPart::CentreBan& expected,
                     const Evidence& game) {
  size_t forms = 0;
  std::map<std::string, std::string> changed;
  std::set<std::string> drawn;
  for (const VariantValue& variant : game.manifest.variants()) {
    if (!variant.centre_ban()) continue;
    ++forms;
    const std::string& style = variant.style();
    const std::string before =
        OutcomeText(FindVariant(game.manifest, style, false).value());
    const std::string after = OutcomeText(variant.value());
    if (after == before) continue;
    changed[style] = absl::StrCat(before, " becomes ", after);
    if (after == "draw") drawn.insert(style);
  }
  const auto& styles = expected.drawn_styles();
  const bool as_claimed =
      forms > 0 && drawn.size() == changed.size() &&
      drawn == std::set<std::string>(styles.begin(), styles.end());
  if (changed.empty()) {
    return Judge(as_claimed, "The ban changes none of %d outcomes.", forms);
  }
  return Judge(as_claimed, "%s; %d other outcomes stay.",
               absl::StrJoin(changed, "; ", absl::PairFormatter(": ")),
               forms - changed.size());
}

JudgedPart LongestWin(int expected, const Evidence& game, Figures& pictures) {
  const int plies = Longest(game.manifest, true);
  const Rules& rules = game.manifest.rules();
  if (!game.longest.empty()) {
    AddFigure(absl::StrCat(TitleOf(rules.name()), ": Black wins in ", plies),
              BoardOf(rules, game.longest[0].position), pictures);
  }
  return Judge(plies == expected,
               "%d plies, in %d positions up to symmetry and colour.", plies,
               game.longest.size());
}

absl::StatusOr<JudgedPart> Annotated(const ClaimPart::Annotation& expected,
                                     const Evidence& game, Figures& pictures) {
  answers::Annotations annotations;
  const absl::Status status =
      AnnotateText(*game.tablebase, kFiles.at(expected.item()), expected.name(),
                   {}, annotations);
  if (!status.ok()) return status;
  for (const answers::Item& item : annotations.items()) {
    // A game's heading has none.
    const absl::StatusOr<Placement> initial =
        ParsePlacement(item.heading(), game.tablebase->game().squares());
    if (!initial.ok()) continue;
    AddFigure(expected.name(),
              BoardOf(game.manifest.rules(), {.black = initial->black,
                                              .red = initial->red,
                                              .to_move = *initial->to_move}),
              pictures);
  }
  const absl::string_view letters = kFiles.at(expected.annotated());
  const bool same = AnnotationText(annotations) == letters;
  return Judge(same, "%s: %s %d bytes.", expected.name(),
               same ? "the same to the byte," : "differs from the letter's",
               letters.size());
}

// Names a position but for symmetry and colour.
uint64_t ClassOf(const Game& game, const Position& position) {
  const bool black = position.to_move == Colour::kBlack;
  return OrbitOf(game.kernel(), {black ? position.black : position.red,
                                 black ? position.red : position.black})
      .front();
}

using Classes = std::set<uint64_t>;

// The classes of a cycle's positions.  DataLoss unless in each of them one move
// only does not lose, to the next.
absl::StatusOr<Classes> ClassesOf(const Evidence& game,
                                  const extra_rules::UniqueMoveCycle& cycle,
                                  Figures& pictures) {
  Classes classes;
  Colour mover = Colour::kBlack;
  for (int i = 0; i < cycle.positions_size(); ++i, mover = Other(mover)) {
    const Position position = PositionOf(cycle.positions(i), mover);
    const Position next = PositionOf(
        cycle.positions((i + 1) % cycle.positions_size()), Other(mover));
    const absl::StatusOr<std::vector<Successor>> successors =
        game.tablebase->Successors(position);
    if (!successors.ok()) {
      return absl::DataLossError(successors.status().message());
    }
    const Successor& best = successors->front();
    if (successors->size() < 2 || best.value.winner || best.position != next ||
        (*successors)[1].value.winner != Other(mover)) {
      return absl::DataLossError(
          "a cycle of the extra rules is none by the table");
    }
    classes.insert(ClassOf(game.tablebase->game(), position));
    AddFigure(absl::StrCat(ToString(mover), " ", ToString(best.move)),
              BoardOf(game.manifest.rules(), position), pictures);
  }
  return classes;
}

// The classes of the positions that a file's problem goes through.
Classes ClassesIn(const std::string& file, const Game& game) {
  Classes classes;
  for (const absl::StatusOr<Item>& item :
       ParseItems(kFiles.at(file), file, game.squares())) {
    Position position = {.black = item->initial->black,
                         .red = item->initial->red,
                         .to_move = *item->initial->to_move};
    for (const Ply& ply : item->plies) {
      classes.insert(ClassOf(game, position));
      position = *game.Play(position, ply.move);
    }
  }
  return classes;
}

absl::StatusOr<JudgedPart> Cycles(const ClaimPart::OnlyMoveCycles& expected,
                                  const Evidence& game, Figures& pictures) {
  std::multiset<Classes> wanted;
  for (const std::string& file : expected.files()) {
    wanted.insert(ClassesIn(file, game.tablebase->game()));
  }
  std::multiset<Classes> found;
  for (const auto& cycle : game.extra_rules->unique_move_cycles()) {
    absl::StatusOr<Classes> classes = ClassesOf(game, cycle, pictures);
    if (!classes.ok()) return classes.status();
    found.insert(*std::move(classes));
  }
  return Judge(found == wanted, "Such cycles, up to symmetry and colour: %d.%s",
               found.size(),
               found.empty() || wanted.empty() ? ""
               : found == wanted ? " It is the one that the letter draws."
                                 : " The letter draws another.");
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
  return size > 0;
}

JudgedPart Returns(const Evidence& game) {
  const auto& cycles = game.extra_rules->unique_move_cycles();
  if (cycles.empty()) {
    return PartOf(findings::NOT_EXAMINED, "There is no such cycle.");
  }
  const bool all = std::ranges::all_of(cycles, IsAllReturns);
  return Judge(all, "%s",
               all ? "In each of its positions the only move that does not "
                     "lose takes one back; any other, with which the amended "
                     "limit might be invoked, loses."
                   : "Some move in it takes none back.");
}

JudgedPart FourMoves(const ClaimPart::FourMoveLimit& expected,
                     const Evidence& game) {
  const extra_rules::WordingResult* const wording =
      FindWording(game.extra_rules->four_move_limit(), expected.steady_turns());
  if (wording == nullptr) {
    return PartOf(findings::NOT_EXAMINED, "This wording was not examined.");
  }
  const extra_rules::PositionCounts& won = wording->draws_won();
  const bool wins =
      won.loser_to_move() + won.winner_to_move() + won.sometimes() > 0;
  return Judge(expected.wins_draws() ? wins : !wins && wording->harmless(),
               "%s draws are won (nobody having moved before, the loser to "
               "move), %s after some last moves.",
               WithCommas(won.loser_to_move()), WithCommas(won.sometimes()));
}

JudgedPart Corners(uint32_t moves, const Evidence& game) {
  const uint32_t harmless = game.extra_rules->smallest_harmless_corner_limit();
  for (const auto& limit : game.extra_rules->corner_limits()) {
    if (limit.moves() != moves) continue;
    const double changed = limit.draws_won() + limit.draws_lost() +
                           limit.losses_drawn() + limit.losses_won() +
                           limit.wins_drawn() + limit.wins_lost() +
                           limit.other_length();
    return Judge(
        changed == 0,
        "%s positions change their value or length with a limit of %d moves; "
        "%s",
        WithCommas(changed), moves,
        harmless == 0
            ? "every limit examined changes some."
            : absl::StrFormat("none does from %d moves on.", harmless));
  }
  return PartOf(findings::NOT_EXAMINED,
                absl::StrCat("A limit of ", moves, " moves was not examined."));
}

JudgedPart Effort(const ClaimPart::Effort& expected, const Evidence& game) {
  double seconds = 0;
  uint64_t bytes = 0;
  for (const StageTime& stage : game.stages) {
    if (!stage.report) continue;
    seconds += stage.report->seconds();
    bytes = std::max(bytes, stage.report->peak_memory_bytes());
  }
  if (seconds == 0) {
    return PartOf(findings::NOT_EXAMINED, "No stage left a report.");
  }
  return PartOf(findings::COMPARE,
                absl::StrFormat("1998: %s. All stages of this run: %.1f s, at "
                                "most %.0f MB.",
                                expected.text(), seconds, bytes / 1e6));
}

absl::StatusOr<JudgedPart> JudgePart(const ClaimPart& part,
                                     const std::vector<Evidence>& evidence,
                                     Figures& pictures) {
  const Evidence* const game = FindGame(evidence, part.rules());
  if (game == nullptr) {
    return PartOf(findings::NOT_EXAMINED, "Not in this run.");
  }
  const bool is_on_extra_rules =
      part.has_only_move_cycles() || part.has_cycles_are_returns() ||
      part.has_four_move_limit() || part.has_harmless_corner_limit();
  if (is_on_extra_rules && !game->extra_rules) {
    return PartOf(findings::NOT_EXAMINED,
                  "The extra rules were not examined in this run.");
  }
  switch (part.expected_case()) {
    case ClaimPart::kPlacements:
      return Placements(part.placements(), *game);
    case ClaimPart::kOutcomes:
      return EmptyBoards(part.outcomes(), *game);
    case ClaimPart::kWinningDrops:
      return WinningDrops(part.winning_drops(), *game, pictures);
    case ClaimPart::kCentreBan:
      return CentreBan(part.centre_ban(), *game);
    case ClaimPart::kLongestWin:
      return LongestWin(part.longest_win(), *game, pictures);
    case ClaimPart::kAnnotation:
      return Annotated(part.annotation(), *game, pictures);
    case ClaimPart::kOnlyMoveCycles:
      return Cycles(part.only_move_cycles(), *game, pictures);
    case ClaimPart::kCyclesAreReturns:
      return Returns(*game);
    case ClaimPart::kFourMoveLimit:
      return FourMoves(part.four_move_limit(), *game);
    case ClaimPart::kHarmlessCornerLimit:
      return Corners(part.harmless_corner_limit(), *game);
    case ClaimPart::kEffort:
      return Effort(part.effort(), *game);
    case ClaimPart::EXPECTED_NOT_SET:
      break;
  }
  return JudgedPart();
}

Verdict Whole(const findings::JudgedClaim& claim) {
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(claim.parts(), verdict, &JudgedPart::verdict);
  };
  if (count(findings::REFUTED) > 0) return findings::REFUTED;
  if (count(findings::COMPARE) > 0) return findings::COMPARE;
  if (count(findings::NOT_EXAMINED) == 0) return findings::REPRODUCED;
  return count(findings::REPRODUCED) > 0 ? findings::PARTLY
                                         : findings::NOT_EXAMINED;
}

}  // namespace

Claims LettersClaims() {
  Claims claims;
  // Tests would notice if it did not parse.
  ParseTextProto(kFiles.at("corpus/claims.textproto"), "claims", claims)
      .IgnoreError();
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
      absl::StatusOr<JudgedPart> verdict =
          JudgePart(part, evidence, *claim.mutable_pictures());
      if (!verdict.ok()) return verdict.status();
      verdict->set_title(absl::StrCat(
          part.text(), part.text().empty() ? "" : ", ", TitleOf(part.rules())));
      *claim.add_parts() = *std::move(verdict);
    }
    claim.set_verdict(Whole(claim));
    AddText(*claim.mutable_pictures());
  }
  return judged;
}

const VariantValue& FindVariant(const Manifest& manifest,
                                const std::string& style, bool centre_ban) {
  for (const VariantValue& variant : manifest.variants()) {
    if (variant.style() == style && variant.centre_ban() == centre_ban) {
      return variant;
    }
  }
  return VariantValue::default_instance();
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
