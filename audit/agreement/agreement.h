// Compares the three implementations of the rules, which were written
// independently.

#ifndef TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_
#define TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_

#include <string>

#include "kernel/kernel.h"
#include "kernel/rules.h"
#include "solver_a/board.h"
#include "solver_b/board.h"
#include "solver_b/native.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::audit {

// The boards of solver A, solver B and the kernel for the same rules.
struct Implementations {
  // Requires that `rules` passed ValidateRules.
  explicit Implementations(const Rules& rules)
      : a(rules), b(solver_b::MakeGame(rules)), kernel(kernel::GameOf(rules)) {}

  solver_a::Board a;
  solver_b::Board b;
  kernel::Game kernel;
};

// Compares goals, neighbours and symmetries.  Returns the differences ("goals:
// …", then a line for each implementation), or "" if all agree.
std::string BoardDisagreement(const Implementations& boards);

// Compares the results for a position with any number of pieces placed: goals;
// drops, or with all pieces placed successors and predecessors; symmetry; and
// the ranks of sets.  Returns the differences, or "" if all agree.  Requires
// that neither side has more pieces than the rules allow.
std::string PositionDisagreement(const Implementations& boards,
                                 kernel::Position position);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_
