#include "reports/annotation.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "game/notation.h"
#include "reports/answer.h"
#include "stage/status.h"

namespace teeko::reports {
namespace {

enum class Outcome { kLoss, kDraw, kWin };

Outcome OutcomeFor(Colour player, Value value) {
  if (!value.winner) return Outcome::kDraw;
  return value.winner == player ? Outcome::kWin : Outcome::kLoss;
}

// The mark of a move to a position of value `played`; `successors` are all that
// there were to choose from, the best first.
absl::string_view MarkOf(Colour chooser, Value played,
                         const std::vector<Successor>& successors) {
  const Value best = successors[0].value;
  const Outcome could = OutcomeFor(chooser, best);
  const Outcome did = OutcomeFor(chooser, played);
  if (did != could) {
    if (could == Outcome::kDraw) return "??";
    return did == Outcome::kDraw ? "?=" : "???";
  }
  if (played != best) return "?";
  if (successors.size() > 1 && successors[1].value == best) return "";
  const bool others_lose =
      successors.size() == 1 ||
      OutcomeFor(chooser, successors[1].value) == Outcome::kLoss;
  return did != Outcome::kLoss && others_lose ? "!!" : "!";
}

bool IsTrue(const Statement& statement, Colour to_move, Value value) {
  constexpr Outcome kStated[] = {Outcome::kWin, Outcome::kDraw, Outcome::kLoss};
  return OutcomeFor(to_move, value) == kStated[statement.outcome] &&
         (!statement.plies || *statement.plies == value.plies);
}

// Says of a problem what it is worth, and what it states if that is not so.
absl::Status Judge(const Tablebase& tablebase, const Item& item,
                   const Position& position, answers::Item& answer) {
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  *answer.mutable_value() = AnswerOf(value);
  answer.set_board(tablebase.game().Draw(position));
  const Placement& initial = *item.initial;
  if (initial.statement &&
      !IsTrue(*initial.statement, position.to_move, value)) {
    answer.set_misstatement(TurnText(initial));
    answer.set_error(absl::StrCat(
        item.file, ":", item.line, ": the problem says \"",
        answer.misstatement(), "\", but its value is ", ToString(value)));
  }
  return absl::OkStatus();
}

absl::Status Play(const Tablebase& tablebase, const Ply& ply,
                  const SquareNames& names, Position& position,
                  answers::Ply& answer) {
  const absl::StatusOr<Position> after =
      tablebase.game().Play(position, ply.move, names);
  if (!after.ok()) {
    return Invalid(names.Of(ply.move), ": ", after.status().message());
  }
  ASSIGN_OR_RETURN(const std::vector<Successor> successors,
                   tablebase.Successors(position));
  const Value best = successors.front().value;
  const Value played =
      std::ranges::find(successors, ply.move, &Successor::move)->value;

  answer.mutable_comments()->Assign(ply.comments.begin(), ply.comments.end());
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
  ASSIGN_OR_RETURN(Position position, SetUp(tablebase.game(), item, start));
  if (item.initial) {
    const absl::Status status = Judge(tablebase, item, position, answer);
    if (!status.ok()) return at(item.line, status);
  }
  for (const Ply& ply : item.plies) {
    answers::Ply& played = *answer.add_plies();
    const absl::Status status =
        Play(tablebase, ply, item.names, position, played);
    if (!status.ok()) return at(ply.line, status);
    if (boards) played.set_board(tablebase.game().Draw(position));
  }
  return absl::OkStatus();
}

std::string ItemText(const answers::Item& item) {
  std::string text;
  const auto add_line = [&text](const auto&... parts) {
    absl::StrAppend(&text, parts..., "\n");
  };
  for (const std::string& comment : item.comments()) add_line(comment);
  add_line(item.heading());
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
  for (const absl::StatusOr<Item>& item :
       ParseItems(text, file, tablebase.game())) {
    answers::Item& answer = *annotations.add_items();
    const absl::Status status =
        item.ok() ? Annotate(tablebase, *item, start, boards, answer)
                  : item.status();
    if (absl::IsInvalidArgument(status)) {
      answer.Clear();
      answer.set_error(std::string(status.message()));
    } else if (!status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

std::string AnnotationText(const answers::Annotations& annotations) {
  std::vector<std::string> texts;
  for (const answers::Item& item : annotations.items()) {
    if (!item.heading().empty()) texts.push_back(ItemText(item));
  }
  return absl::StrJoin(texts, "\n");
}

}  // namespace teeko::reports
