// From the places of a reduced section to the order of the table.

#ifndef TEEKO_SOLVER_B_PAYLOAD_H_
#define TEEKO_SOLVER_B_PAYLOAD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "proto/rules.pb.h"
#include "solver_b/section_index.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "solver_b/value.h"
#include "stage/stage.h"

namespace teeko::solver_b {

// Sets `out` to the values of the positions first, first + 1, … of a section in
// the order of proto/README.md, each in `value_bytes` (1 or 2) bytes.  They
// must all exist, and `values` be in the places of `section`.
void FillPayload(const SectionIndex& section, const std::vector<Value>& values,
                 int value_bytes, uint64_t first, absl::Span<uint8_t> out);

// Writes the whole table on oneTBB threads.  Errors are TableWriter's.
absl::Status WriteTable(const std::string& path, const Rules& rules,
                        const Space& space, const Solution& solution,
                        Progress& progress);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PAYLOAD_H_
