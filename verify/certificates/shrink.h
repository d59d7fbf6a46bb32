// Finds few formations that suffice for claims.

#ifndef TEEKO_VERIFY_CERTIFICATES_SHRINK_H_
#define TEEKO_VERIFY_CERTIFICATES_SHRINK_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "verify/certificates/formations.h"
#include "verify/certificates/restricted_game.h"

namespace teeko::verify {

// Removes orbits from `game`, which is at its beginning and proves `claims`, as
// long as it still does: those of little use first, from which fewest
// placements succeed; many at a time at first, in the end one by one.  Stops
// soon after game.work() has reached `most_work`, or when none of those left
// can be removed (without much work at once).  What is left, returned as
// indices of formations.orbits, ascending, is proved to suffice in any case.
//
// Calls progress(part, left) once in a while: how many orbits it tries to
// remove at a time, and how many there are left.
std::vector<int> Shrink(const Formations& formations,
                        const std::vector<Claim>& claims, int64_t most_work,
                        RestrictedGame& game,
                        absl::FunctionRef<void(int part, int left)> progress);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_SHRINK_H_
