// Saves levels of the move phase as checkpoints (base/checkpoint.h).
//
// The data file of a process has a block for each of its rows:
//
//     checksum │ cells │ frontier │ checksum │ cells │ frontier │ …
//
// The seed of a checksum depends on the input, the level, the row and the
// process that wrote it.  So a block of another game, level, row or process is
// invalid.  Any number of processes can resume: the record has the number of
// processes that wrote the files, from which each process finds the blocks of
// its rows.

#ifndef TEEKO_SOLVER_B_LEVEL_CHECKPOINT_H_
#define TEEKO_SOLVER_B_LEVEL_CHECKPOINT_H_

#include "absl/status/status.h"
#include "base/checkpoint.h"
#include "solver_b/exchange.h"
#include "solver_b/level_state.h"

namespace teeko::solver_b {

// Saves and restores levels; call it from an OnLevel.  Before the first level,
// sets `state` to the saved level, if there is one.  After a level, saves a
// checkpoint if it is due.  All processes call it together.
absl::Status RestoreOrSave(base::Checkpoint& checkpoint,
                           const Partition& partition, LevelState& state);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_LEVEL_CHECKPOINT_H_
