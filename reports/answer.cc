#include "reports/answer.h"

#include <bit>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "game/notation.h"
#include "reports/annotation.h"

namespace teeko::reports {
namespace {

answers::Choice ChoiceOf(const Successor& successor) {
  answers::Choice choice;
  choice.set_move(ToString(successor.move));
  *choice.mutable_value() = AnswerOf(successor.value);
  return choice;
}

std::string ChoiceText(const answers::Choice& choice) {
  return absl::StrFormat("%-6s %s\n", choice.move(), choice.value().text());
}

}  // namespace

absl::StatusOr<Position> ParsePosition(const Game& game, absl::string_view text,
                                       absl::string_view style,
                                       bool centre_ban) {
  const absl::StatusOr<Placement> placement =
      ParsePlacement(text, game.squares());
  if (!placement.ok()) return placement.status();
  Position position = game.Start(style, centre_ban);
  position.black = placement->black;
  position.red = placement->red;
  const int black = std::popcount(position.black);
  const int red = std::popcount(position.red);
  if (!placement->to_move && red >= game.pieces()) {
    return absl::InvalidArgumentError(
        "who is to move?  (Add \"; Red to move\" or \"; Black to move\".)");
  }
  position.to_move =
      placement->to_move.value_or(black > red ? Colour::kRed : Colour::kBlack);
  return position;
}

absl::StatusOr<answers::Answer> AnswerQuery(const Tablebase& tablebase,
                                            const Position& position,
                                            bool with_principal_line) {
  const Game& game = tablebase.game();
  const absl::StatusOr<Value> value = tablebase.Probe(position);
  if (!value.ok()) return value.status();
  const absl::StatusOr<std::vector<Successor>> successors =
      tablebase.Successors(position);
  if (!successors.ok()) return successors.status();

  answers::Answer answer;
  answer.set_rules(game.rules().name());
  answer.set_style(position.style);
  answer.set_centre_ban(position.centre_ban);
  answer.set_board(game.Draw(position));
  answer.set_to_move(ToString(position.to_move));
  answer.set_chooser(ToString(game.Chooser(position)));
  *answer.mutable_value() = AnswerOf(*value);
  for (const Successor& s : *successors) *answer.add_moves() = ChoiceOf(s);
  if (with_principal_line) {
    const absl::StatusOr<std::vector<Successor>> line =
        tablebase.PrincipalLine(position);
    if (!line.ok()) return line.status();
    for (const Successor& s : *line) {
      *answer.add_principal_line() = ChoiceOf(s);
    }
  }
  return answer;
}

std::string AnswerText(const answers::Answer& answer) {
  std::string text = absl::StrCat(
      answer.board(), answer.to_move(), " to move",
      answer.chooser() == answer.to_move()
          ? ""
          : absl::StrCat(" (", answer.chooser(), " picks the square)"),
      ": ", answer.value().text(), "\n");
  if (!answer.moves().empty()) text += "\n";
  for (const answers::Choice& choice : answer.moves()) {
    text += ChoiceText(choice);
  }
  if (!answer.principal_line().empty()) text += "\nPrincipal line:\n";
  for (const answers::Choice& choice : answer.principal_line()) {
    text += ChoiceText(choice);
  }
  return text;
}

}  // namespace teeko::reports
