// Writes the table of a game that several processes have solved.

#ifndef TEEKO_SOLVER_B_WRITE_TABLE_H_
#define TEEKO_SOLVER_B_WRITE_TABLE_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "base/processes.h"
#include "base/program.h"
#include "proto/table_writer.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

// A table that process 0 writes.  All processes call the methods together, each
// with its part of the solutions.  Errors come from Processes
// (base/processes.h) and, on process 0, from TableWriter.
struct ProcessesTable {
  const std::string path;
  const Rules& rules;
  const bool reduced;  // docs/formats.md; false with scoring
  base::Processes& processes;
  base::Progress& progress;
  const int chunks_at_once = 64;
  std::unique_ptr<proto::TableWriter> writer = nullptr;  // on process 0

  // Appends the sections of a solution, and advances `progress`.  Sends
  // compressed values in two rounds for each `chunks_at_once` chunks:
  //
  //     each process             process i mod N           process 0
  //     its positions     ──>    all positions      ──>    writes chunk i
  //     of chunk i               of chunk i
  absl::Status Add(const Space& space, const Solution& solution);

  // Completes the file.  Sets the number of sent bytes of `progress`.
  absl::Status Finish();
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_WRITE_TABLE_H_
