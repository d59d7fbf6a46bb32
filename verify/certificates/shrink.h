// Finds few formations that suffice for claims.

#ifndef TEEKO_VERIFY_CERTIFICATES_SHRINK_H_
#define TEEKO_VERIFY_CERTIFICATES_SHRINK_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "verify/certificates/formations.h"
#include "verify/certificates/restricted_game.h"

namespace teeko::verify {

// Returns what suffices, indices of formations.orbits, ascending, found by
// removing the rest.
//
// Removes orbits from the game that start() returns, which proves `claims`, as
// long as the rest does: those of little use first, from which fewest
// placements succeed; many at a time at first, in the end one by one.
//
// One order of removal may leave half of what another does.  So if the first
// took little work others are tried, all with uses changed a little at random,
// and the smallest find counts.  Stops soon after `most_work` is done; one
// order is through when no orbit can be removed (without much work at once).
// What is left is proved to suffice in any case.
//
// Calls progress(part, left) once in a while: how many orbits it tries to
// remove at a time, and how many there are left.
std::vector<int> Shrink(
    const Formations& formations, const std::vector<Claim>& claims,
    int64_t most_work, absl::FunctionRef<RestrictedGame()> start,
    absl::FunctionRef<void(size_t part, size_t left)> progress);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_SHRINK_H_
