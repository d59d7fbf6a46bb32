// Compares what two tables have for the same positions.

#ifndef TEEKO_VERIFY_COMPARISON_H_
#define TEEKO_VERIFY_COMPARISON_H_

#include <cstdint>

#include "absl/types/span.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// `a` and `b` have the values of some positions of a section, from `first` on,
// in one byte or in two each.  A fault is a value that differs.
Faults Compare(uint64_t first, uint64_t positions, absl::Span<const uint8_t> a,
               absl::Span<const uint8_t> b);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_COMPARISON_H_
