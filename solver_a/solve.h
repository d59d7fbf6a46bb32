// Solver A from rules to a table file.

#ifndef TEEKO_SOLVER_A_SOLVE_H_
#define TEEKO_SOLVER_A_SOLVE_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "proto/rules.pb.h"
#include "stage/stage.h"

namespace teeko::solver_a {

// The longest game in plies, drops included, that one-byte values can tell.
inline constexpr size_t kLongestInOneByte = 253;

// Solves the move phase and the drop phase in all styles of `rules`, which have
// passed ValidateRules, and writes the table.  Works on oneTBB threads; the
// table does not depend on their number.  Only tests ask for another
// `longest_in_one_byte`.
absl::Status Solve(const Rules& rules, const std::string& table_path,
                   Progress& progress,
                   size_t longest_in_one_byte = kLongestInOneByte);

// Peak memory of the above, roughly; UINT64_MAX if it is beyond reason.
uint64_t EstimateBytes(const Rules& rules);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SOLVE_H_
