// Solves the game of a rule set and writes its table.

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

// Options for encoding a table (docs/formats.md).
struct TableForm {
  // True to omit rows that are images of other rows under a symmetry.
  bool reduced = false;
  // The longest game that a table can store, in plies, including drops.  A
  // distance of n plies is stored as n + 1.  The largest number of one or two
  // bytes means "no value".  Only tests change these limits.
  size_t longest_in_one_byte = 253;
  size_t longest_in_two_bytes = 65'533;
};

// Solves the move phase and the drop phase in all styles of `rules`, which must
// have passed ValidateRules, and writes the table.  If the rules have scoring,
// solves all threshold games, one after the other; then the table is always
// reduced (docs/formats.md, "Tables of scored rules").  All processes call it
// together; process 0 writes the table.  Uses oneTBB threads.  The table does
// not depend on the number of threads or processes.
//
// Stores the levels in a temporary file in the directory of the table (spill.h)
// or, with checkpoints, in the data files of the checkpoint.
//
// Returns OutOfRange if a game is too long for a table.  Other errors come from
// Processes and Checkpoint (base/), or from writing files.
absl::Status Solve(const Rules& rules, const std::string& table_path,
                   base::Progress& progress, base::Processes& processes,
                   const base::CheckpointOptions& checkpoint_options = {},
                   const TableForm& form = {});

// Returns the number of positions in all sections of the table; only the stored
// ones if the rules have scoring.
double CountPositions(const Rules& rules);

// Returns an estimate of the peak memory of Solve in one process, in bytes,
// with the current number of oneTBB threads.  Returns UINT64_MAX for 2^30 or
// more sets of squares.
uint64_t EstimateBytes(const Rules& rules, const Partition& partition = {});

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SOLVE_H_
