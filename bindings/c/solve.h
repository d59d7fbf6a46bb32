// Solves a game in memory, so that nobody needs a file.

#ifndef TEEKO_BINDINGS_C_SOLVE_H_
#define TEEKO_BINDINGS_C_SOLVE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/tablebase.h"

namespace teeko {

// Returns the table of these rules by solver B, which runs on all hardware
// threads that this process may use.  Nothing verifies the table: who wants
// that opens what the pipeline has made.
//
// `rules` is the text of a rules file (proto/rules.proto).  InvalidArgument if
// the text is wrong, ResourceExhausted if there is not enough memory,
// OutOfRange if some game is longer than a table can hold.  Thread-safe.
absl::StatusOr<Tablebase> SolveInMemory(absl::string_view rules);

// The same for rules that are valid, with their styles written out
// (proto/rules_file.h).
absl::StatusOr<Tablebase> SolveInMemory(const Rules& rules);

}  // namespace teeko

#endif  // TEEKO_BINDINGS_C_SOLVE_H_
