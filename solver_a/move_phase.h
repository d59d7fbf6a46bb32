// Solver A's move phase: decides whole rows of positions at a time.
//
// A move changes the mover's set only.  So positions are the bits of a matrix
// with a row for every mover set M and a column for every opponent set O.  A
// level is a few operations on lines of 512 columns:
//
//   won in n:   W[M] = OR  over moves M→M′ of  Lᵀ[M′]
//   lost in n:  L[M] = AND over moves M→M′ of (Wᵀ[M′] | overlap[M′])
//
// Both are restricted to open positions: legal and not yet decided.  Row M′ of
// a transposed matrix has the positions after the mover's move to M′, in which
// O moves next.  A move onto a piece of O leads to a pair of sets that overlap.
// Such a pair is never lost and counts as won, so that it decides nothing.
//
// Most levels change few lines.  So a level starts from the lines of Lᵀ or Wᵀ
// that the last level changed, and adds each line to all rows M with a move
// M→M′.  For wins, this is the OR.  For losses, it gives the few positions that
// may be lost; most of these need only some terms of the AND.  While most lines
// of Wᵀ change, losses use the AND alone.

#ifndef TEEKO_SOLVER_A_MOVE_PHASE_H_
#define TEEKO_SOLVER_A_MOVE_PHASE_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {

// Called after each level with its distance and its number of positions.
using LevelCallback = absl::FunctionRef<void(int plies, uint64_t decided)>;

// Writes the placements with distance n to level n of `spill`, for each n up to
// the largest distance.  `spill` may have the first levels already.  No level
// has pairs of sets that overlap or positions whose mover has a goal.  `sets`
// has all sets of board.pieces() squares.  All processes call it together. Uses
// oneTBB threads.  The result does not depend on the number of threads or
// processes.
absl::Status SolveMovePhase(const Board& board, const Subsets& sets,
                            DistributedSpill& spill, LevelCallback on_level);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_MOVE_PHASE_H_
