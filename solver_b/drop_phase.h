// Values of positions with drops to come.

#ifndef TEEKO_SOLVER_B_DROP_PHASE_H_
#define TEEKO_SOLVER_B_DROP_PHASE_H_

#include <vector>

#include "solver_b/space.h"
#include "solver_b/value.h"

namespace teeko::solver_b {

// Solves, on oneTBB threads, the positions with `placed` pieces, at least one
// fewer than there are.  `letter` says who picks the square of the mover's drop
// (S: the mover, A: the opponent); `next` are the values of the positions after
// the drop, in the places of space.section(placed + 1).  Returns them in
// the places of space.section(placed).
std::vector<Value> SolveDrop(const Space& space, int placed, char letter,
                             const std::vector<Value>& next);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_DROP_PHASE_H_
