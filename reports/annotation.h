// Annotates problems and games in the form of the letter (docs/rules.md §4):
// the value or score after every move, and marks (README.md).

#ifndef TEEKO_REPORTS_ANNOTATION_H_
#define TEEKO_REPORTS_ANNOTATION_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "game/tablebase.h"
#include "teeko/reports/answers.pb.h"

namespace teeko::reports {

// Adds an answer for each item of `text` to `annotations`, and an answer for
// the comments after the last item.  Adds the number of items that were read
// and, separately, of items that were refused.  An item that does not parse or
// has an illegal move gets an `error`.  `file` is the name in errors; `start`
// is as in SetUp (game/notation.h); `boards` adds the board after every move.
// Fails only if the table cannot be read.
absl::Status AnnotateText(const Tablebase& tablebase, absl::string_view text,
                          absl::string_view file, const Position& start,
                          bool boards, answers::Annotations& annotations);

// Returns the counts as text: "3 items read, 1 refused".
std::string CountsText(const answers::Annotations& annotations);

// Returns the annotations in the letter's form, with an empty line between
// items.  Leaves out items that have no text because of an error.
std::string AnnotationText(const answers::Annotations& annotations);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_ANNOTATION_H_
