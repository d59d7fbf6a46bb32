// Reads and checks the words of a Rules message; derives nothing from them.

#ifndef TEEKO_PROTO_RULES_FILE_H_
#define TEEKO_PROTO_RULES_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::proto {

// Returns OK if the words make sense together, or InvalidArgument with a
// message that begins with the name of the offending field
// ("goals[1].square.side: …").
absl::Status ValidateRules(const Rules& rules);

// Parses the text form, fills an empty `styles` in with those it stands for,
// and validates.  `name` (a path, say) and the line begin error messages.
absl::StatusOr<Rules> ParseRules(absl::string_view text,
                                 absl::string_view name);

// The same for a file.  NotFound or PermissionDenied if it cannot be read.
absl::StatusOr<Rules> ReadRulesFile(const std::string& path);

// True if both say the same.
bool SameRules(const Rules& a, const Rules& b);

// Scarne's name of a style: "Two-Move Alternate" for "AASS".  Styles that he
// did not name are called by their letters.
std::string StyleName(absl::string_view style);

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_RULES_FILE_H_
