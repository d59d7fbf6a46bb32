// Answers what a position is worth, and each of its moves; and which are the
// longest wins.

#ifndef TEEKO_REPORTS_ANSWER_H_
#define TEEKO_REPORTS_ANSWER_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/notation_core.h"
#include "game/position.h"
#include "game/tablebase.h"
#include "google/protobuf/message.h"
#include "teeko/reports/answers.pb.h"

namespace teeko::reports {

// Of answers.proto, as all answers say.
inline constexpr uint32_t kAnswersVersion = 1;

// What all answers say of a value.
answers::Value AnswerOf(Value value);

// Returns what a placement says of its position, "Red to move and win", if it
// is not so; else nothing.
std::string Misstatement(const Setup& placement, const Position& position,
                         Value value);

// Calls squares by `names`.  Errors are those of Tablebase::Probe.
absl::StatusOr<answers::Answer> AnswerQuery(const Tablebase& tablebase,
                                            const Position& position,
                                            const SquareNames& names,
                                            bool with_principal_line);

// Of the accepted table FOLDER/NAME; errors are those of Tablebase.  Runs on
// oneTBB threads.
absl::StatusOr<answers::LongestWinsOfRules> AnswerLongest(
    absl::string_view folder, absl::string_view name);

// As text for people, ending in a line break.
std::string AnswerText(const answers::Answer& answer);

// The same.  Each win is a problem in Scarne's form with its line, so that
// annotate reads it; the rest is comments.
std::string LongestText(const answers::LongestWins& answers);

// Prints an answer: `text`, or the message as JSON.
absl::Status PrintAnswer(const google::protobuf::Message& answer,
                         absl::string_view text, bool as_json);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_ANSWER_H_
