// Goals drawn on little boards, for people to check.

#ifndef TEEKO_SOLVER_B_GOAL_DIAGRAM_H_
#define TEEKO_SOLVER_B_GOAL_DIAGRAM_H_

#include <string>

#include "solver_b/board.h"

namespace teeko::solver_b {

// "44 goals" and all of them, as many side by side as 80 columns hold:
//
//     44 goals
//
//     XXXX.   .XXXX   …
//     .....   .....
//     .....   .....
//     .....   .....
//     .....   .....
//
std::string GoalDiagrams(const Board& board);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_GOAL_DIAGRAM_H_
