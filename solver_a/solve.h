// Solver A from rules to a table file.

#ifndef TEEKO_SOLVER_A_SOLVE_H_
#define TEEKO_SOLVER_A_SOLVE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "base/checkpoint.h"
#include "base/processes.h"
#include "base/program.h"
#include "solver_a/bit_matrix.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// How a table tells what is solved (docs/formats.md).
struct TableForm {
  // Rows that symmetries make of others are left out.
  bool reduced = false;
  // The longest games in plies, drops included, that there is room for: n plies
  // are value n + 1, and the largest value of each size means "no value".
  size_t longest_in_one_byte = 253;
  size_t longest_in_two_bytes = 65'533;
};

// Solves the move phase and the drop phase in all styles of `rules`, which have
// passed ValidateRules, and writes the table.  OutOfRange if some game is too
// long for a table.  Beside the table there is a temporary file without a name
// (spill.h), unless the levels are in data files of a checkpoint.  All
// processes call it together; process 0 writes the table.  Errors of Processes
// and Checkpoint (base/).  Works on oneTBB threads; the table depends neither
// on their number nor on that of the processes.  Only tests ask for another
// length of games.
absl::Status Solve(const Rules& rules, const std::string& table_path,
                   base::Progress& progress, base::Processes& processes,
                   const base::CheckpointOptions& checkpoint_options = {},
                   const TableForm& form = {});

// Returns the number of positions in all sections of the table.
double CountPositions(const Rules& rules);

// Peak memory of the above on one process, roughly, on the oneTBB threads that
// there are; UINT64_MAX if it is beyond reason.
uint64_t EstimateBytes(const Rules& rules, const Partition& partition = {});

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SOLVE_H_
