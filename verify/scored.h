// The verifier of tables of scored rules (docs/rules.md §7).

#ifndef TEEKO_VERIFY_SCORED_H_
#define TEEKO_VERIFY_SCORED_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/progress.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::verify {

// Checks two tables of the same scored rules, on oneTBB threads:
// - they have the sections that the kernel computes, and equal bytes;
// - every value follows from the values of the successors;
// - for each stored set of the attacker, the values do not change under the
//   symmetries that take this set to itself;
// - whatever pips the attacker's markers have, it never reaches a larger
// threshold in fewer plies
//   than a smaller one.
// Returns the manifest.  FailedPrecondition if a check fails; the message
// begins with the name of the check and describes the first wrong position.
// `rules` must have scoring.
absl::StatusOr<Manifest> VerifyScored(const Rules& rules,
                                      const proto::TableReader& a,
                                      const proto::TableReader& b,
                                      base::Progress& progress);

// Returns the bytes of memory that VerifyScored needs.
uint64_t EstimateScoredBytes(const Rules& rules);

// Returns the number of stored positions of all threshold games.
double CountScoredPositions(const Rules& rules);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SCORED_H_
