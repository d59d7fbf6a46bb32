// Answers to queries: the value of a position and of each move, and the longest
// wins of the rules.

#ifndef TEEKO_REPORTS_ANSWER_H_
#define TEEKO_REPORTS_ANSWER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/notation_core.h"
#include "game/position.h"
#include "game/tablebase.h"
#include "google/protobuf/message.h"
#include "teeko/reports/answers.pb.h"

namespace teeko::reports {

// Version of the format answers.proto.
inline constexpr uint32_t kAnswersVersion = 1;

// Returns a value as a message: "Black in 9" or, in games with `scoring`,
// "Black +3 in 7" or "0".
answers::Value AnswerOf(Value value, bool scoring = false);

// Returns the statement of a problem, such as "Red to move and win", if it does
// not agree with `value`, the value of the problem's position.  Returns an
// empty string if it agrees, or if there is no statement.
std::string Misstatement(const Setup& setup, const Position& position,
                         Value value);

// The opponent's replies to a move.
struct Replies {
  uint32_t losing = 0;
  uint32_t all = 0;
};

// Returns the replies to each move of a drawn position that holds the draw.
// Returns {} for other moves, and if the opponent does not pick the reply.
// `moves` are all moves of the position.  Errors come from Tablebase::Probe.
absl::StatusOr<std::vector<Replies>> RepliesTo(
    const Tablebase& tablebase, const Position& position,
    const std::vector<Successor>& moves);

// Returns the value of the position and of each move, the best move first.
// `with_principal_line` adds a line of best play.  `names` has the names of the
// squares.  Errors come from Tablebase::Probe.
absl::StatusOr<answers::Answer> AnswerQuery(const Tablebase& tablebase,
                                            const Position& position,
                                            const SquareNames& names,
                                            bool with_principal_line);

// The same for a scored game.  `setup` is the question, which `position` comes
// from.  InvalidArgument if it states a value.
absl::StatusOr<answers::ScoredAnswer> AnswerScoredQuery(
    const Tablebase& tablebase, const Setup& setup, const Position& position,
    const SquareNames& names);

// Returns the longest wins and the counts of the accepted table FOLDER/NAME.
// Errors come from Tablebase.  Runs on oneTBB threads.
absl::StatusOr<answers::LongestWinsOfRules> AnswerLongest(
    absl::string_view folder, absl::string_view name);

// Returns an answer as text, ending in a line break.
std::string AnswerText(const answers::Answer& answer);
std::string AnswerText(const answers::ScoredAnswer& answer);

// Returns the longest wins as text that annotate can read: each win is a
// problem with its line of play, and everything else is comments.
std::string LongestText(const answers::LongestWins& answers);

// Prints the message as JSON if `as_json`, else `text`, to standard output.
absl::Status PrintAnswer(const google::protobuf::Message& answer,
                         absl::string_view text, bool as_json);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_ANSWER_H_
