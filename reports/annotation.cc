#include "reports/annotation.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "game/notation.h"

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
  const auto second = [&](auto holds) {
    return successors.size() > 1 && holds(successors[1].value);
  };
  const bool others_hold = second([&](Value value) {
    return OutcomeFor(chooser, value) != Outcome::kLoss;
  });
  if (did != Outcome::kLoss && !others_hold) return "!!";
  const bool others_as_good =
      second([&](Value value) { return value == best; });
  return others_as_good ? "" : "!";
}

bool IsTrue(const Statement& statement, Colour to_move, Value value) {
  constexpr Outcome kStated[] = {Outcome::kWin, Outcome::kDraw, Outcome::kLoss};
  return OutcomeFor(to_move, value) == kStated[statement.outcome] &&
         (!statement.plies || *statement.plies == value.plies);
}

// One item on its way to be annotated.
class Annotator {
 public:
  Annotator(const Tablebase& tablebase, const Item& item,
            const AnnotationOptions& options)
      : tablebase_(tablebase),
        item_(item),
        options_(options),
        position_(tablebase.game().Start(options.style, options.centre_ban)) {}

  absl::StatusOr<answers::Item> Run() {
    answer_.set_file(item_.file);
    answer_.set_line(item_.line);
    answer_.mutable_comments()->Assign(item_.comments.begin(),
                                       item_.comments.end());
    answer_.set_heading(Heading(item_));
    absl::Status status = item_.initial ? SetUp() : absl::OkStatus();
    for (const Ply& ply : item_.plies) {
      if (status.ok()) status = Play(ply);
    }
    if (absl::IsInvalidArgument(status)) {
      answers::Item unplayable;
      unplayable.set_error(std::string(status.message()));
      return unplayable;
    }
    if (!status.ok()) return status;
    return answer_;
  }

 private:
  absl::Status At(int line, const absl::Status& status) const {
    return absl::Status(status.code(), absl::StrCat(item_.file, ":", line, ": ",
                                                    status.message()));
  }

  absl::Status SetUp() {
    const Placement& initial = *item_.initial;
    position_.black = initial.black;
    position_.red = initial.red;
    position_.to_move = *initial.to_move;
    const absl::StatusOr<Value> value = tablebase_.Probe(position_);
    if (!value.ok()) return At(item_.line, value.status());
    *answer_.mutable_value() = AnswerOf(*value);
    answer_.set_board(tablebase_.game().Draw(position_));
    if (initial.statement &&
        !IsTrue(*initial.statement, position_.to_move, *value)) {
      const std::string statement = TurnText(initial);
      answer_.set_misstatement(statement);
      answer_.set_error(
          absl::StrCat(item_.file, ":", item_.line, ": the problem says \"",
                       statement, "\", but its value is ", ToString(*value)));
    }
    return absl::OkStatus();
  }

  absl::Status Play(const Ply& ply) {
    const absl::StatusOr<Position> after =
        tablebase_.game().Play(position_, ply.move);
    if (!after.ok()) {
      return At(ply.line,
                absl::InvalidArgumentError(absl::StrCat(
                    ToString(ply.move), ": ", after.status().message())));
    }
    const absl::StatusOr<std::vector<Successor>> successors =
        tablebase_.Successors(position_);
    if (!successors.ok()) return At(ply.line, successors.status());
    const Value best = successors->front().value;
    const Value played =
        std::ranges::find(*successors, ply.move, &Successor::move)->value;

    answers::Ply& answer = *answer_.add_plies();
    answer.mutable_comments()->Assign(ply.comments.begin(), ply.comments.end());
    answer.set_move(ToString(ply.move));
    answer.set_mark(std::string(
        MarkOf(tablebase_.game().Chooser(position_), played, *successors)));
    *answer.mutable_value() = AnswerOf(played);
    if (played != best) {
      *answer.mutable_best_value() = AnswerOf(best);
      for (const Successor& s : *successors) {
        if (s.value == best) answer.add_best(ToString(s.move));
      }
    }
    position_ = *after;
    if (options_.boards) answer.set_board(tablebase_.game().Draw(position_));
    return absl::OkStatus();
  }

  const Tablebase& tablebase_;
  const Item& item_;
  const AnnotationOptions& options_;
  Position position_;
  answers::Item answer_;
};

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
                          absl::string_view file,
                          const AnnotationOptions& options,
                          answers::Annotations& annotations) {
  for (const absl::StatusOr<Item>& item :
       ParseItems(text, file, tablebase.game().squares())) {
    if (!item.ok()) {
      annotations.add_items()->set_error(std::string(item.status().message()));
      continue;
    }
    absl::StatusOr<answers::Item> annotated =
        Annotator(tablebase, *item, options).Run();
    if (!annotated.ok()) return annotated.status();
    *annotations.add_items() = *std::move(annotated);
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

answers::Value AnswerOf(Value value) {
  answers::Value answer;
  answer.set_text(ToString(value));
  answer.set_outcome(
      value.winner ? absl::AsciiStrToLower(ToString(*value.winner)) : "draw");
  answer.set_plies(value.plies);
  return answer;
}

}  // namespace teeko::reports
