// What the manifest tells of an accepted table.

#ifndef TEEKO_VERIFY_COUNTS_H_
#define TEEKO_VERIFY_COUNTS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "proto/manifest.pb.h"
#include "proto/rules.pb.h"
#include "verify/kernel.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// Counts over the payload, or a part of it, of the section with all pieces
// placed, on oneTBB threads: adds to placements, no_value, draws and levels
// what is there, so many `times`.
void CountValues(absl::Span<const uint8_t> payload, uint64_t positions,
                 Manifest& manifest, uint64_t times = 1);

// Sets variants: the value of the empty board in each style, without the centre
// ban and, if the rules name banned squares, with it.
void AddVariants(const Rules& rules, const ReducedTable& table,
                 Manifest& manifest);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_COUNTS_H_
