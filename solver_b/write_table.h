// The table that several processes have solved, in one file.

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

// All processes call this, each with its part of the solution; process 0 writes
// the table, `reduced` or not (docs/formats.md).  Some chunks at a time go
// through two rounds, packed on their way:
//
//     each process             process i mod N           process 0
//     its positions     ──>    all positions      ──>    writes chunk i
//     of chunk i               of chunk i
//
// The last of all rounds: `progress` is told of the bytes that were sent.
// Errors of Processes (base/processes.h), and of process 0's TableWriter.
absl::Status WriteTable(const std::string& path, const Rules& rules,
                        bool reduced, const Space& space,
                        const Solution& solution, base::Processes& processes,
                        base::Progress& progress, int chunks_at_once = 64);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_WRITE_TABLE_H_
