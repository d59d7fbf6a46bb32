// Local consistency: whether every value follows from those of the position's
// successors (game/RULES.md §6.1).

#ifndef TEEKO_VERIFY_CONSISTENCY_H_
#define TEEKO_VERIFY_CONSISTENCY_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "verify/kernel.h"
#include "verify/table.h"

namespace teeko::verify {

// The faults are values that do not follow.
struct Consistency : Faults {
  // Positions without goals whose mover has no ply: lost, by our convention.
  uint64_t stuck = 0;
};

// Checks every value of a section against those of the section of its
// successors, on oneTBB threads.  Calls passed(n), from any of them, once n
// more positions are through.
//
// A value that a table of this width has no room for is out of reach here: see
// that the longest game fits (proto/README.md) before trusting the result.
Consistency CheckConsistency(
    const kernel::Game& game, const Table& table, int section,
    absl::FunctionRef<void(uint64_t positions)> passed);

// The most memory that it needs for each thread; reads no payloads.
double ConsistencyBytes(const kernel::Game& game, const Table& table);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CONSISTENCY_H_
