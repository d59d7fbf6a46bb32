// Checks local consistency: that every value follows from the values of the
// position's successors (docs/rules.md §6.1).
//
// Checks a position only if its opponent's set is the smallest of all images of
// this set.  Every orbit has such a position.  Symmetries take goals to
// goals and neighbours to neighbours (AreSymmetries), and special squares to
// special squares.  Images have equal values (ReducedTable::Add).  So if the
// value of a position follows from the successors, the values of its images do,
// too.

#ifndef TEEKO_VERIFY_CONSISTENCY_H_
#define TEEKO_VERIFY_CONSISTENCY_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "verify/checked_game.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// The result of a check.  The faults are values that do not follow from the
// successors.  All counts are numbers of checked positions and of their images.
struct Consistency : Faults {
  uint64_t positions = 0;
  // Positions without goals whose mover has no move.  By our convention he has
  // lost.  All pieces are placed, because a drop is always possible.
  uint64_t no_moves = 0;
};

// Checks the positions of a section whose values are in the rows of this
// process, on oneTBB threads.  Calls passed(n), from any of these threads, when
// n more positions have been checked, images included.  The table must have the
// symmetries of its game.  ReducedTable::Add must have added all rows of this
// process, in this section and in the section of the successors.  Returns an
// error if rows of other processes cannot be read.
//
// The result is only right if the largest value fits into the table's bytes per
// value.  Callers must check this (docs/formats.md).
absl::StatusOr<Consistency> CheckConsistency(
    const ReducedTable& table, int section,
    absl::FunctionRef<void(uint64_t positions)> passed);

// Returns the bytes of memory that CheckConsistency needs for each thread.
// `loads` is true if it reads rows of other processes.
double ConsistencyBytes(const CheckedGame& game, int value_bytes, bool loads);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CONSISTENCY_H_
