// Writes the sections of a solution.

#ifndef TEEKO_SOLVER_B_WRITE_TABLE_H_
#define TEEKO_SOLVER_B_WRITE_TABLE_H_

#include "absl/status/status.h"
#include "proto/shared_table.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

// Appends the sections of a solution to a table that has been created.  All
// processes call this together, each with its part of the solution.
absl::Status WriteSections(const Space& space, const Solution& solution,
                           const Partition& partition,
                           proto::SharedTable& table);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_WRITE_TABLE_H_
