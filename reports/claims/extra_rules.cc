#include "reports/claims/extra_rules.h"

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "proto/rules_file.h"
#include "reports/claims/pictures.h"
#include "reports/claims/verdicts.h"
#include "stage/stage.h"
#include "stage/status.h"

namespace teeko::reports {
namespace {

std::string WordingText(uint32_t steady_turns) {
  if (steady_turns == 0) return "the original";
  if (steady_turns == 1) return "Steele's amendment";
  return absl::StrCat("steady on ", steady_turns, " turns");
}

// What there is to be said of a turn.
std::string NotesOn(const extra_rules::Example& example, int i) {
  const extra_rules::ExampleTurn& turn = example.turns(i);
  std::vector<std::string> notes;
  if (turn.invokes()) notes.push_back("invokes the limit");
  if (turn.moves_left() > 0) {
    notes.push_back(absl::StrCat(turn.moves_left(), " more to comply"));
  }
  if (turn.moves_left() == 1 && i >= 2) {
    // What remains of the limit is not to take his last move back.
    const std::pair<std::string, std::string> last =
        absl::StrSplit(example.turns(i - 2).move(), '-');
    notes.push_back(
        absl::StrCat(last.second, "-", last.first, " is forbidden"));
  }
  std::vector<std::string> others;
  for (const extra_rules::Refuted& other : turn.refuted()) {
    if (other.move() == turn.move()) continue;
    others.push_back(absl::StrCat(other.move(), " (", other.plies(), ")"));
  }
  if (!others.empty()) {
    notes.push_back(absl::StrCat("other moves, and the plies to Red's win: ",
                                 absl::StrJoin(others, ", ")));
  }
  return absl::StrJoin(notes, "; ");
}

// A win played out, Black to move first: the states of the four-move limit and,
// after the last of them, best play of the plain game to the end.
absl::StatusOr<findings::Figures> PlayedOut(
    const Evidence& game, const extra_rules::Example& example) {
  findings::Figures figures;
  Position position = PositionOf(example.turns(0).position(), Colour::kBlack);
  Position before = position;
  std::string move;
  const auto add = [&](const std::string& text, Squares marked) {
    const Squares moved =
        (position.black & ~before.black) | (position.red & ~before.red);
    before = position;
    return &AddFigure(absl::StrCat(figures.figures_size() + 1, ". ", text),
                      BoardOf(game.manifest.rules(), position,
                              {.marked = marked, .moved = moved}),
                      figures);
  };
  const auto turn_text = [&] {
    return absl::StrCat(ToString(position.to_move), " ", move);
  };
  for (int i = 0; i < example.turns_size(); ++i) {
    const extra_rules::ExampleTurn& turn = example.turns(i);
    position =
        PositionOf(turn.position(), i % 2 == 0 ? Colour::kBlack : Colour::kRed);
    move = turn.move();
    add(turn_text(), 0)->set_details(NotesOn(example, i));
  }
  const absl::StatusOr<std::vector<Successor>> successors =
      game.tablebase->Successors(position);
  if (!successors.ok()) {
    return absl::DataLossError(successors.status().message());
  }
  for (const Successor& successor : *successors) {
    if (ToString(successor.move) != move) continue;
    if (successor.value.winner != Colour::kRed) break;
    ASSIGN_OR_RETURN(const std::vector<Successor> line,
                     game.tablebase->PrincipalLine(successor.position));
    position = successor.position;
    for (const Successor& next : line) {
      move = ToString(next.move);
      add(turn_text(), 0);
      position = next.position;
    }
    add("Red has won", position.red);
    break;
  }
  AddText(figures);
  return figures;
}

// The shortest win of a draw under Steele's amendment, or else the original.
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

void AddWordings(const Evidence& game, findings::ExaminedGame& examined) {
  const extra_rules::FourMoveLimit& limit = game.extra_rules->four_move_limit();
  for (const extra_rules::WordingResult& result : limit.wordings()) {
    const uint32_t steady_turns = result.steady_turns();
    if (FindWording(limit, steady_turns) != &result) continue;
    findings::Wording& wording = *examined.add_wordings();
    wording.set_text(WordingText(steady_turns));
    *wording.mutable_result() = result;
    for (const std::string& change : ChangedVariants(game, steady_turns)) {
      wording.add_changes(change);
    }
    if (result.harmless() && examined.cure().empty()) {
      examined.set_cure(absl::StrCat(steady_turns));
    }
  }
}

void AddCornerLimits(const Evidence& game, findings::ExaminedGame& examined,
                     findings::Figures& examples) {
  const uint32_t harmless = game.extra_rules->smallest_harmless_corner_limit();
  if (harmless != 0) {
    examined.set_harmless_corner_limit(absl::StrCat(harmless));
  }
  for (const auto& limit : game.extra_rules->corner_limits()) {
    if (harmless != 0 && limit.moves() > harmless) break;
    *examined.add_corner_limits() = limit;
    const auto add = [&](const extra_rules::Placement& placement,
                         const char* change) {
      AddFigure(
          absl::StrCat(examined.name(), ", ", limit.moves(), ": ", change),
          BoardOf(game.manifest.rules(), PositionOf(placement, Colour::kBlack)),
          examples);
    };
    if (limit.has_draw_won()) add(limit.draw_won(), "a draw won");
    if (limit.has_loss_rescued()) add(limit.loss_rescued(), "a loss rescued");
  }
}

}  // namespace

absl::StatusOr<findings::ExtraRules> ExtraRulesOf(
    const std::vector<const Evidence*>& games) {
  findings::ExtraRules chapter;
  for (const Evidence* game : games) {
    findings::ExaminedGame& examined = *chapter.add_games();
    examined.set_name(TitleOf(game->manifest.rules().name()));
    *examined.mutable_four_move_limit() = game->extra_rules->four_move_limit();
    AddWordings(*game, examined);
    AddCornerLimits(*game, examined, *chapter.mutable_corner_examples());
  }
  AddText(*chapter.mutable_corner_examples());
  RETURN_IF_ERROR(AddExample(games, chapter));
  return chapter;
}

std::vector<std::string> ChangedVariants(const Evidence& game,
                                         uint32_t steady_turns) {
  std::vector<std::string> changed;
  if (!game.extra_rules) return changed;
  const extra_rules::WordingResult* const wording =
      FindWording(game.extra_rules->four_move_limit(), steady_turns);
  if (wording == nullptr) return changed;
  for (const extra_rules::VariantOutcome& variant : wording->variants()) {
    if (variant.plain() == variant.limited()) continue;
    changed.push_back(
        absl::StrFormat("%s drops%s become %s", StyleName(variant.style()),
                        variant.centre_ban() ? " with the centre ban" : "",
                        variant.limited() == "draw"
                            ? "a draw"
                            : "a win for " + TitleOf(variant.limited())));
  }
  return changed;
}

}  // namespace teeko::reports
