// The lines of certificates and table dumps that say what the game is.

#ifndef TEEKO_VERIFY_CERTIFICATES_RULES_TEXT_H_
#define TEEKO_VERIFY_CERTIFICATES_RULES_TEXT_H_

#include <string>

#include "teeko/proto/rules.pb.h"

namespace teeko::verify {

// Board, edges, pieces and goals, a line each, as docs/formats.md
// specifies them; styles and bans are not among them.  The rules are valid.
std::string RulesText(const Rules& rules);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_RULES_TEXT_H_
