// Reads and validates Rules messages.  Does not compute goals or moves.

#ifndef TEEKO_PROTO_RULES_FILE_H_
#define TEEKO_PROTO_RULES_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::proto {

// Returns OK if the rules are valid.  Otherwise InvalidArgument; the message
// begins with the name of the invalid field ("goals[1].square.side: …").
absl::Status ValidateRules(const Rules& rules);

// Parses the text form, replaces empty `styles` by the default styles, and
// validates.  Error messages begin with `name` (such as a path) and the line.
absl::StatusOr<Rules> ParseRules(absl::string_view text,
                                 absl::string_view name);

// The same for a file.  NotFound or PermissionDenied if it cannot be read.
absl::StatusOr<Rules> ReadRulesFile(const std::string& path);

// True if both rule sets have equal fields.
bool SameRules(const Rules& a, const Rules& b);

// Returns Scarne's name of a style: "Two-Move Alternate" for "AASS".  If Scarne
// did not name the style, returns its letters.
std::string StyleName(absl::string_view style);

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_RULES_FILE_H_
