// The two phases of a game: moves with all pieces placed, and drops before.

#ifndef TEEKO_SOLVER_B_PHASES_H_
#define TEEKO_SOLVER_B_PHASES_H_

#include <cstdint>
#include <optional>

#include "solver_b/exchange.h"
#include "solver_b/level_state.h"
#include "solver_b/parallel_for.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

// Solves the positions with all pieces placed, by retrograde analysis, level by
// level: first what is decided in 0 plies, then in 1, and so on.  Takes a value
// of `value_bytes`, 1 or 2, and a bit for each of two levels a place.  Returns
// the values in this process's places of space.section(2 * pieces); nothing if
// the run has failed, `on_level` asks for other value_bytes, or a game is too
// long for values beside which a counter of 8 · pieces moves has room: for one
// byte and four pieces, more than 220 plies.
std::optional<Values> SolveMovePhase(const Space& space, int value_bytes,
                                     const ParallelFor& parallel_for,
                                     const OnLevel& on_level,
                                     Exchange& exchange);

// Solves the positions with `placed` pieces, at least one fewer than there are.
// `letter` says who picks the square of the mover's drop (S: the mover, A: the
// opponent); `next` are the values of the positions after the drop, in this
// process's places of space.section(placed + 1).  Returns them in its places of
// space.section(placed), in as many bytes; nothing if the run has failed.
std::optional<Values> SolveDrop(const Space& space, int placed, char letter,
                                const Values& next,
                                const ParallelFor& parallel_for,
                                Exchange& exchange);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PHASES_H_
