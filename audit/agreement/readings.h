// The three readings of the same rules: solver A's, solver B's and the
// kernel's.

#ifndef TEEKO_AUDIT_AGREEMENT_READINGS_H_
#define TEEKO_AUDIT_AGREEMENT_READINGS_H_

#include "proto/rules.pb.h"
#include "solver_a/board.h"
#include "solver_b/board.h"
#include "solver_b/native.h"
#include "verify/kernel.h"
#include "verify/rules.h"

namespace teeko::audit {

struct Readings {
  // `rules` have passed ValidateRules.
  explicit Readings(const Rules& rules)
      : a(rules), b(solver_b::MakeGame(rules)), kernel(verify::GameOf(rules)) {}

  solver_a::Board a;
  solver_b::Board b;
  kernel::Game kernel;
};

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_AGREEMENT_READINGS_H_
