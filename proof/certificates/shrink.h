// Finds a short list of formations that is enough to prove claims.

#ifndef TEEKO_PROOF_CERTIFICATES_SHRINK_H_
#define TEEKO_PROOF_CERTIFICATES_SHRINK_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "proof/certificates/formations.h"
#include "proof/certificates/restricted_game.h"

namespace teeko::proof {

// Returns orbits that prove `claims`: indices of formations.orbits, ascending.
//
// start() must return a game that proves the claims.  Removes orbits from this
// game as long as the rest proves the claims.  Begins with the orbits that have
// the fewest successes (RestrictedGame::Successes).  Removes many orbits at a
// time at first, and single orbits at the end.  Gives up a removal that needs
// more than a small part of `most_work`.  The result proves the claims even if
// the search stops early.
//
// Another order of removal may leave half as many orbits.  Therefore Shrink
// tries up to 7 more orders, as long as `most_work` leaves enough for one more,
// each with the numbers of successes changed slightly at random, and returns
// the smallest result.  Stops soon after `most_work` (in units of
// RestrictedGame::work) is done.
//
// Calls progress(batch, left) from time to time: the number of orbits that it
// tries to remove at a time, and the number of orbits that are left.
std::vector<int> Shrink(
    const Formations& formations, const std::vector<Claim>& claims,
    int64_t most_work, absl::FunctionRef<RestrictedGame()> start,
    absl::FunctionRef<void(size_t batch, size_t left)> progress);

}  // namespace teeko::proof

#endif  // TEEKO_PROOF_CERTIFICATES_SHRINK_H_
