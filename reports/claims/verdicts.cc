#include "reports/claims/verdicts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
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

PartVerdict Judge(bool as_claimed, std::string found) {
  return {as_claimed ? Verdict::kReproduced : Verdict::kRefuted,
          std::move(found)};
}

// The empty board by style, without or with the centre ban.
std::map<std::string, std::string> Outcomes(const Evidence& game, bool ban) {
  std::map<std::string, std::string> outcomes;
  for (const Variant& variant : game.variants) {
    if (variant.centre_ban == ban) {
      outcomes[variant.style] = OutcomeText(variant.value);
    }
  }
  return outcomes;
}

PartVerdict Placements(const ClaimPart::Placements& expected,
                       const Evidence& game) {
  const uint64_t counted = game.depths.placements;
  const uint64_t product = expected.factor() * expected.figure();
  return Judge(counted == expected.count() && counted == product,
               absl::StrCat("The table has ", WithCommas(counted),
                            " placements of all pieces; ", expected.factor(),
                            " × ", WithCommas(expected.figure()), " is ",
                            WithCommas(product), "."));
}

PartVerdict EmptyBoards(const ClaimPart::Outcomes& expected,
                        const Evidence& game) {
  const std::map<std::string, std::string> found = Outcomes(game, false);
  std::map<std::string, std::string> decided;
  for (const auto& [style, outcome] : found) {
    if (outcome != "draw") decided[style] = outcome;
  }
  const auto& wins = expected.wins();
  return Judge(
      decided == std::map<std::string, std::string>(wins.begin(), wins.end()),
      absl::StrCat(
          decided.empty()
              ? ""
              : absl::StrJoin(decided, ", ", absl::PairFormatter(": ")) + "; ",
          "a draw in ", found.size() - decided.size(), " of ", found.size(),
          " styles."));
}

PartVerdict WinningDrops(const ClaimPart::WinningDrops& expected,
                         const Evidence& game) {
  std::vector<uint32_t> winning;
  size_t drops = 0;
  for (const Variant& variant : game.variants) {
    if (variant.style != expected.style() || variant.centre_ban) continue;
    drops = variant.first_drops.size();
    for (const auto& [square, value] : variant.first_drops) {
      if (value.winner == Colour::kBlack) winning.push_back(square);
    }
  }
  return Judge(
      std::ranges::equal(winning, expected.squares()),
      winning.empty()
          ? absl::StrCat("None of the ", drops, " first drops wins.")
          : absl::StrCat("A first drop on square ",
                         absl::StrJoin(winning, ", "), " wins; the other ",
                         drops - winning.size(), " do not."));
}

PartVerdict CentreBan(const ClaimPart::CentreBan& expected,
                      const Evidence& game) {
  const auto without = Outcomes(game, false);
  const auto with = Outcomes(game, true);
  std::map<std::string, std::string> changed;
  std::set<std::string> drawn;
  for (const auto& [style, outcome] : with) {
    if (without.at(style) == outcome) continue;
    changed[style] = absl::StrCat(without.at(style), " becomes ", outcome);
    if (outcome == "draw") drawn.insert(style);
  }
  const auto& styles = expected.drawn_styles();
  return Judge(
      with.size() == without.size() && drawn.size() == changed.size() &&
          drawn == std::set<std::string>(styles.begin(), styles.end()),
      changed.empty()
          ? absl::StrCat("The ban changes none of ", with.size(), " outcomes.")
          : absl::StrCat(
                absl::StrJoin(changed, "; ", absl::PairFormatter(": ")), "; ",
                with.size() - changed.size(), " other outcomes stay."));
}

PartVerdict LongestWin(int expected, const Evidence& game) {
  const int plies = game.depths.LongestWin();
  return Judge(plies == expected,
               absl::StrCat(plies, " plies, in ", game.longest.size(),
                            " positions up to symmetry and colour."));
}

absl::StatusOr<PartVerdict> Annotated(const ClaimPart::Annotation& expected,
                                      const Evidence& game) {
  answers::Annotations annotations;
  const absl::Status status =
      AnnotateText(*game.tablebase, kFiles.at(expected.item()), expected.name(),
                   {}, annotations);
  if (!status.ok()) return status;
  const absl::string_view letters = kFiles.at(expected.annotated());
  const bool same = AnnotationText(annotations) == letters;
  return Judge(same, absl::StrCat(expected.name(),
                                  same ? ": the same to the byte, "
                                       : ": differs from the letter's ",
                                  letters.size(), " bytes."));
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
                                  const extra_rules::UniqueMoveCycle& cycle) {
  Classes classes;
  const std::vector<Position> positions = CyclePositions(cycle);
  for (size_t i = 0; i < positions.size(); ++i) {
    const absl::StatusOr<std::vector<Successor>> successors =
        game.tablebase->Successors(positions[i]);
    if (!successors.ok())
      return absl::DataLossError(successors.status().message());
    const Position& next = positions[(i + 1) % positions.size()];
    const bool only = successors->size() > 1 &&
                      !successors->front().value.winner &&
                      successors->front().position == next &&
                      (*successors)[1].value.winner == next.to_move;
    if (!only) {
      return absl::DataLossError(
          "a cycle of the extra rules is none by the table");
    }
    classes.insert(ClassOf(game.tablebase->game(), positions[i]));
  }
  return classes;
}

// The classes of the positions that a file's problem goes through.
Classes ClassesIn(const std::string& file, const Game& game) {
  Classes classes;
  for (const absl::StatusOr<Item>& item :
       ParseItems(kFiles.at(file), file, game.squares())) {
    Position position = game.Start();
    position.black = item->initial->black;
    position.red = item->initial->red;
    position.to_move = *item->initial->to_move;
    for (const Ply& ply : item->plies) {
      classes.insert(ClassOf(game, position));
      position = *game.Play(position, ply.move);
    }
  }
  return classes;
}

absl::StatusOr<PartVerdict> Cycles(const ClaimPart::OnlyMoveCycles& expected,
                                   const Evidence& game) {
  std::multiset<Classes> wanted;
  for (const std::string& file : expected.files()) {
    wanted.insert(ClassesIn(file, game.tablebase->game()));
  }
  std::multiset<Classes> found;
  for (const auto& cycle : game.extra_rules->unique_move_cycles()) {
    absl::StatusOr<Classes> classes = ClassesOf(game, cycle);
    if (!classes.ok()) return classes.status();
    found.insert(*std::move(classes));
  }
  std::string text = absl::StrCat(
      "Such cycles, up to symmetry and colour: ", found.size(), ".");
  if (!found.empty() && !wanted.empty()) {
    absl::StrAppend(&text, found == wanted
                               ? " It is the one that the letter draws."
                               : " The letter draws another.");
  }
  return Judge(found == wanted, std::move(text));
}

// Whether every move in a cycle takes the mover's last one back.
bool IsAllReturns(const extra_rules::UniqueMoveCycle& cycle) {
  const std::vector<Position> positions = CyclePositions(cycle);
  const size_t size = positions.size();
  for (size_t i = 0; i < size; ++i) {
    // A side's next move takes this one back if its pieces stand again as now.
    const Position& now = positions[i];
    const Position& later = positions[(i + 3) % size];
    const bool black = now.to_move == Colour::kBlack;
    if ((black ? now.black : now.red) != (black ? later.black : later.red)) {
      return false;
    }
  }
  return size > 0;
}

PartVerdict Returns(const Evidence& game) {
  const auto& cycles = game.extra_rules->unique_move_cycles();
  if (cycles.empty()) {
    return {Verdict::kNotExamined, "There is no such cycle."};
  }
  const bool all = std::ranges::all_of(cycles, IsAllReturns);
  return Judge(all, all ? "In each of its positions the only move that does "
                          "not lose takes one back; any other, with which the "
                          "amended limit might be invoked, loses."
                        : "Some move in it takes none back.");
}

PartVerdict FourMoves(const ClaimPart::FourMoveLimit& expected,
                      const Evidence& game) {
  const extra_rules::WordingResult* const wording =
      FindWording(game.extra_rules->four_move_limit(), expected.steady_turns());
  if (wording == nullptr) {
    return {Verdict::kNotExamined, "This wording was not examined."};
  }
  const extra_rules::PositionCounts& won = wording->draws_won();
  const bool wins =
      won.loser_to_move() + won.winner_to_move() + won.sometimes() > 0;
  return Judge(
      expected.wins_draws() ? wins : !wins && wording->harmless(),
      absl::StrCat(WithCommas(won.loser_to_move()),
                   " draws are won (nobody having moved before, the loser to "
                   "move), ",
                   WithCommas(won.sometimes()), " after some last moves."));
}

double ChangedBy(const extra_rules::CornerLimit& limit) {
  return limit.draws_won() + limit.draws_lost() + limit.losses_drawn() +
         limit.losses_won() + limit.wins_drawn() + limit.wins_lost() +
         limit.other_length();
}

PartVerdict Corners(uint32_t moves, const Evidence& game) {
  const uint32_t shortest = game.extra_rules->smallest_harmless_corner_limit();
  for (const auto& limit : game.extra_rules->corner_limits()) {
    if (limit.moves() != moves) continue;
    return Judge(
        ChangedBy(limit) == 0,
        absl::StrCat(WithCommas(ChangedBy(limit)),
                     " positions change their value or length with a limit of ",
                     moves, " moves; ",
                     shortest == 0 ? "every limit examined changes some."
                                   : absl::StrCat("none does from ", shortest,
                                                  " moves on.")));
  }
  return {Verdict::kNotExamined,
          absl::StrCat("A limit of ", moves, " moves was not examined.")};
}

PartVerdict Effort(const ClaimPart::Effort& expected, const Evidence& game) {
  double seconds = 0;
  uint64_t bytes = 0;
  for (const StageTime& stage : game.stages) {
    if (!stage.report) continue;
    seconds += stage.report->seconds();
    bytes = std::max(bytes, stage.report->peak_memory_bytes());
  }
  if (seconds == 0) return {Verdict::kNotExamined, "No stage left a report."};
  return {Verdict::kCompare,
          absl::StrFormat("1998: %s. All stages of this run: %.1f s, at most "
                          "%.0f MB.",
                          expected.text(), seconds, bytes / 1e6)};
}

absl::StatusOr<PartVerdict> JudgePart(const ClaimPart& part,
                                      const std::vector<Evidence>& evidence) {
  const Evidence* const game = FindGame(evidence, part.rules());
  if (game == nullptr) {
    return PartVerdict{Verdict::kNotExamined, "Not in this run."};
  }
  switch (part.expected_case()) {
    case ClaimPart::kPlacements:
      return Placements(part.placements(), *game);
    case ClaimPart::kOutcomes:
      return EmptyBoards(part.outcomes(), *game);
    case ClaimPart::kWinningDrops:
      return WinningDrops(part.winning_drops(), *game);
    case ClaimPart::kCentreBan:
      return CentreBan(part.centre_ban(), *game);
    case ClaimPart::kLongestWin:
      return LongestWin(part.longest_win(), *game);
    case ClaimPart::kAnnotation:
      return Annotated(part.annotation(), *game);
    case ClaimPart::kEffort:
      return Effort(part.effort(), *game);
    default:
      break;
  }
  if (!game->extra_rules) {
    return PartVerdict{Verdict::kNotExamined,
                       "The extra rules were not examined in this run."};
  }
  switch (part.expected_case()) {
    case ClaimPart::kOnlyMoveCycles:
      return Cycles(part.only_move_cycles(), *game);
    case ClaimPart::kCyclesAreReturns:
      return Returns(*game);
    case ClaimPart::kFourMoveLimit:
      return FourMoves(part.four_move_limit(), *game);
    case ClaimPart::kHarmlessCornerLimit:
      return Corners(part.harmless_corner_limit(), *game);
    default:
      return PartVerdict{};
  }
}

Verdict Whole(const std::vector<PartVerdict>& parts) {
  const auto all = [&](Verdict verdict) {
    return std::ranges::count(parts, verdict, &PartVerdict::verdict);
  };
  if (all(Verdict::kRefuted) > 0) return Verdict::kRefuted;
  if (all(Verdict::kCompare) > 0) return Verdict::kCompare;
  const int64_t open = all(Verdict::kNotExamined);
  return open == 0                       ? Verdict::kReproduced
         : all(Verdict::kReproduced) > 0 ? Verdict::kPartly
                                         : Verdict::kNotExamined;
}

}  // namespace

Claims LettersClaims() {
  Claims claims;
  // Tests would notice if it did not parse.
  ParseTextProto(kFiles.at("corpus/claims.textproto"), "claims", claims)
      .IgnoreError();
  return claims;
}

Rules CorpusRules(const std::string& name) {
  const std::string path = absl::StrCat("corpus/rules/", name, ".textproto");
  return *ParseRules(kFiles.at(path), path);
}

const Evidence* FindGame(const std::vector<Evidence>& evidence,
                         const std::string& corpus_rules) {
  const Rules wanted = CorpusRules(corpus_rules);
  for (const Evidence& game : evidence) {
    Rules rules = game.manifest.rules();
    rules.set_name(wanted.name());
    if (SameRules(rules, wanted)) return &game;
  }
  return nullptr;
}

absl::StatusOr<std::vector<ClaimVerdict>> JudgeClaims(
    const Claims& claims, const std::vector<Evidence>& evidence) {
  std::vector<ClaimVerdict> verdicts;
  for (const Claim& claim : claims.claims()) {
    ClaimVerdict judged = {.claim = claim, .parts = {}};
    for (const ClaimPart& part : claim.parts()) {
      absl::StatusOr<PartVerdict> verdict = JudgePart(part, evidence);
      if (!verdict.ok()) return verdict.status();
      judged.parts.push_back(*std::move(verdict));
    }
    judged.verdict = Whole(judged.parts);
    verdicts.push_back(std::move(judged));
  }
  return verdicts;
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

std::string OutcomeText(Value value) {
  if (!value.winner) return "draw";
  return absl::StrCat(ToString(*value.winner), " in ", value.plies);
}

}  // namespace teeko::reports
