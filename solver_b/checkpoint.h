// Levels of the move phase that are kept in a folder, for another run to go on
// from.
//
//     FOLDER/checkpoint               which of the following to go on from
//     FOLDER/level_17.rank_0_of_4     what each rank has; each may have a
//     folder FOLDER/level_17.rank_1_of_4     of its own, or all may share one …
//
// A level counts once `checkpoint`, in the folder of rank 0, names it. This is
// written when all ranks have flushed theirs to disk, and only then are those
// of other levels removed.  A rank's file is a head, then for each of its rows
// the cells, the frontier, and a checksum of head, row number and these: any
// number of ranks can go on from it, each reading its own rows alone.

#ifndef TEEKO_SOLVER_B_CHECKPOINT_H_
#define TEEKO_SOLVER_B_CHECKPOINT_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "solver_b/batches.h"
#include "solver_b/ranks.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

struct KeptLevel {
  int plies = 0;  // the level
  uint32_t ranks = 0;
  int value_bytes = 0;
  uint64_t decided = 0;  // positions so far
};

class CheckpointFolder : public Checkpoints {
 public:
  // Makes the folder if there is none.  `game_digest`, 32 bytes, stands for the
  // rules and the version of the program; `section` is that of the move phase.
  // With `resume` the run goes on from the level in the folder, if there is
  // one; without, it is an error if there is.  A level is kept when `interval`
  // has passed since the last one.  All ranks call this, with the same
  // arguments but for the folder; they must outlive what it returns.
  static absl::StatusOr<std::unique_ptr<CheckpointFolder>> Open(
      const std::string& folder, const std::string& game_digest, bool resume,
      std::chrono::seconds interval, const SectionIndex& section,
      Batches& batches);

  // Errors fail the run (Batches::Fail).
  int value_bytes() const override { return resumed_.value_bytes; }
  bool Restore(LevelState& state) override;
  void Offer(const LevelState& state) override;

  // Removes what is in the folder.
  void Remove();

 private:
  CheckpointFolder(std::string folder, std::string game_digest,
                   std::chrono::seconds interval, const SectionIndex& section,
                   Batches& batches)
      : folder_(std::move(folder)),
        game_digest_(std::move(game_digest)),
        interval_(interval),
        section_(section),
        batches_(batches) {}

  std::string Path(const KeptLevel& kept, uint32_t rank) const;
  absl::Status Read(LevelState& state) const;
  absl::Status Write(const KeptLevel& kept, const LevelState& state) const;
  void RemoveLevels(int but_plies);

  const std::string folder_;
  const std::string game_digest_;
  const std::chrono::seconds interval_;
  const SectionIndex& section_;
  Batches& batches_;
  KeptLevel resumed_;  // without ranks: nothing to go on from
  std::chrono::steady_clock::time_point last_ =
      std::chrono::steady_clock::now();
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_CHECKPOINT_H_
