// Solves the two phases of a game: moves with all pieces placed, and drops.

#ifndef TEEKO_SOLVER_B_PHASES_H_
#define TEEKO_SOLVER_B_PHASES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "solver_b/exchange.h"
#include "solver_b/level_state.h"
#include "solver_b/parallel_for.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

// Solves the positions with all pieces placed by retrograde analysis, level by
// level.  `value_bytes` is 1 or 2.  A place needs value_bytes bytes and two
// bits of memory (with scoring, one bit).  Returns, for each of space.sides(),
// the values in this process's places of space.section(2 * pieces, side).
// Returns nullopt if the run has failed, if
// `on_level` sets other value_bytes, or if a distance is too large for
// value_bytes.  The values share the numbers of value_bytes bytes with counters
// of up to 8 · pieces moves.  With one byte and four pieces, distances of up to
// 220 plies have room.
std::optional<std::vector<Values>> SolveMovePhase(
    const Space& space, int value_bytes, const ParallelFor& parallel_for,
    const OnLevel& on_level, Exchange& exchange);

// Solves the positions with `placed` pieces, fewer than all.  `letter` says who
// chooses the square of the mover's drop (S: the mover, A: the opponent).
// `next` has the values after the drop, in this process's places of
// space.section(placed + 1, space.Other(mover)).  Returns the values in this
// process's places of space.section(placed, mover), or nullopt if the run has
// failed.  The returned values have as many bytes as those of `next`.
std::optional<Values> SolveDrop(const Space& space, int placed, char letter,
                                Side mover, const Values& next,
                                const ParallelFor& parallel_for,
                                Exchange& exchange);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PHASES_H_
