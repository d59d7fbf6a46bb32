// Runs tests on every SIMD instruction set (target) that this machine has.

#ifndef TEEKO_SOLVER_A_TARGETS_FOR_TEST_H_
#define TEEKO_SOLVER_A_TARGETS_FOR_TEST_H_

#include <gtest/gtest.h>

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "hwy/targets.h"

namespace teeko::solver_a {

inline void ForEachTarget(absl::FunctionRef<void()> body) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_TARGETS_FOR_TEST_H_
