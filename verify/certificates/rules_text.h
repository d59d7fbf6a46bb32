// Writes the lines of certificates and dumps that describe the game.

#ifndef TEEKO_VERIFY_CERTIFICATES_RULES_TEXT_H_
#define TEEKO_VERIFY_CERTIFICATES_RULES_TEXT_H_

#include <string>

#include "teeko/proto/rules.pb.h"

namespace teeko::verify {

// Returns the lines for rows, columns, edges, pieces and goals, as
// docs/formats.md specifies them, without styles and bans.  The rules must be
// valid.
std::string RulesText(const Rules& rules);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_RULES_TEXT_H_
