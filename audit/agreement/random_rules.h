// Random rules and positions, which RapidCheck can shrink.

#ifndef TEEKO_AUDIT_AGREEMENT_RANDOM_RULES_H_
#define TEEKO_AUDIT_AGREEMENT_RANDOM_RULES_H_

#include <rapidcheck.h>

#include <ostream>

#include "kernel/kernel.h"
#include "teeko/proto/rules.pb.h"

namespace teeko {

// RapidCheck prints counterexamples with this function.
void showValue(const Rules& rules, std::ostream& out);

namespace audit {

// Generates valid rules with 4 to `max_squares` squares (at most 64) and up to
// three styles.
rc::Gen<Rules> AnyRules(int max_squares);

// The same with scoring; the largest score is at most 10.
rc::Gen<Rules> AnyScoredRules(int max_squares);

// Generates positions with pieces on any squares, mostly with all pieces
// placed.
rc::Gen<kernel::Position> AnyPosition(const Rules& rules);

}  // namespace audit
}  // namespace teeko

#endif  // TEEKO_AUDIT_AGREEMENT_RANDOM_RULES_H_
