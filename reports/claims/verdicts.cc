// Judges the claims: computes the facts for each part of a claim from the
// evidence, and compares them with the facts that the claim states.

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/program.h"
#include "base/status.h"
#include "game/notation.h"
#include "game/orbit.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"
#include "reports/annotation.h"
#include "reports/claims/findings.h"
#include "reports/claims/pictures.h"
#include "studies/corner_limit/corner_limit.h"

namespace teeko::reports {
namespace {

using findings::Figures;
using findings::JudgedPart;

// Returns the first argument of a part as a number.
absl::StatusOr<uint64_t> NumberIn(const ClaimPart& part, uint64_t least = 1) {
  uint64_t number;
  if (absl::SimpleAtoi(part.arguments(0), &number) && number >= least) {
    return number;
  }
  return base::Invalid("claims: ", part.question(), ": expected a number from ",
                       least, ", got \"", part.arguments(0), "\"");
}

// The answer to the question of a part.  It has no facts and no remark if the
// run cannot answer the question.
struct Answer {
  std::vector<std::string> facts = {};  // compared with the facts of the part
  std::string remark = {};              // shown after the facts
  Figures pictures = {};
};

// One function for each question of claims.proto, in the same order.

absl::StatusOr<Answer> Placements(const Evidence& game, const ClaimPart& part) {
  ASSIGN_OR_RETURN(const uint64_t factor, NumberIn(part));
  const uint64_t count = game.manifest.placements();
  std::string fact = absl::StrCat(base::WithCommas(count), " = ",
                                  base::WithCommas(count / factor), " × ",
                                  base::WithCommas(factor));
  if (count % factor != 0) absl::StrAppend(&fact, " + ", count % factor);
  return Answer{{fact}};
}

absl::StatusOr<Answer> Outcomes(const Evidence& game, const ClaimPart&) {
  Answer answer;
  for (const VariantValue& variant : game.manifest.variants()) {
    const std::string value = OutcomeText(variant.value());
    if (variant.centre_ban() || value == "draw") continue;
    answer.facts.push_back(absl::StrCat(variant.style(), ": ", value));
  }
  answer.remark = answer.facts.empty() ? "all styles are draws"
                                       : "all other styles are draws";
  return answer;
}

absl::StatusOr<Answer> WinningDrops(const Evidence& game,
                                    const ClaimPart& part) {
  Answer answer;
  for (const FirstDrop& drop :
       proto::FindVariant(game.manifest, part.arguments(0), false)
           .first_drops()) {
    if (drop.value().winner() != EmptyBoardValue::BLACK) continue;
    answer.facts.push_back(absl::StrCat("square ", drop.square()));
  }
  answer.remark =
      answer.facts.empty() ? "no first drop wins" : "no other first drop wins";
  return answer;
}

absl::StatusOr<Answer> CentreBan(const Evidence& game, const ClaimPart&) {
  Answer answer;
  for (const VariantValue& banned : game.manifest.variants()) {
    if (!banned.centre_ban()) continue;
    const std::string before = OutcomeText(
        proto::FindVariant(game.manifest, banned.style(), false).value());
    const std::string after = OutcomeText(banned.value());
    if (before == after) continue;
    answer.facts.push_back(
        absl::StrCat(banned.style(), ": ", before, " becomes ", after));
  }
  answer.remark =
      answer.facts.empty() ? "no outcome changes" : "no other outcome changes";
  return answer;
}

absl::StatusOr<Answer> LongestWin(const Evidence& game, const ClaimPart&) {
  return Answer{
      {absl::StrCat(proto::Longest(game.manifest, /*wins=*/true), " plies")},
      absl::StrCat("in ", base::WithCommas(game.longest.size()),
                   " positions up to symmetry and colour")};
}

absl::StatusOr<Answer> Annotation(const Evidence& game, const ClaimPart& part) {
  ASSIGN_OR_RETURN(const absl::string_view text, Embedded(part.arguments(0)));
  ASSIGN_OR_RETURN(const absl::string_view printed,
                   Embedded(part.arguments(1)));
  answers::Annotations annotations;
  RETURN_IF_ERROR(AnnotateText(*game.tablebase, text, part.text(), /*start=*/{},
                               /*boards=*/false, annotations));
  const bool same = AnnotationText(annotations) == printed;
  return Answer{
      {same ? "the same bytes" : "other bytes"},
      absl::StrCat("the letter’s text has ", printed.size(), " bytes")};
}

using Orbits = std::set<uint64_t>;

// Returns the orbits of a cycle's positions; an orbit is the index of its
// canonical position.  DataLoss unless each position has exactly one move that
// does not lose, and this move leads to the next position.  (Then all positions
// are draws, because best moves from a won or lost position reach the end of
// the game.)
absl::StatusOr<Orbits> OrbitsOf(const Evidence& game,
                                const extra_rules::UniqueMoveCycle& cycle,
                                Figures& pictures) {
  Orbits orbits;
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
          "extra rules: a cycle does not agree with the table: expected one "
          "move that does not lose, to the next position");
    }
    orbits.insert(FirstOfOrbit(game.tablebase->game().kernel(),
                               {position.own(), position.others()}));
    AddFigure(absl::StrCat(ToString(mover), " ", ToString(moves[0].move)),
              BoardOf(game.manifest.rules(), position), pictures);
  }
  return orbits;
}

// Returns the orbits of the positions before each ply of the problem in a file.
absl::StatusOr<Orbits> OrbitsIn(const std::string& file, const Game& game) {
  ASSIGN_OR_RETURN(const absl::string_view text, Embedded(file));
  Orbits orbits;
  for (const absl::StatusOr<Item>& item : ParseItems(text, file, game)) {
    Position position = *SetUp(game, *item);
    for (const Ply& ply : item->plies) {
      orbits.insert(
          FirstOfOrbit(game.kernel(), {position.own(), position.others()}));
      position = *game.Play(position, ply.move);
    }
  }
  return orbits;
}

absl::StatusOr<Answer> Cycles(const Evidence& game, const ClaimPart& part) {
  std::multimap<Orbits, std::string> drawn;
  for (const std::string& file : part.facts()) {
    ASSIGN_OR_RETURN(const Orbits orbits,
                     OrbitsIn(file, game.tablebase->game()));
    drawn.insert({orbits, file});
  }
  Answer answer;
  for (const auto& cycle : game.extra_rules->unique_move_cycles()) {
    ASSIGN_OR_RETURN(const Orbits orbits,
                     OrbitsOf(game, cycle, answer.pictures));
    const auto file = drawn.extract(orbits);
    answer.facts.push_back(file ? file.mapped()
                                : "a cycle that is not in the letter");
  }
  answer.remark = absl::StrCat(answer.facts.size(),
                               " such cycles up to symmetry and colour");
  return answer;
}

// True if every move in the cycle takes back the last move of its side.
// Position i + 3 comes directly after the next move of the side that is to move
// in position i.  So the pieces of this side must stand there as in position i.
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

absl::StatusOr<Answer> Returns(const Evidence& game, const ClaimPart&) {
  const auto& cycles = game.extra_rules->unique_move_cycles();
  if (cycles.empty()) return Answer{};
  return Answer{{std::ranges::all_of(cycles, IsAllReturns)
                     ? "every move that does not lose takes a move back"
                     : "some move that does not lose takes no move back"}};
}

absl::StatusOr<Answer> FourMoves(const Evidence& game, const ClaimPart& part) {
  ASSIGN_OR_RETURN(const uint64_t steady_turns, NumberIn(part, /*least=*/0));
  const extra_rules::WordingResult* const wording =
      FindWording(game.extra_rules->four_move_limit(), steady_turns);
  if (wording == nullptr) return Answer{};
  const extra_rules::PositionCounts& won = wording->draws_won();
  return Answer{// `sometimes` includes the positions without earlier moves.
                {won.sometimes() > 0   ? "draws are won"
                 : wording->harmless() ? "no draw is won"
                                       : "not shown that no draw is won"},
                absl::StrCat(base::WithCommas(won.loser_to_move()),
                             " positions if no move was made before, ",
                             base::WithCommas(won.sometimes()),
                             " after some choice of the last moves")};
}

absl::StatusOr<Answer> Corners(const Evidence& game, const ClaimPart& part) {
  ASSIGN_OR_RETURN(const uint64_t moves, NumberIn(part));
  const uint32_t smallest = game.extra_rules->smallest_harmless_corner_limit();
  for (const auto& limit : game.extra_rules->corner_limits()) {
    if (limit.moves() != moves) continue;
    return Answer{
        {absl::StrCat(base::WithCommas(studies::ChangedOutcomes(limit) +
                                       limit.other_length()),
                      " positions change their value or length")},
        smallest == 0 ? "every examined limit changes some positions"
                      : absl::StrCat("no limit of ", smallest,
                                     " or more moves changes any")};
  }
  return Answer{};
}

absl::StatusOr<Answer> Effort(const Evidence& game, const ClaimPart& part) {
  double seconds = 0;
  uint64_t bytes = 0;
  for (const StageReport& report : game.stages) {
    seconds += report.cpu_seconds();
    bytes = std::max(bytes, report.peak_memory_bytes());
  }
  if (seconds == 0) return Answer{};
  return Answer{{},
                absl::StrFormat("1998: %s. All stages of this run: %.1f s of "
                                "CPU time, at most %.0f MB",
                                part.arguments(0), seconds, bytes / 1e6)};
}

struct Question {
  absl::string_view name;
  int arguments;
  absl::StatusOr<Answer> (*answer)(const Evidence&, const ClaimPart&);
  bool is_on_extra_rules = false;
};
constexpr Question kQuestions[] = {
    {"placements", 1, Placements},
    {"outcomes", 0, Outcomes},
    {"winning_drops", 1, WinningDrops},
    {"centre_ban", 0, CentreBan},
    {"longest_win", 0, LongestWin},
    {"annotation", 2, Annotation},
    {"only_move_cycles", 0, Cycles, true},
    {"returns", 0, Returns, true},
    {"four_move_limit", 1, FourMoves, true},
    {"corner_limit", 1, Corners, true},
    {"effort", 1, Effort},
};

absl::StatusOr<JudgedPart> Judge(const ClaimPart& stated,
                                 const std::vector<Evidence>& evidence) {
  JudgedPart part;
  part.set_title(TitleOf(stated.rules()));
  *part.mutable_stated() = stated;
  const auto question =
      std::ranges::find(kQuestions, stated.question(), &Question::name);
  if (question == std::end(kQuestions) ||
      stated.arguments_size() != question->arguments) {
    return base::Invalid("claims: no question \"", stated.question(),
                         "\" with ", stated.arguments_size(), " arguments");
  }
  ASSIGN_OR_RETURN(const Evidence* const game,
                   FindGame(evidence, stated.rules()));
  part.set_verdict(findings::NOT_EXAMINED);
  if (game == nullptr || (question->is_on_extra_rules && !game->extra_rules)) {
    return part;
  }
  ASSIGN_OR_RETURN(const Answer answer, question->answer(*game, stated));
  std::vector<std::string> words = answer.facts;
  if (!answer.remark.empty()) words.push_back(answer.remark);
  if (words.empty()) return part;
  part.set_found(absl::StrCat(absl::StrJoin(words, "; "), "."));
  if (answer.pictures.figures_size() > 0) {
    *part.mutable_pictures() = answer.pictures;
  }
  if (question->answer == Effort) {
    part.set_verdict(findings::COMPARE);
  } else {
    part.set_verdict(std::ranges::is_permutation(answer.facts, stated.facts())
                         ? findings::REPRODUCED
                         : findings::REFUTED);
  }
  return part;
}

findings::Verdict Overall(const findings::JudgedClaim& claim) {
  const auto has = [&](findings::Verdict verdict) {
    return std::ranges::count(claim.parts(), verdict, &JudgedPart::verdict) > 0;
  };
  if (has(findings::REFUTED)) return findings::REFUTED;
  if (has(findings::COMPARE)) return findings::COMPARE;
  if (!has(findings::NOT_EXAMINED)) return findings::REPRODUCED;
  return has(findings::REPRODUCED) ? findings::PARTLY : findings::NOT_EXAMINED;
}

}  // namespace

absl::StatusOr<Claims> LettersClaims() {
  Claims claims;
  RETURN_IF_ERROR(ReadEmbedded("corpus/claims.textproto", claims));
  return claims;
}

absl::StatusOr<const Evidence*> FindGame(const std::vector<Evidence>& evidence,
                                         const std::string& corpus_rules) {
  const std::string path =
      absl::StrCat("corpus/rules/", corpus_rules, ".textproto");
  ASSIGN_OR_RETURN(const absl::string_view text, Embedded(path));
  ASSIGN_OR_RETURN(Rules wanted, proto::ParseRules(text, path));
  for (const Evidence& game : evidence) {
    wanted.set_name(game.manifest.rules().name());
    if (proto::SameRules(game.manifest.rules(), wanted)) return &game;
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
    claim.set_verdict(Overall(claim));
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
