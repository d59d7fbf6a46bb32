#include "solver_a/subsets.h"

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

Subsets::Subsets(int n, int k) : sizes_(k + 1) {
  for (int square = 0; square < n; ++square) {
    for (int i = 0; i <= k; ++i) below_.push_back(Binomial(square, i));
  }
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
  size_t rank = 0;
  for (size_t i = 1; set != 0; set &= set - 1, ++i) {
    rank += below_[std::countr_zero(set) * sizes_ + i];
  }
  return rank;
}

}  // namespace teeko::solver_a
