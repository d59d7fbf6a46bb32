// All sets of k squares out of n, in the interchange order (docs/formats.md).

#ifndef TEEKO_SOLVER_A_SUBSETS_H_
#define TEEKO_SOLVER_A_SUBSETS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver_a/board.h"

namespace teeko::solver_a {

// C(n, k) for 0 ≤ n ≤ 64; UINT64_MAX stands for anything larger.
uint64_t Binomial(int n, int k);

class Subsets {
 public:
  // 0 ≤ k ≤ n ≤ 64.
  Subsets(int n, int k);

  // How many there are.
  size_t size() const { return sets_.size(); }
  // The set of that rank; sets ascend as numbers.
  Set operator[](size_t rank) const { return sets_[rank]; }
  // The inverse.
  size_t Rank(Set set) const;

 private:
  std::vector<Set> sets_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SUBSETS_H_
