// From the places of a reduced section to the order of the table.

#ifndef TEEKO_SOLVER_B_PAYLOAD_H_
#define TEEKO_SOLVER_B_PAYLOAD_H_

#include <cstdint>
#include <span>

#include "solver_b/space.h"

namespace teeko::solver_b {

// Sets `out` to the values of the positions first, first + 1, … of a section in
// the order of proto/README.md, each in as many bytes as in `values`.  They
// must all exist, and `values` be in the places of `section` that a rank has:
// the bytes of other ranks' positions are left as they are.  Thread-safe.
void FillPayload(const SectionIndex& section, const Values& values,
                 uint64_t first, std::span<uint8_t> out, Share share = {});

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PAYLOAD_H_
