// What longest says of a game.

#ifndef TEEKO_REPORTS_LONGEST_LONGEST_ANSWER_H_
#define TEEKO_REPORTS_LONGEST_LONGEST_ANSWER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "reports/longest/longest.pb.h"

namespace teeko::reports {

// Of the accepted table FOLDER/NAME; errors are those of Tablebase.
absl::StatusOr<answers::LongestWinsOfRules> AnswerLongest(
    absl::string_view folder, absl::string_view name);

// As text for people.  Each win is a problem in Scarne's form with its line, so
// that annotate reads it; the rest is comments.
std::string LongestText(const answers::LongestWinsOfRules& answer);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_LONGEST_LONGEST_ANSWER_H_
