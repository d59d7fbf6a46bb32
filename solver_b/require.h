// Checks invariants in every build.

#ifndef TEEKO_SOLVER_B_REQUIRE_H_
#define TEEKO_SOLVER_B_REQUIRE_H_

#include <cstdio>
#include <cstdlib>

namespace teeko::solver_b {

// Prints `invariant` and aborts the program unless `holds`.
inline void Require(bool holds, const char* invariant) {
  if (holds) return;
  std::fprintf(stderr, "solver_b: internal error: expected: %s\n", invariant);
  std::abort();
}

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_REQUIRE_H_
