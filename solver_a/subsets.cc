#include "solver_a/subsets.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "absl/numeric/int128.h"

namespace teeko::solver_a {

uint64_t Binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  // After each step `result` is C(n - k + i, i).
  absl::uint128 result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  return result > kMost ? kMost : static_cast<uint64_t>(result);
}

Subsets::Subsets(int n, int k) {
  const uint64_t count = Binomial(n, k);
  sets_.reserve(count);
  Set set = k == 0 ? 0 : ~Set{0} >> (64 - k);
  while (true) {
    sets_.push_back(set);
    if (sets_.size() == count) break;
    // The next number with the same number of bits: the top bit of the lowest
    // run of ones moves up by one, and the rest of the run moves to the bottom.
    // (Two shifts, because one shift by 64 is undefined.)
    const Set carried = set + (set & -set);
    set = carried | ((set ^ carried) >> std::countr_zero(set) >> 2);
  }
}

size_t Subsets::Rank(Set set) const {
  return std::ranges::lower_bound(sets_, set) - sets_.begin();
}

}  // namespace teeko::solver_a
