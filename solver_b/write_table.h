// The table that several ranks have solved, in one file.

#ifndef TEEKO_SOLVER_B_WRITE_TABLE_H_
#define TEEKO_SOLVER_B_WRITE_TABLE_H_

#include <string>

#include "absl/status/status.h"
#include "solver_b/batches.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "stage/stage.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

// All ranks call this, each with its part of the solution; rank 0 writes the
// table, `reduced` or not (proto/README.md).  Some
// chunks at a time go through two rounds, packed on their way:
//
//     each rank                rank i mod N              rank 0
//     its positions     ──>    all positions      ──>    writes chunk i
//     of chunk i               of chunk i
//
// Aborted if the run has failed, otherwise errors of rank 0's TableWriter.
absl::Status WriteTable(const std::string& path, const Rules& rules,
                        bool reduced, const Space& space,
                        const Solution& solution, Batches& batches,
                        Progress& progress, int chunks_at_once = 64);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_WRITE_TABLE_H_
