#include "reports/annotation.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status.h"
#include "base/utf8.h"
#include "game/notation.h"
#include "reports/answer.h"
#include "reports/scored_answer.h"

namespace teeko::reports {
namespace {

// A position, with its pips in scored games.
struct Current {
  Position position;
  Pips pips = {};
};

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
                   const Current& current, answers::Item& answer) {
  const Position& position = current.position;
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  *answer.mutable_value() = AnswerOf(value);
  answer.set_board(tablebase.game().Draw(position));
  answer.set_misstatement(Misstatement(*item.initial, position, value));
  if (!answer.misstatement().empty()) {
    answer.set_error(absl::StrCat(
        item.file, ":", item.line, ": the problem states \"",
        answer.misstatement(), "\", but its value is ", ToString(value)));
  }
  return absl::OkStatus();
}

// Plays a ply in `current` and sets its move, mark, value and better moves.
// InvalidArgument if the ply is illegal.
absl::Status Play(const Tablebase& tablebase, const Ply& ply,
                  const SquareNames& names, Current& current,
                  answers::Ply& answer) {
  Position& position = current.position;
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

absl::Status Judge(const ScoredTable& table, const Item& item,
                   const Current& current, answers::Item& answer) {
  if (item.initial->statement) {
    return base::Invalid("rules with scoring: expected no stated value");
  }
  ASSIGN_OR_RETURN(const Score score,
                   table.Probe(current.position, current.pips));
  *answer.mutable_value() = AnswerOf(score, current.position.to_move);
  answer.set_board(table.game().Draw(current.position));
  return absl::OkStatus();
}

// Returns the move of a ply, or InvalidArgument if it is illegal.
absl::StatusOr<ScoredMove> Find(const std::vector<ScoredMove>& moves,
                                const Ply& ply) {
  bool possible = false;
  for (const ScoredMove& move : moves) {
    if (move.move != ply.move) continue;
    if (!ply.move.IsDrop() || move.pips == ply.pips) return move;
    possible = true;
  }
  if (!possible) return base::Invalid("the move is not possible");
  return base::Invalid(ply.pips == 0
                           ? "expected the pips of the marker, such as 13:4"
                           : "no marker with these pips is left");
}

// Returns the mark of a choice with the score `played`, if the best score is
// `best`.  `only`: no other choice has as many points.
std::string MarkOf(Score best, Score played, bool only) {
  if (played.points != best.points) {
    return absl::StrCat("?-", std::abs(best.points - played.points));
  }
  return played != best ? "?" : only ? "!" : "";
}

// If the opponent picks the square of a drop, its owner chooses the marker, and
// each choice has a mark.
absl::Status Play(const ScoredTable& table, const Ply& ply,
                  const SquareNames& names, Current& current,
                  answers::Ply& answer) {
  ASSIGN_OR_RETURN(const std::vector<ScoredMove> moves,
                   table.Moves(current.position, current.pips));
  const absl::StatusOr<ScoredMove> played = Find(moves, ply);
  if (!played.ok()) {
    return base::Invalid(names.Of(ply.move), ": ", played.status().message());
  }
  const Colour mover = current.position.to_move;
  const bool opponent_picks = table.game().Chooser(current.position) != mover;
  const std::map<int, Score> markers = ScoresOfMarkers(moves, opponent_picks);
  Score best = markers.begin()->second;
  for (const auto& [pips, score] : markers) {
    if (Prefers(score, best)) best = score;
  }
  // The score that the opponent can hold the chosen marker to.
  const Score of_marker = markers.at(played->pips);
  const auto count = [](const auto& choices, auto predicate) {
    return std::ranges::count_if(choices, predicate);
  };
  if (opponent_picks) {
    const std::string owner =
        MarkOf(best, of_marker, count(markers, [&](const auto& marker) {
                                  return marker.second.points == best.points;
                                }) == 1);
    const std::string chooser =
        MarkOf(of_marker, played->score,
               count(moves, [&](const ScoredMove& move) {
                 return move.pips == played->pips &&
                        move.score.points == of_marker.points;
               }) == 1);
    answer.set_mark(absl::StrCat(owner, chooser.empty() ? "" : "/", chooser));
  } else {
    answer.set_mark(
        MarkOf(best, played->score, count(moves, [&](const ScoredMove& move) {
                                      return move.score.points == best.points;
                                    }) == 1));
  }
  // Moves are compared by the plies from before them; values count from after.
  const auto value = [mover](Score score) {
    if (score.plies > 0) --score.plies;
    return AnswerOf(score, mover);
  };
  answer.set_move(MoveText(*played, names));
  *answer.mutable_value() = value(played->score);
  const Score target = opponent_picks ? of_marker : best;
  if (played->score != target) {
    *answer.mutable_best_value() = value(target);
    for (const ScoredMove& move : moves) {
      if (move.score == target &&
          (!opponent_picks || move.pips == played->pips)) {
        answer.add_best(MoveText(move, names));
      }
    }
  }
  current = {played->after, played->pips_after};
  return absl::OkStatus();
}

// Annotates one item.  Errors begin with FILE:LINE.
template <typename Table>
absl::Status Annotate(const Table& table, const Item& item,
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
  Current current;
  ASSIGN_OR_RETURN(current.position, SetUp(table.game(), item, start));
  if (item.initial) {
    current.pips = item.initial->pips;
    const absl::Status status = Judge(table, item, current, answer);
    if (!status.ok()) return at(item.line, status);
  }
  for (const Ply& ply : item.plies) {
    answers::Ply& played = *answer.add_plies();
    played.mutable_comments()->Assign(ply.comments.begin(), ply.comments.end());
    const absl::Status status = Play(table, ply, item.names, current, played);
    if (!status.ok()) return at(ply.line, status);
    if (boards) played.set_board(table.game().Draw(current.position));
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

template <typename Table>
absl::Status AnnotateItems(const Table& table, absl::string_view text,
                           absl::string_view file, const Position& start,
                           bool boards, answers::Annotations& annotations) {
  annotations.set_version(kAnswersVersion);
  const ItemsOfText read = ReadItems(text, file, table.game());
  int refused = read.refused;
  for (const absl::StatusOr<Item>& item : read.items) {
    answers::Item& answer = *annotations.add_items();
    const absl::Status status =
        item.ok() ? Annotate(table, *item, start, boards, answer)
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

}  // namespace

absl::Status AnnotateText(const Tablebase& tablebase, absl::string_view text,
                          absl::string_view file, const Position& start,
                          bool boards, answers::Annotations& annotations) {
  return AnnotateItems(tablebase, text, file, start, boards, annotations);
}

absl::Status AnnotateText(const ScoredTable& table, absl::string_view text,
                          absl::string_view file, const Position& start,
                          bool boards, answers::Annotations& annotations) {
  return AnnotateItems(table, text, file, start, boards, annotations);
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
