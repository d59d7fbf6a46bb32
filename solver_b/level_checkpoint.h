// Levels of the move phase as checkpoints (base/checkpoint.h).
//
// The data file of a process has a block for each of its rows:
//
//     checksum │ cells │ frontier │ checksum │ cells │ frontier │ …
//
// The seed of a checksum has the input, the level, the process and the row.  So
// no row of another level, game or process counts.  Any number of processes can
// resume from the files: each reads the blocks of its own rows.

#ifndef TEEKO_SOLVER_B_LEVEL_CHECKPOINT_H_
#define TEEKO_SOLVER_B_LEVEL_CHECKPOINT_H_

#include "absl/status/status.h"
#include "base/checkpoint.h"
#include "solver_b/exchange.h"
#include "solver_b/level_state.h"

namespace teeko::solver_b {

// To be called as an OnLevel by all processes together.  Before the first level
// it sets the state to the saved level, if there is one; after a level it saves
// a checkpoint, if it is due.
absl::Status RestoreOrSave(base::Checkpoint& checkpoint,
                           const Partition& partition, LevelState& state);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_LEVEL_CHECKPOINT_H_
