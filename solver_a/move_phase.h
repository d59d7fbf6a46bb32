// Solver A's move phase: whole rows of positions at a time.
//
// While a side moves, the other side's set stands still.  So positions are the
// bits of a matrix with a row for every mover set M and a column for every
// opponent set O, and a level is a few operations on lines of 512 columns:
//
//   won in n:   W[M] = OR  over moves M→M′ of  Lᵀ[M′]
//   lost in n:  L[M] = AND over moves M→M′ of (Wᵀ[M′] | overlap[M′])
//
// each restricted to what is still open.  Row M′ of a transposed matrix holds
// the positions that arise when the mover has moved to M′: there the mover is
// O.  A move onto a piece of O leads to a pair that overlaps, which is never
// lost and counts as won, so that it decides nothing.
//
// Most lines do not change in most levels.  So a level begins with those of Lᵀ
// or Wᵀ that the level before has changed and adds them to all rows M with a
// move M→M′.  For wins that is the OR; for losses it leaves few positions, and
// few of them need more than some terms of the AND.  While most lines of Wᵀ
// change, losses are the AND alone.

#ifndef TEEKO_SOLVER_A_MOVE_PHASE_H_
#define TEEKO_SOLVER_A_MOVE_PHASE_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {

// Called after each level with its number of plies and of positions.
using LevelCallback = absl::FunctionRef<void(int plies, uint64_t decided)>;

// Writes the placements with all pieces placed that are decided in n plies to
// level n of `spill`, which may have the first levels already; pairs that
// overlap and those whose mover has a goal are in none.  Leaves a level for
// each number of plies up to the largest.  `sets` are all sets of
// board.pieces() squares.  All processes call it together.  Works on oneTBB
// threads; the result does not depend on their number, nor on that of the
// processes.
absl::Status SolveMovePhase(const Board& board, const Subsets& sets,
                            DistributedSpill& spill, LevelCallback on_level);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_MOVE_PHASE_H_
