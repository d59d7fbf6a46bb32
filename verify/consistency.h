// Local consistency: whether every value follows from those of the position's
// successors (docs/rules.md §6.1).
//
// It is checked where the opponent's set is the first of its class; each
// position has an image of that kind.  Symmetries take goals to goals and
// neighbours to neighbours (AreSymmetries), and values are those of their
// images (ReducedTable::Add): so a value that follows from its successors
// follows in all images.

#ifndef TEEKO_VERIFY_CONSISTENCY_H_
#define TEEKO_VERIFY_CONSISTENCY_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// The faults are values that do not follow; everywhere images are counted.
struct Consistency : Faults {
  uint64_t positions = 0;  // that were looked at
  // Positions without goals whose mover has no ply: lost, by our convention.
  uint64_t no_moves = 0;
};

// Checks the values of a section in the rows of this process, on oneTBB
// threads, and calls passed(n), from any of them, once n more positions are
// through. The table must have the symmetry of its game, and all rows of this
// process must have been kept, both of this section and of that of the
// successors.  An error is one of loading the others.
//
// A value that a table of this width has no room for is out of reach here: see
// that the longest game fits (docs/formats.md) before trusting the result.
absl::StatusOr<Consistency> CheckConsistency(
    const ReducedTable& table, int section,
    absl::FunctionRef<void(uint64_t positions)> passed);

// The most memory that it needs for each thread, if rows have to be loaded or
// not.
double ConsistencyBytes(const kernel::Game& game,
                        const std::vector<kernel::Section>& sections,
                        int value_bytes, bool loads);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CONSISTENCY_H_
