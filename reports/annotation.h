// Says what every move of a problem or game is worth, as the letter prints it
// (docs/rules.md §4; README.md has the marks).

#ifndef TEEKO_REPORTS_ANNOTATION_H_
#define TEEKO_REPORTS_ANNOTATION_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "game/tablebase.h"
#include "teeko/reports/answers.pb.h"

namespace teeko::reports {

// Adds an item for each of a text to `annotations`, one for the comments behind
// the last, and counts those that were read and refused; `start` is as in SetUp
// (game/notation.h), and with `boards` there is one after every move.  One that
// does not parse or cannot be played has its `error`.  Fails only if the table
// cannot be read.
absl::Status AnnotateText(const Tablebase& tablebase, absl::string_view text,
                          absl::string_view file, const Position& start,
                          bool boards, answers::Annotations& annotations);

// "3 items read, 1 refused".
std::string CountsText(const answers::Annotations& annotations);

// The letter's form: an empty line between items, none for those that could not
// be played.
std::string AnnotationText(const answers::Annotations& annotations);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_ANNOTATION_H_
