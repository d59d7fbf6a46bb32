// Solves a game in memory, without files.

#ifndef TEEKO_BINDINGS_C_SOLVE_H_
#define TEEKO_BINDINGS_C_SOLVE_H_

#include <functional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/tablebase.h"

namespace teeko {

// Solves a game with solver B on all hardware threads that this process may
// use, and returns its tablebase.  Nothing verifies the table.  For a verified
// table, open one that the pipeline has made.
//
// `rules` is the text of a rules file (proto/rules.proto).  InvalidArgument if
// the text is not valid.  ResourceExhausted if there is not enough memory.
// OutOfRange if a win or loss takes more plies than a table can hold.
// Thread-safe.
//
// All threads call `stop` often.  The function returns Cancelled soon after a
// call has returned true.
absl::StatusOr<Tablebase> SolveInMemory(
    absl::string_view rules,
    const std::function<bool()>& stop = [] { return false; });

// Does the same for rules that are valid and have explicit styles
// (proto/rules_file.h).
absl::StatusOr<Tablebase> SolveInMemory(
    const Rules& rules,
    const std::function<bool()>& stop = [] { return false; });

}  // namespace teeko

#endif  // TEEKO_BINDINGS_C_SOLVE_H_
