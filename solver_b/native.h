// What native programs add to the core: Rules messages and oneTBB's threads.

#ifndef TEEKO_SOLVER_B_NATIVE_H_
#define TEEKO_SOLVER_B_NATIVE_H_

#include <cstdint>
#include <functional>

#include "solver_b/game.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

// `rules` have passed ValidateRules.
Game MakeGame(const Rules& rules);

// A ParallelFor on as many threads as oneTBB may use.
void OnThreads(uint64_t count, const std::function<void(uint64_t i)>& work);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_NATIVE_H_
