// Invariants, checked in every build.

#ifndef TEEKO_SOLVER_B_REQUIRE_H_
#define TEEKO_SOLVER_B_REQUIRE_H_

#include <cstdio>
#include <cstdlib>

namespace teeko::solver_b {

// Ends the program, saying what was wrong, unless `holds`.
inline void Require(bool holds, const char* invariant) {
  if (holds) return;
  std::fprintf(stderr, "solver_b: this does not hold: %s\n", invariant);
  std::abort();
}

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_REQUIRE_H_
