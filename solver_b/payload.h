// From the places of a reduced section to the order of the table.

#ifndef TEEKO_SOLVER_B_PAYLOAD_H_
#define TEEKO_SOLVER_B_PAYLOAD_H_

#include <cstdint>
#include <span>
#include <vector>

#include "solver_b/space.h"

namespace teeko::solver_b {

// Sets `out` to the values of the positions first, first + 1, … of a section in
// the order of proto/README.md, each in `value_bytes` (1 or 2) bytes.  They
// must all exist, and `values` be in the places of `section`.  Thread-safe.
void FillPayload(const SectionIndex& section, const std::vector<Value>& values,
                 int value_bytes, uint64_t first, std::span<uint8_t> out);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PAYLOAD_H_
