// Solver A for scored rules: the threshold games of docs/rules.md §7.

#ifndef TEEKO_SOLVER_A_SCORED_H_
#define TEEKO_SOLVER_A_SCORED_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "base/progress.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// Solves all threshold games and writes the table (docs/formats.md, "Tables of
// scored rules").  `rules` must have scoring.  OutOfRange if a success takes
// too many plies for a table.  Uses oneTBB threads.
absl::Status SolveScored(const Rules& rules, const std::string& table_path,
                         base::Progress& progress);

// Returns the bytes of memory that SolveScored needs.
uint64_t EstimateScoredBytes(const Rules& rules);

// Returns the number of stored positions of all threshold games.
double CountScoredPositions(const Rules& rules);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SCORED_H_
