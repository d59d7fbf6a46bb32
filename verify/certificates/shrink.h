// Finds a short list of formations that is enough to prove claims.

#ifndef TEEKO_VERIFY_CERTIFICATES_SHRINK_H_
#define TEEKO_VERIFY_CERTIFICATES_SHRINK_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "verify/certificates/formations.h"
#include "verify/certificates/restricted_game.h"

namespace teeko::verify {

// Returns orbits that prove `claims`: indices of formations.orbits, ascending.
//
// start() must return a game that proves the claims.  Removes orbits from this
// game as long as the rest proves the claims.  Begins with the least used
// orbits, from which the Prover reaches the aim in the fewest placements.
// Removes many orbits at a time at first, and single orbits at the end.  The
// result proves the claims even if the search stops early.
//
// Another order of removal may leave half as many orbits.  So if the first
// order took little work, tries more orders, each with the uses of the orbits
// changed slightly at random, and returns the smallest result.  Ends an order
// when no orbit can be removed without much work.  Stops soon after `most_work`
// is done.
//
// Calls progress(part, left) from time to time: the number of orbits that it
// tries to remove at a time, and the number of orbits that are left.
std::vector<int> Shrink(
    const Formations& formations, const std::vector<Claim>& claims,
    int64_t most_work, absl::FunctionRef<RestrictedGame()> start,
    absl::FunctionRef<void(size_t part, size_t left)> progress);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_SHRINK_H_
