// Compares the values of two tables at the same positions.

#ifndef TEEKO_VERIFY_COMPARISON_H_
#define TEEKO_VERIFY_COMPARISON_H_

#include <cstdint>

#include "absl/types/span.h"
#include "proto/section_values.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// Counts the positions at which `a` and `b` have different values, and finds
// the first.  Both hold the values of `positions` positions of a section,
// beginning with index `first`.  Each has one or two bytes per value.
inline Faults Compare(uint64_t first, uint64_t positions,
                      absl::Span<const uint8_t> a,
                      absl::Span<const uint8_t> b) {
  Faults differences;
  if (a == b) return differences;
  const auto value_at = [&](absl::Span<const uint8_t> values, uint64_t i) {
    return proto::SectionValues::Decode(values.data(),
                                        values.size() / positions, i);
  };
  for (uint64_t i = 0; i < positions; ++i) {
    if (value_at(a, i) != value_at(b, i)) differences.Add({1, first + i});
  }
  return differences;
}

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_COMPARISON_H_
