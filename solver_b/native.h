// Converts Rules messages to the games of the core.

#ifndef TEEKO_SOLVER_B_NATIVE_H_
#define TEEKO_SOLVER_B_NATIVE_H_

#include "solver_b/game.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

// Returns the game of `rules`, which must have passed ValidateRules.
Game MakeGame(const Rules& rules);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_NATIVE_H_
