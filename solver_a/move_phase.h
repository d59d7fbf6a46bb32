// Solver A's move phase: decides whole rows of positions at a time.
//
// A move changes the mover's set only.  So positions are the bits of a matrix
// with a row for every mover set M and a column for every opponent set O.  A
// level is computed by a few operations on lines of 512 columns:
//
//   won in n:   won[M]  = OR  over moves M→M′ of  Lᵀ[M′]
//   lost in n:  lost[M] = AND over moves M→M′ of (Wᵀ[M′] | overlap[M′])
//
// L and W have the positions lost and won in fewer plies.  Both results are
// restricted to open positions: legal (no overlap, and the mover has no goal)
// and not yet decided.  Row M′ of
// a transposed matrix has the positions after the mover's move to M′, in which
// O moves next.  A move onto a piece of O is illegal and leads to a pair of
// sets that overlap.  Such a pair is never in L, so it does not make a position
// won. The AND counts it as won, so that it does not prevent a loss.
//
// Most levels change few lines.  So a level starts from the lines of Lᵀ or Wᵀ
// that the previous level changed.  Each line of a row M′ is added to all rows
// M with a move M→M′.  In a level of wins, the result is the OR.  In a level of
// losses, the result is the few positions that may be lost, and only these need
// the AND. After a level with many new wins, the AND is computed for all lines.
//
// A threshold game has the same levels, with holdings instead of sets: the wins
// are those of the attacker, the losses those of the defender.  The matrix with
// the attacker's holdings as rows and the one with the defender's holdings as
// rows are two objects.  In the ordinary game they are the same object.

#ifndef TEEKO_SOLVER_A_MOVE_PHASE_H_
#define TEEKO_SOLVER_A_MOVE_PHASE_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/threshold_game.h"

namespace teeko::solver_a {

// Called after each level with its distance and its number of positions.
using LevelCallback = absl::FunctionRef<void(int plies, uint64_t decided)>;

// Writes the placements with distance n to level n of `spill`, for each n up to
// the largest distance.  `spill` may have the first levels already.  No level
// has a pair of sets that overlap or a position whose mover has a goal.  All
// processes call it together.  Uses oneTBB threads.  The result does not depend
// on the number of threads or processes.
absl::Status SolveMovePhase(const Game& game, DistributedSpill& spill,
                            LevelCallback on_level);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_MOVE_PHASE_H_
