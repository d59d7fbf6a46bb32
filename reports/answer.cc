#include "reports/answer.h"

#include <algorithm>
#include <iostream>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "game/notation.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/table_reader.h"
#include "studies/longest/longest_wins.h"
#include "verify/counts.h"

namespace teeko::reports {
namespace {

using Choices = google::protobuf::RepeatedPtrField<answers::Choice>;

// Adds moves or a line of best play to `choices`; returns their error, if any.
absl::Status Add(const absl::StatusOr<std::vector<Successor>>& successors,
                 const SquareNames& names, Choices& choices) {
  RETURN_IF_ERROR(successors.status());
  for (const Successor& successor : *successors) {
    answers::Choice& choice = *choices.Add();
    choice.set_move(names.Of(successor.move));
    *choice.mutable_value() = AnswerOf(successor.value);
  }
  return absl::OkStatus();
}

// Sets the fields that all answers about a position have.
template <typename Answer>
void Describe(const Game& game, const Position& position, Answer& answer) {
  answer.set_version(kAnswersVersion);
  answer.set_rules(game.rules().name());
  answer.set_style(position.style);
  answer.set_centre_ban(position.centre_ban);
  answer.set_board(game.Draw(position));
  answer.set_to_move(ToString(position.to_move));
  answer.set_chooser(ToString(game.Chooser(position)));
}

// Returns the first lines of an answer: the board, the position, and its value.
template <typename Answer>
std::string Summary(const Answer& answer, absl::string_view value) {
  return absl::StrCat(
      answer.board(), answer.position(), "\n", answer.to_move(), " to move",
      answer.chooser() == answer.to_move()
          ? ""
          : absl::StrCat(" (", answer.chooser(), " picks the square)"),
      ": ", value, "\n");
}

std::string ChoicesText(const Choices& choices) {
  std::string text;
  for (const answers::Choice& choice : choices) {
    absl::StrAppendFormat(&text, "%-6s %s", choice.move(),
                          choice.value().text());
    if (choice.replies() > 0) {
      absl::StrAppend(&text, " (", choice.losing_replies(), " of ",
                      choice.replies(), " replies lose)");
    }
    text += '\n';
  }
  return text;
}

}  // namespace

answers::Value AnswerOf(Value value, bool scoring) {
  answers::Value answer;
  answer.set_text(ToString(value));
  answer.set_outcome(
      value.winner ? absl::AsciiStrToLower(ToString(*value.winner)) : "draw");
  answer.set_plies(value.plies);
  if (!scoring) return answer;
  answer.set_points(value.winner ? value.points : 0);
  answer.set_text(
      value.winner ? absl::StrCat(ToString(*value.winner), " +", value.points)
                   : "0");
  if (value.plies > 0) {
    absl::StrAppend(answer.mutable_text(), " in ", value.plies);
  }
  return answer;
}

std::string Misstatement(const Setup& setup, const Position& position,
                         Value value) {
  if (!setup.statement) return "";
  const Statement& stated = *setup.statement;
  const Statement::Outcome outcome = !value.winner ? Statement::kDraw
                                     : *value.winner == position.to_move
                                         ? Statement::kWin
                                         : Statement::kLose;
  const bool is_true = stated.outcome == outcome &&
                       stated.plies.value_or(value.plies) == value.plies;
  // The statement may leave out the side to move.
  Setup complete = setup;
  complete.to_move = position.to_move;
  return is_true ? "" : TurnText(complete);
}

absl::StatusOr<std::vector<Replies>> RepliesTo(
    const Tablebase& tablebase, const Position& position,
    const std::vector<Successor>& moves) {
  std::vector<Replies> found(moves.size());
  if (moves.empty() || moves[0].value.winner) return found;
  const Game& game = tablebase.game();
  const Colour chooser = game.Chooser(position);
  for (size_t i = 0; i < moves.size(); ++i) {
    const Position& after = moves[i].position;
    if (moves[i].value.winner || game.Chooser(after) == chooser) continue;
    ASSIGN_OR_RETURN(const std::vector<Successor> replies,
                     tablebase.Successors(after));
    found[i].all = replies.size();
    found[i].losing = std::ranges::count_if(
        replies,
        [&](const Successor& reply) { return reply.value.winner == chooser; });
  }
  return found;
}

absl::StatusOr<answers::Answer> AnswerQuery(const Tablebase& tablebase,
                                            const Position& position,
                                            const SquareNames& names,
                                            bool with_principal_line) {
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  answers::Answer answer;
  Describe(tablebase.game(), position, answer);
  answer.set_position(PositionString(tablebase.game(), position));
  *answer.mutable_value() = AnswerOf(value);
  ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                   tablebase.Successors(position));
  RETURN_IF_ERROR(Add(moves, names, *answer.mutable_moves()));
  ASSIGN_OR_RETURN(const std::vector<Replies> replies,
                   RepliesTo(tablebase, position, moves));
  for (size_t i = 0; i < moves.size(); ++i) {
    answer.mutable_moves(i)->set_losing_replies(replies[i].losing);
    answer.mutable_moves(i)->set_replies(replies[i].all);
  }
  if (with_principal_line) {
    RETURN_IF_ERROR(Add(tablebase.PrincipalLine(position), names,
                        *answer.mutable_principal_line()));
  }
  return answer;
}

absl::StatusOr<answers::ScoredAnswer> AnswerScoredQuery(
    const Tablebase& tablebase, const Setup& setup, const Position& position,
    const SquareNames& names) {
  if (setup.statement) {
    return base::Invalid("expected a position without a stated value");
  }
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                   tablebase.Successors(position));
  answers::ScoredAnswer answer;
  Describe(tablebase.game(), position, answer);
  Setup complete = setup;
  complete.to_move = position.to_move;
  answer.set_position(SetupText(complete, names));
  answer.set_score(PointsFor(position.to_move, value));
  answer.set_plies(value.plies);
  for (const Successor& move : moves) {
    const int score = PointsFor(position.to_move, move.value);
    answers::ScoredChoice& choice = *answer.add_moves();
    choice.set_move(names.Of(move.move));
    choice.set_score(score);
    choice.set_plies(score == 0 ? 0 : move.value.plies + 1);
    choice.set_gives_away(std::max<int>(answer.score() - score, 0));
  }
  return answer;
}

absl::StatusOr<answers::LongestWinsOfRules> AnswerLongest(
    absl::string_view folder, absl::string_view name) {
  ASSIGN_OR_RETURN(const Tablebase tablebase, Tablebase::Open(folder, name));
  ASSIGN_OR_RETURN(const proto::TableReader table,
                   OpenAcceptedTable(folder, name));
  Manifest counted;
  RETURN_IF_ERROR(verify::CountValues(table, counted));
  const int plies = proto::Longest(counted, /*wins=*/true);
  answers::LongestWinsOfRules answer;
  answer.set_rules(std::string(name));
  answer.set_placements(counted.placements());
  answer.set_no_value(counted.no_value());
  answer.set_draws(counted.draws());
  answer.mutable_levels()->Assign(counted.levels().begin(),
                                  counted.levels().end());
  answer.set_plies(plies);
  answer.set_longest_loss(proto::Longest(counted, /*wins=*/false));
  if (plies == 0) return answer;
  ASSIGN_OR_RETURN(const std::vector<studies::LongestWin> wins,
                   studies::WinsIn(tablebase.game(), table, plies));
  for (const auto& [position, orbit] : wins) {
    answers::LongWin& win = *answer.add_wins();
    const Item problem = {
        .initial = Setup{.black = position.black,
                         .red = position.red,
                         .to_move = position.to_move,
                         .statement = Statement{Statement::kWin, plies}}};
    win.set_problem(Heading(problem));
    win.set_board(tablebase.game().Draw(position));
    win.set_orbit(orbit);
    RETURN_IF_ERROR(Add(tablebase.PrincipalLine(position), problem.names,
                        *win.mutable_principal_line()));
  }
  return answer;
}

std::string AnswerText(const answers::Answer& answer) {
  return absl::StrCat(
      Summary(answer, answer.value().text()),
      answer.moves().empty() ? "" : "\n", ChoicesText(answer.moves()),
      answer.principal_line().empty() ? "" : "\nPrincipal line:\n",
      ChoicesText(answer.principal_line()));
}

std::string AnswerText(const answers::ScoredAnswer& answer) {
  const auto score_text = [](int score, int plies) {
    return score == 0 ? "0" : absl::StrFormat("%+d in %d", score, plies);
  };
  std::string text =
      Summary(answer, score_text(answer.score(), answer.plies())) + "\n";
  for (const answers::ScoredChoice& move : answer.moves()) {
    absl::StrAppendFormat(&text, "%-8s%-11s", move.move(),
                          score_text(move.score(), move.plies()));
    if (move.gives_away() > 0) {
      absl::StrAppend(&text, "gives away ", move.gives_away());
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string LongestText(const answers::LongestWins& answers) {
  std::string text;
  for (const answers::LongestWinsOfRules& answer : answers.rules()) {
    if (!text.empty()) text += '\n';
    absl::StrAppendFormat(
        &text,
        "# %s: %.0f placements, %.0f of them impossible, %.0f drawn\n"
        "# Wins take up to %d plies, losses up to %d.\n"
        "#\n# plies  placements, won or lost by the side to move\n",
        answer.rules(), answer.placements(), answer.no_value(), answer.draws(),
        answer.plies(), answer.longest_loss());
    for (int n = 0; n < answer.levels_size(); ++n) {
      absl::StrAppendFormat(&text, "#   %3d %11.0f %s\n", n, answer.levels(n),
                            n % 2 == 1 ? "won" : "lost");
    }
    for (int i = 0; i < answer.wins_size(); ++i) {
      const answers::LongWin& win = answer.wins(i);
      // The rows of the board become comments.
      absl::StrAppendFormat(
          &text,
          "\n# Longest win %d of %d; %d placements under symmetry\n#%s\n%s\n",
          i + 1, answer.wins_size(), win.orbit(),
          absl::StrReplaceAll(
              absl::StrCat("\n", absl::StripSuffix(win.board(), "\n")),
              {{"\n", "\n#   "}}),
          win.problem());
      for (const answers::Choice& choice : win.principal_line()) {
        absl::StrAppend(&text, choice.move(), "\n");
      }
    }
  }
  return text;
}

absl::Status PrintAnswer(const google::protobuf::Message& answer,
                         absl::string_view text, bool as_json) {
  ASSIGN_OR_RETURN(const std::string printed,
                   as_json ? proto::JsonText(answer) : std::string(text));
  std::cout << printed;
  return absl::OkStatus();
}

}  // namespace teeko::reports
