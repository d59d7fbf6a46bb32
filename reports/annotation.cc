#include "reports/annotation.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status.h"
#include "base/utf8.h"
#include "game/notation.h"
#include "reports/answer.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::reports {
namespace {

enum class Outcome { kLoss, kDraw, kWin };

Outcome OutcomeFor(Colour player, Value value) {
  if (!value.winner) return Outcome::kDraw;
  return value.winner == player ? Outcome::kWin : Outcome::kLoss;
}

// Returns the mark of a move to a position with value `played`.  `chooser` is
// the side that picks the move.  `successors` are the positions after all legal
// moves, the best first.
absl::string_view MarkOf(Colour chooser, Value played,
                         const std::vector<Successor>& successors) {
  const Value best = successors[0].value;
  const Outcome best_outcome = OutcomeFor(chooser, best);
  const Outcome outcome = OutcomeFor(chooser, played);
  if (outcome != best_outcome) {
    if (best_outcome == Outcome::kDraw) return "??";
    return outcome == Outcome::kDraw ? "?=" : "???";
  }
  if (played != best) return "?";
  if (successors.size() > 1 && successors[1].value == best) return "";
  const bool others_lose =
      successors.size() == 1 ||
      OutcomeFor(chooser, successors[1].value) == Outcome::kLoss;
  return outcome != Outcome::kLoss && others_lose ? "!!" : "!";
}

// Sets the value and the board of a problem.  If the problem states another
// value, also sets `misstatement` and `error`.
absl::Status Judge(const Tablebase& tablebase, const Item& item,
                   const Position& position, answers::Item& answer) {
  const bool scoring = tablebase.game().is_scored();
  if (scoring && item.initial->statement) {
    return base::Invalid("rules with scoring: expected no stated value");
  }
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  *answer.mutable_value() = AnswerOf(value, scoring);
  answer.set_board(tablebase.game().Draw(position));
  answer.set_misstatement(Misstatement(*item.initial, position, value));
  if (!answer.misstatement().empty()) {
    answer.set_error(absl::StrCat(
        item.file, ":", item.line, ": the problem states \"",
        answer.misstatement(), "\", but its value is ", ToString(value)));
  }
  return absl::OkStatus();
}

// Plays a ply in `position` and sets its move, mark, value and better moves.
// InvalidArgument if the ply is illegal.
absl::Status Play(const Tablebase& tablebase, const Ply& ply,
                  const SquareNames& names, Position& position,
                  answers::Ply& answer) {
  const absl::StatusOr<Position> after =
      tablebase.game().Play(position, ply.move, names);
  if (!after.ok()) {
    return base::Invalid(names.Of(ply.move), ": ", after.status().message());
  }
  ASSIGN_OR_RETURN(const std::vector<Successor> successors,
                   tablebase.Successors(position));
  const Value best = successors.front().value;
  const Value played =
      std::ranges::find(successors, ply.move, &Successor::move)->value;

  answer.set_move(names.Of(ply.move));
  answer.set_mark(std::string(
      MarkOf(tablebase.game().Chooser(position), played, successors)));
  *answer.mutable_value() = AnswerOf(played);
  if (played != best) {
    *answer.mutable_best_value() = AnswerOf(best);
    for (const Successor& s : successors) {
      if (s.value == best) answer.add_best(names.Of(s.move));
    }
  }
  position = *after;
  return absl::OkStatus();
}

// Returns the move of a ply in a scored game, or InvalidArgument if it is
// illegal.
absl::StatusOr<Successor> Find(const std::vector<Successor>& moves, Move made) {
  bool possible = false;
  for (const Successor& successor : moves) {
    const auto [from, to, pips] = successor.move;
    if (from != made.from || to != made.to) continue;
    if (pips == made.pips) return successor;
    possible = true;
  }
  if (!possible) return base::Invalid("the move is not possible");
  return base::Invalid(made.pips == 0
                           ? "expected the pips of the marker, such as 13:4"
                           : "no marker with these pips is left");
}

// Returns the mark of a choice in a scored game, if the value of the best
// choice for a player is `best`.  `only`: no other choice has as many points.
std::string MarkOf(Colour player, Value best, Value played, bool only) {
  const int lost = PointsFor(player, best) - PointsFor(player, played);
  if (lost != 0) return absl::StrCat("?-", std::abs(lost));
  return played != best ? "?" : only ? "!" : "";
}

// Play for scored games.  If the opponent picks the square of a drop, its owner
// chooses the marker, and each choice has a mark.
absl::Status PlayScored(const Tablebase& tablebase, const Ply& ply,
                        const SquareNames& names, Position& position,
                        answers::Ply& answer) {
  ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                   tablebase.Successors(position));
  const absl::StatusOr<Successor> played = Find(moves, ply.move);
  if (!played.ok()) {
    return base::Invalid(names.Of(Move{ply.move.from, ply.move.to}), ": ",
                         played.status().message());
  }
  const Colour mover = position.to_move;
  const bool opponent_picks = tablebase.game().Chooser(position) != mover;
  const std::map<int, Value> markers =
      ValuesOfMarkers(position, moves, opponent_picks);
  Value best = markers.begin()->second;
  for (const auto& [pips, value] : markers) {
    if (Prefers(mover, value, best)) best = value;
  }
  // The value that the opponent can hold the chosen marker to.
  const Value of_marker = opponent_picks ? markers.at(played->move.pips) : best;
  const auto is_only = [&](Value wanted, const auto& choices, auto value_of) {
    return std::ranges::count_if(choices, [&](const auto& choice) {
             const std::optional<Value> value = value_of(choice);
             return value &&
                    PointsFor(mover, *value) == PointsFor(mover, wanted);
           }) == 1;
  };
  const auto of_move = [&](const Successor& move) -> std::optional<Value> {
    if (opponent_picks && move.move.pips != played->move.pips) return {};
    return move.value;
  };
  const std::string chooser = MarkOf(mover, of_marker, played->value,
                                     is_only(of_marker, moves, of_move));
  if (opponent_picks) {
    const std::string owner = MarkOf(
        mover, best, of_marker,
        is_only(best, markers, [](const auto& marker) -> std::optional<Value> {
          return marker.second;
        }));
    answer.set_mark(absl::StrCat(owner, chooser.empty() ? "" : "/", chooser));
  } else {
    answer.set_mark(chooser);
  }
  answer.set_move(names.Of(played->move));
  *answer.mutable_value() = AnswerOf(played->value, /*scoring=*/true);
  if (played->value != of_marker) {
    *answer.mutable_best_value() = AnswerOf(of_marker, /*scoring=*/true);
    for (const Successor& move : moves) {
      if (of_move(move) == of_marker) answer.add_best(names.Of(move.move));
    }
  }
  position = played->position;
  return absl::OkStatus();
}

// Annotates one item.  Errors begin with FILE:LINE.
absl::Status Annotate(const Tablebase& tablebase, const Item& item,
                      const Position& start, bool boards,
                      answers::Item& answer) {
  const auto at = [&](int line, const absl::Status& status) {
    return absl::Status(status.code(), absl::StrCat(item.file, ":", line, ": ",
                                                    status.message()));
  };
  answer.set_file(item.file);
  answer.set_line(item.line);
  answer.mutable_comments()->Assign(item.comments.begin(), item.comments.end());
  answer.set_heading(Heading(item));
  const Game& game = tablebase.game();
  ASSIGN_OR_RETURN(Position position, SetUp(game, item, start));
  if (item.initial) {
    const absl::Status status = Judge(tablebase, item, position, answer);
    if (!status.ok()) return at(item.line, status);
  }
  for (const Ply& ply : item.plies) {
    answers::Ply& played = *answer.add_plies();
    played.mutable_comments()->Assign(ply.comments.begin(), ply.comments.end());
    const absl::Status status = (game.is_scored() ? PlayScored : Play)(
        tablebase, ply, item.names, position, played);
    if (!status.ok()) return at(ply.line, status);
    if (boards) played.set_board(game.Draw(position));
  }
  return absl::OkStatus();
}

// Returns an item in the letter's form.
std::string ItemText(const answers::Item& item) {
  std::string text;
  const auto add_line = [&text](const auto&... parts) {
    absl::StrAppend(&text, parts..., "\n");
  };
  for (const std::string& comment : item.comments()) add_line(comment);
  if (!item.heading().empty()) add_line(item.heading());
  if (item.has_value()) {
    add_line("Initially: ", item.value().text(),
             item.misstatement().empty()
                 ? ""
                 : absl::StrCat(" (stated: ", item.misstatement(), ")"));
    text += item.board();
  }
  for (const answers::Ply& ply : item.plies()) {
    for (const std::string& comment : ply.comments()) add_line(comment);
    add_line(ply.move(), ply.mark().empty() ? "" : " ", ply.mark(), " ",
             ply.value().text(),
             ply.best().empty()
                 ? ""
                 : absl::StrCat(" (best: ", absl::StrJoin(ply.best(), ", "),
                                " ", ply.best_value().text(), ")"));
    text += ply.board();
  }
  return text;
}

}  // namespace

absl::Status AnnotateText(const Tablebase& tablebase, absl::string_view text,
                          absl::string_view file, const Position& start,
                          bool boards, answers::Annotations& annotations) {
  annotations.set_version(kAnswersVersion);
  const ItemsOfText read = ReadItems(text, file, tablebase.game());
  int refused = read.refused;
  for (const absl::StatusOr<Item>& item : read.items) {
    answers::Item& answer = *annotations.add_items();
    const absl::Status status =
        item.ok() ? Annotate(tablebase, *item, start, boards, answer)
                  : item.status();
    if (absl::IsInvalidArgument(status)) {
      answer.Clear();
      answer.set_error(std::string(status.message()));
      refused += item.ok();
    } else if (!status.ok()) {
      return status;
    } else {
      annotations.set_items_read(annotations.items_read() + 1);
    }
  }
  annotations.set_items_refused(annotations.items_refused() + refused);
  if (!read.last_comments.empty()) {
    answers::Item& last = *annotations.add_items();
    last.set_file(base::ValidUtf8({file.data(), file.size()}));
    last.set_line(read.last_line);
    last.mutable_comments()->Assign(read.last_comments.begin(),
                                    read.last_comments.end());
  }
  return absl::OkStatus();
}

std::string CountsText(const answers::Annotations& annotations) {
  const uint32_t count = annotations.items_read();
  return absl::StrCat(count, count == 1 ? " item" : " items", " read, ",
                      annotations.items_refused(), " refused");
}

std::string AnnotationText(const answers::Annotations& annotations) {
  std::vector<std::string> texts;
  for (const answers::Item& item : annotations.items()) {
    std::string text = ItemText(item);
    if (!text.empty()) texts.push_back(std::move(text));
  }
  return absl::StrJoin(texts, "\n");
}

}  // namespace teeko::reports
