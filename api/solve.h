// Solves a game in memory, so that nobody needs a file.

#ifndef TEEKO_API_SOLVE_H_
#define TEEKO_API_SOLVE_H_

#include "absl/status/statusor.h"
#include "game/tablebase.h"
#include "teeko/proto/rules.pb.h"

namespace teeko {

// The table of these rules by solver B, on all hardware threads that this
// process may use. Nothing verifies it: who wants that opens what the pipeline
// has made.
//
// `rules` must be valid, with their styles written out (proto/rules_file.h).
// ResourceExhausted if there is not enough memory, OutOfRange if some game is
// longer than a table can hold.
absl::StatusOr<Tablebase> SolveInMemory(const Rules& rules);

}  // namespace teeko

#endif  // TEEKO_API_SOLVE_H_
