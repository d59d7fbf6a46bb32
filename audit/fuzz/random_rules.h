// Rules and positions at random, the same for the same state of `random`.

#ifndef TEEKO_AUDIT_FUZZ_RANDOM_RULES_H_
#define TEEKO_AUDIT_FUZZ_RANDOM_RULES_H_

#include <cstdint>
#include <random>

#include "proto/rules.pb.h"
#include "verify/kernel.h"

namespace teeko::verify {

using Random = std::mt19937_64;

// Any rules that make sense, on 4 to 64 squares, of up to three styles.
Rules RandomRules(Random& random);

// The same, but with no more positions than this in the whole table; 1,000 or
// more.
Rules RandomRulesWithin(uint64_t positions, Random& random);

// How many positions the table of these rules has; UINT64_MAX if more.
uint64_t TablePositions(const Rules& rules);

// Pieces on any squares, in most cases all pieces.
kernel::Position RandomPosition(const Rules& rules, Random& random);

}  // namespace teeko::verify

#endif  // TEEKO_AUDIT_FUZZ_RANDOM_RULES_H_
