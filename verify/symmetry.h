// Symmetry: whether values are the same for positions that a symmetry of the
// rules takes into each other.

#ifndef TEEKO_VERIFY_SYMMETRY_H_
#define TEEKO_VERIFY_SYMMETRY_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "verify/kernel.h"
#include "verify/table.h"

namespace teeko::verify {

// Some of the game's symmetries, of which all others are products.  What is
// invariant under these is invariant under all.
std::vector<std::vector<int>> Generators(const kernel::Game& game);

// Compares every value of a section with those of the images under the
// generators; a fault is one that differs.  Works on oneTBB threads.  Calls
// passed(n), from any of them, once n more positions are through.
Faults CheckSymmetry(const kernel::Game& game, const Table& table, int section,
                     absl::FunctionRef<void(uint64_t positions)> passed);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SYMMETRY_H_
