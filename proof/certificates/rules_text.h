// Writes the lines of certificates and dumps that describe the game.

#ifndef TEEKO_PROOF_CERTIFICATES_RULES_TEXT_H_
#define TEEKO_PROOF_CERTIFICATES_RULES_TEXT_H_

#include <string>

#include "teeko/proto/rules.pb.h"

namespace teeko::proof {

// Returns the lines for rows, columns, edges, pieces and goals, as
// docs/formats.md specifies them, without styles and bans.  The rules must be
// valid.
std::string RulesText(const Rules& rules);

}  // namespace teeko::proof

#endif  // TEEKO_PROOF_CERTIFICATES_RULES_TEXT_H_
