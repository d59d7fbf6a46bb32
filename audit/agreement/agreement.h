// What must hold among the three readings of the rules, which were written
// independently.

#ifndef TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_
#define TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_

#include <string>

#include "audit/agreement/readings.h"
#include "verify/kernel.h"

namespace teeko::audit {

// Compares goals, neighbours and symmetries.  Returns what differs first and
// what each reading says of it ("goals: …"); empty if all agree.
std::string BoardDisagreement(const Readings& readings);

// The same for a position with any number of pieces placed: goals, moves
// forward and backward or drops, symmetry, and the ranks of sets.  Neither side
// may have more pieces than the rules give it.
std::string PositionDisagreement(const Readings& readings,
                                 kernel::Position position);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_
