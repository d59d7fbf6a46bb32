// Symmetry: whether values are the same for positions that a symmetry of the
// rules takes into each other.

#ifndef TEEKO_VERIFY_SYMMETRY_H_
#define TEEKO_VERIFY_SYMMETRY_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/functional/function_ref.h"
#include "verify/kernel.h"
#include "verify/table.h"

namespace teeko::verify {

// Some of the game's symmetries, of which all others are products.  What is
// invariant under these is invariant under all.
std::vector<std::vector<int>> Generators(const kernel::Game& game);

struct Symmetry {
  uint64_t broken = 0;  // how many comparisons failed
  // Index of the first position whose value differs from that of its image, and
  // the symmetry that takes it there.
  uint64_t first_broken = std::numeric_limits<uint64_t>::max();
  std::vector<int> symmetry;
};

// Checks every value of a section, on oneTBB threads.  Calls passed(n), from
// any of them, once n more positions are through.
Symmetry CheckSymmetry(const kernel::Game& game, const Table& table,
                       int section,
                       absl::FunctionRef<void(uint64_t positions)> passed);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SYMMETRY_H_
