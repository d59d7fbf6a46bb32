// What must hold among the three readings of the rules, which were written
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

// Solver A's, solver B's and the kernel's reading of the same rules.
struct Readings {
  // `rules` have passed ValidateRules.
  explicit Readings(const Rules& rules)
      : a(rules), b(solver_b::MakeGame(rules)), kernel(kernel::GameOf(rules)) {}

  solver_a::Board a;
  solver_b::Board b;
  kernel::Game kernel;
};

// Compares goals, neighbours and symmetries.  Returns what differs and what
// each reading says of it ("goals: …"); empty if all agree.
std::string BoardDisagreement(const Readings& readings);

// The same for a position with any number of pieces placed: goals, moves
// forward and backward or drops, symmetry, and the ranks of sets.  Neither side
// may have more pieces than the rules give it.
std::string PositionDisagreement(const Readings& readings,
                                 kernel::Position position);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_
