// Rules and positions at random, shrunk by RapidCheck.

#ifndef TEEKO_AUDIT_AGREEMENT_RANDOM_RULES_H_
#define TEEKO_AUDIT_AGREEMENT_RANDOM_RULES_H_

#include <rapidcheck.h>

#include <ostream>

#include "kernel/kernel.h"
#include "teeko/proto/rules.pb.h"

namespace teeko {

// Found by RapidCheck, which prints counter-examples with it.
void showValue(const Rules& rules, std::ostream& out);

namespace audit {

// Any rules that make sense, on 4 squares up to `most_squares` (at most 64), of
// up to three styles.
rc::Gen<Rules> AnyRules(int most_squares);

// Pieces on any squares, in most cases all pieces.
rc::Gen<kernel::Position> AnyPosition(const Rules& rules);

}  // namespace audit
}  // namespace teeko

#endif  // TEEKO_AUDIT_AGREEMENT_RANDOM_RULES_H_
