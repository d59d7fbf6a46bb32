// Retrograde analysis of the positions with all pieces placed.

#ifndef TEEKO_SOLVER_B_MOVE_PHASE_H_
#define TEEKO_SOLVER_B_MOVE_PHASE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "solver_b/space.h"
#include "solver_b/value.h"
#include "stage/stage.h"

namespace teeko::solver_b {

// The value, a counter, and a bit for each of two levels.
inline constexpr double kMovePhaseBytes = sizeof(Value) + 1.25;

struct MovePhaseValues {
  // In the places of space.section(2 * pieces).
  std::vector<Value> values;
  // Of the longest decided game, in plies; 0 if none is decided.
  int longest = 0;
};

// Solves them on oneTBB threads, level by level: first what is decided in 0
// plies, then in 1, and so on.  Takes kMovePhaseBytes a place.  Updates
// the phase of `progress` with the positions decided so far.  OutOfRange if a
// game is longer than kMaxPlies − 2 · pieces plies.
absl::StatusOr<MovePhaseValues> SolveMovePhase(const Space& space,
                                               Progress& progress);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_MOVE_PHASE_H_
