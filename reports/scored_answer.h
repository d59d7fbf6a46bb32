// Answers questions about positions of scored games.

#ifndef TEEKO_REPORTS_SCORED_ANSWER_H_
#define TEEKO_REPORTS_SCORED_ANSWER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/scored_table.h"
#include "teeko/reports/answers.pb.h"

namespace teeko::reports {

// Returns a score for `player` as a value: "Black +3 in 7", "0".
answers::Value AnswerOf(Score score, Colour player);

// Returns a move, in the drop phase with the pips of its marker: "13:4".
std::string MoveText(const ScoredMove& move, const SquareNames& names);

// Returns the score of the position in `text`, such as "Black on 14:1; Red on;
// Red to move", and of each move.  A text that names no style has that of
// `start`.  InvalidArgument has the reason if the text is not a position with
// pips; other errors come from ScoredTable.
absl::StatusOr<answers::ScoredAnswer> AnswerScoredQuery(
    const ScoredTable& table, absl::string_view text, const Position& start);

// Returns the answer as text, ending in a line break.
std::string ScoredAnswerText(const answers::ScoredAnswer& answer);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_SCORED_ANSWER_H_
