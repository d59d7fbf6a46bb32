// Builds the report's chapter on the two extra rules.

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status.h"
#include "proto/rules_file.h"
#include "reports/claims/findings.h"
#include "reports/claims/pictures.h"
#include "studies/corner_limit/corner_limit.h"

namespace teeko::reports {
namespace {

std::string WordingText(uint32_t steady_turns) {
  if (steady_turns == 0) return "original wording";
  if (steady_turns == 1) return "Steele's amendment";
  return absl::StrCat(steady_turns, " steady turns");
}

// Returns the caption of turn `i` of the example.
std::string CaptionOf(const extra_rules::Example& example, int i) {
  const extra_rules::ExampleTurn& turn = example.turns(i);
  std::vector<std::string> notes;
  if (turn.invokes()) notes.push_back("invokes the limit");
  if (turn.moves_left() == 1 && i >= 2) {
    // On the last turn the limit forbids only one move: to take the last move
    // back.
    const std::pair<std::string, std::string> last =
        absl::StrSplit(example.turns(i - 2).move(), '-');
    notes.push_back(absl::StrCat("must comply on this move: ", last.second, "-",
                                 last.first, " is forbidden"));
  } else if (turn.moves_left() > 0) {
    notes.push_back(absl::StrCat("must comply within ", turn.moves_left(),
                                 turn.moves_left() == 1 ? " move" : " moves"));
  }
  if (!turn.refuted().empty()) {
    const uint32_t plies =
        std::ranges::max(turn.refuted(), {}, &extra_rules::Refuted::plies)
            .plies();
    notes.push_back(absl::StrCat("the other moves (", turn.refuted_size(),
                                 ") lose within ", plies + 1, " plies"));
  }
  return absl::StrJoin(notes, "; ");
}

// Returns the boards of an example, in which Black moves first.  First come the
// turns of the example under the four-move limit, then best play without the
// limit to the end.  DataLoss if a turn is not a legal move.
absl::StatusOr<findings::Figures> PlayedOut(
    const Evidence& game, const extra_rules::Example& example) {
  const Rules& rules = game.manifest.rules();
  findings::Figures figures;
  Position position = PositionOf(example.turns(0).position(), Colour::kBlack);
  AddFigure("Black to move", BoardOf(rules, position), figures);
  const auto play = [&](const Successor& next, const std::string& notes,
                        Squares goal = 0) {
    const Position& after = next.position;
    const Squares moved =
        (after.black & ~position.black) | (after.red & ~position.red);
    AddFigure(
        absl::StrCat(figures.figures_size(), ". ", ToString(position.to_move),
                     " ", ToString(next.move)),
        BoardOf(rules, after, {.marked = goal, .moved = moved}), figures)
        .set_caption(notes);
    position = after;
  };
  for (int i = 0; i < example.turns_size(); ++i) {
    const extra_rules::ExampleTurn& turn = example.turns(i);
    ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                     game.tablebase->Successors(position));
    const auto next = std::ranges::find(
        moves, turn.move(),
        [](const Successor& successor) { return ToString(successor.move); });
    if (next == moves.end() ||
        position != PositionOf(turn.position(), position.to_move)) {
      return absl::DataLossError(
          "extra rules: the example has an illegal move or position");
    }
    play(*next, CaptionOf(example, i));
  }
  ASSIGN_OR_RETURN(const Value value, game.tablebase->Probe(position));
  if (value.winner != Colour::kRed) return figures;
  ASSIGN_OR_RETURN(const std::vector<Successor> line,
                   game.tablebase->PrincipalLine(position));
  for (const Successor& next : line) {
    const bool wins = &next == &line.back();
    play(next, wins ? "has won" : "", wins ? next.position.red : 0);
  }
  return figures;
}

// Adds the shortest win from a drawn position under Steele's amendment.  If
// there is no such win, adds the shortest win under the original wording.
absl::Status AddExample(const std::vector<const Evidence*>& games,
                        findings::ExtraRules& chapter) {
  for (const uint32_t steady : {1, 0}) {
    for (const Evidence* game : games) {
      const extra_rules::WordingResult* const wording =
          FindWording(game->extra_rules->four_move_limit(), steady);
      if (wording == nullptr || wording->shortest().turns().empty()) continue;
      chapter.set_example_title(absl::StrCat(
          TitleOf(game->manifest.rules().name()), ", ", WordingText(steady)));
      chapter.set_example_before(wording->shortest().played_before());
      ASSIGN_OR_RETURN(*chapter.mutable_example(),
                       PlayedOut(*game, wording->shortest()));
      return absl::OkStatus();
    }
  }
  return absl::OkStatus();
}

void AddWordings(const Evidence& game, findings::ExaminedGame& examined,
                 findings::ExtraRules& chapter) {
  const extra_rules::FourMoveLimit& limit = game.extra_rules->four_move_limit();
  for (const extra_rules::WordingResult& result : limit.wordings()) {
    const uint32_t steady_turns = result.steady_turns();
    if (FindWording(limit, steady_turns) != &result) continue;
    findings::Wording& wording = *examined.add_wordings();
    wording.set_text(WordingText(steady_turns));
    *wording.mutable_result() = result;
    for (const std::string& change : ChangedVariants(game, steady_turns)) {
      chapter.add_changes(
          absl::StrCat(examined.name(), ", ", wording.text(), ": ", change));
    }
    if (result.harmless() && examined.harmless_steady_turns().empty()) {
      examined.set_harmless_steady_turns(absl::StrCat(steady_turns));
    }
  }
}

// Adds the counts for each limit.  Adds one example to `examples`: of the
// longest limit that turns a draw into a win or that avoids a loss.
void AddCornerLimits(const Evidence& game, findings::ExaminedGame& examined,
                     findings::Figures& examples) {
  const uint32_t harmless = game.extra_rules->smallest_harmless_corner_limit();
  if (harmless != 0) {
    examined.set_harmless_corner_limit(absl::StrCat(harmless));
  }
  const extra_rules::CornerLimit* last = nullptr;
  for (const auto& limit : game.extra_rules->corner_limits()) {
    if (harmless != 0 && limit.moves() > harmless) break;
    findings::CornerChanges& changes = *examined.add_corner_limits();
    changes.set_moves(limit.moves());
    changes.set_outcomes(studies::ChangedOutcomes(limit));
    changes.set_lengths(limit.other_length());
    if (limit.has_draw_won() || limit.has_loss_rescued()) last = &limit;
  }
  if (last == nullptr) return;
  const bool won = last->has_draw_won();
  AddFigure(absl::StrCat(examined.name(), ", ", last->moves(),
                         last->moves() == 1 ? " move: " : " moves: ",
                         won ? "a draw becomes a win" : "a loss is avoided"),
            BoardOf(game.manifest.rules(),
                    PositionOf(won ? last->draw_won() : last->loss_rescued(),
                               Colour::kBlack)),
            examples);
}

}  // namespace

absl::StatusOr<findings::ExtraRules> ExtraRulesOf(
    const std::vector<const Evidence*>& games) {
  findings::ExtraRules chapter;
  for (const Evidence* game : games) {
    findings::ExaminedGame& examined = *chapter.add_games();
    examined.set_name(TitleOf(game->manifest.rules().name()));
    AddWordings(*game, examined, chapter);
    AddCornerLimits(*game, examined, *chapter.mutable_corner_examples());
  }
  RETURN_IF_ERROR(AddExample(games, chapter));
  return chapter;
}

std::vector<std::string> ChangedVariants(const Evidence& game,
                                         uint32_t steady_turns) {
  if (!game.extra_rules) return {};
  const extra_rules::WordingResult* const wording =
      FindWording(game.extra_rules->four_move_limit(), steady_turns);
  if (wording == nullptr) return {};
  std::map<std::string, std::vector<std::string>> styles;  // by outcome
  for (const extra_rules::VariantOutcome& variant : wording->variants()) {
    if (variant.plain() == variant.limited()) continue;
    styles[variant.limited()].push_back(
        absl::StrCat(proto::StyleName(variant.style()),
                     variant.centre_ban() ? " with the centre ban" : ""));
  }
  std::vector<std::string> changed;
  for (const auto& [outcome, names] : styles) {
    changed.push_back(absl::StrCat(
        absl::StrJoin(names, ", "), names.size() == 1 ? " becomes" : " become",
        outcome == "draw" ? " a draw" : " a win for " + TitleOf(outcome)));
  }
  return changed;
}

}  // namespace teeko::reports
