// All sets of k squares out of n, in the order of docs/formats.md.

#ifndef TEEKO_SOLVER_A_SUBSETS_H_
#define TEEKO_SOLVER_A_SUBSETS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver_a/board.h"

namespace teeko::solver_a {

// Returns C(n, k) for 0 ≤ n ≤ 64, or UINT64_MAX if it does not fit.
uint64_t Binomial(int n, int k);

class Subsets {
 public:
  // Requires 0 ≤ k ≤ n ≤ 64.
  Subsets(int n, int k);

  size_t size() const { return sets_.size(); }
  // Returns the set of this rank.  A set with a larger rank is a larger number.
  Set operator[](size_t rank) const { return sets_[rank]; }
  // Returns the rank of `set`, which must be one of these sets.
  size_t Rank(Set set) const;

 private:
  std::vector<Set> sets_;
  const size_t sizes_;  // k + 1
  // below_[sizes_ * square + i] is the number of sets of i squares below a
  // square.
  std::vector<size_t> below_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SUBSETS_H_
