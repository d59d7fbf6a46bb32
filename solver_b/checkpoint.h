// Levels of the move phase that are kept in a folder, for another run to go on
// from.
//
//     FOLDER/checkpoint                          which of the following to go
//                                                on from (checkpoint.proto)
//     FOLDER/checkpoint.level_17.rank_0_of_4     what each rank has; each may
//     FOLDER/checkpoint.level_17.rank_1_of_4     have a folder of its own, or
//     …                                          all may share one
//
// A level counts once `checkpoint`, in the folder of rank 0, names it. This is
// written when all ranks have flushed theirs to disk, and only then are those
// of other levels removed.  A rank's file has for each of its rows the cells,
// the frontier, and a checksum of the checksum in `checkpoint`, the rank, the
// row and these: any number of ranks can go on from it, each reading its own
// rows alone, and no other level's, game's or rank's rows are taken for them.

#ifndef TEEKO_SOLVER_B_CHECKPOINT_H_
#define TEEKO_SOLVER_B_CHECKPOINT_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "solver_b/batches.h"
#include "solver_b/ranks.h"
#include "teeko/solver_b/checkpoint.pb.h"

namespace teeko::solver_b {

class CheckpointFolder {
 public:
  // `game` stands for the rules and the version of the program.  A level is
  // kept when `interval` has passed since the last one; none if there is no
  // name of a folder.  All ranks do the same
  // with theirs, with the same arguments but for the folder; `batches` must
  // outlive this.
  CheckpointFolder(std::string folder, uint64_t game,
                   std::chrono::seconds interval, Batches& batches)
      : folder_(std::move(folder)),
        game_(game),
        interval_(interval),
        batches_(batches) {}

  // To be called first.  Makes the folder if there is none.  With `resume` the
  // run goes on from the level in the folder, if there is one; without, it is
  // an error if there is.
  absl::Status Open(bool resume);

  // An OnLevel.  Errors fail the run (Batches::Fail).
  void RestoreOrKeep(LevelState& state);

  // Removes what is in the folder.
  void Remove();

 private:
  std::string Path(const Checkpoint& kept, uint32_t rank) const;
  void Keep(const LevelState& state);
  absl::Status Read(const LevelState& state) const;
  absl::Status Write(const Checkpoint& kept, const LevelState& state) const;
  void RemoveLevels(const std::string& but);

  const std::string folder_;
  const uint64_t game_;
  const std::chrono::seconds interval_;
  Batches& batches_;
  Checkpoint resumed_;  // empty: nothing to go on from
  std::chrono::steady_clock::time_point last_ =
      std::chrono::steady_clock::now();
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_CHECKPOINT_H_
