// Writes the table of a game that several processes have solved.

#ifndef TEEKO_SOLVER_B_WRITE_TABLE_H_
#define TEEKO_SOLVER_B_WRITE_TABLE_H_

#include <string>

#include "absl/status/status.h"
#include "base/processes.h"
#include "base/program.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

// Writes the table, `reduced` or not (docs/formats.md), on process 0.  All
// processes call it together, each with its part of the solution.  Sends
// compressed values in two rounds for each `chunks_at_once` chunks:
//
//     each process             process i mod N           process 0
//     its positions     ──>    all positions      ──>    writes chunk i
//     of chunk i               of chunk i
//
// Call it after all other rounds of `processes`.  Advances `progress` and sets
// its number of sent bytes.  Errors come from Processes (base/processes.h) and,
// on process 0, from TableWriter.
absl::Status WriteTable(const std::string& path, const Rules& rules,
                        bool reduced, const Space& space,
                        const Solution& solution, base::Processes& processes,
                        base::Progress& progress, int chunks_at_once = 64);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_WRITE_TABLE_H_
