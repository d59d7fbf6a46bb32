#include "reports/scored_answer.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status.h"
#include "game/notation.h"
#include "reports/answer.h"

namespace teeko::reports {

answers::Value AnswerOf(Score score, Colour player) {
  if (score.points < 0) player = Other(player);
  const bool black = player == Colour::kBlack;
  answers::Value value;
  value.set_outcome(score.points == 0 ? "draw" : black ? "black" : "red");
  value.set_points(std::abs(score.points));
  value.set_plies(score.plies);
  if (score.points == 0) {
    value.set_text("0");
  } else {
    value.set_text(absl::StrCat(ToString(player), " +", value.points()));
  }
  if (score.plies > 0) {
    absl::StrAppend(value.mutable_text(), " in ", score.plies);
  }
  return value;
}

std::string MoveText(const ScoredMove& move, const SquareNames& names) {
  std::string text = names.Of(move.move);
  if (move.move.IsDrop()) absl::StrAppend(&text, ":", move.pips);
  return text;
}

absl::StatusOr<answers::ScoredAnswer> AnswerScoredQuery(
    const ScoredTable& table, absl::string_view text, const Position& start) {
  const Game& game = table.game();
  ASSIGN_OR_RETURN(const Item item, ParsePosition(text, game));
  ASSIGN_OR_RETURN(const Position position, SetUp(game, item, start));
  if (item.initial->statement) {
    return base::Invalid("expected a position without a stated value");
  }
  const Pips& pips = item.initial->pips;
  ASSIGN_OR_RETURN(const Score score, table.Probe(position, pips));
  ASSIGN_OR_RETURN(const std::vector<ScoredMove> moves,
                   table.Moves(position, pips));
  answers::ScoredAnswer answer;
  answer.set_version(kAnswersVersion);
  answer.set_rules(game.rules().name());
  answer.set_style(position.style);
  answer.set_centre_ban(position.centre_ban);
  Setup setup = *item.initial;
  setup.to_move = position.to_move;
  answer.set_position(SetupText(setup, item.names));
  answer.set_board(game.Draw(position));
  answer.set_to_move(ToString(position.to_move));
  answer.set_chooser(ToString(game.Chooser(position)));
  answer.set_score(score.points);
  answer.set_plies(score.plies);
  for (const ScoredMove& move : moves) {
    answers::ScoredChoice& choice = *answer.add_moves();
    choice.set_move(MoveText(move, item.names));
    choice.set_score(move.score.points);
    choice.set_plies(move.score.plies);
    choice.set_gives_away(std::max(score.points - move.score.points, 0));
  }
  return answer;
}

std::string ScoredAnswerText(const answers::ScoredAnswer& answer) {
  const auto score_text = [](int score, int plies) {
    return score == 0 ? "0" : absl::StrFormat("%+d in %d", score, plies);
  };
  std::string text = absl::StrCat(
      answer.board(), answer.position(), "\n", answer.to_move(), " to move",
      answer.chooser() == answer.to_move()
          ? ""
          : absl::StrCat(" (", answer.chooser(), " picks the square)"),
      ": ", score_text(answer.score(), answer.plies()), "\n\n");
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

}  // namespace teeko::reports
