// The spills of all processes, and the messages between them.
//
// A process decides the positions in its panel q.  The transpose of the panel
// is row q of the matrix of tiles.  The process sends each tile of this row to
// the process that owns the tile's panel (README.md has a picture).  So each
// process has the tiles of its panels in all levels, and needs no others for
// the next level.
//
// A run can resume from a checkpoint, because levels do not change and a spill
// only grows.  The spills are the data files of the checkpoint; the record has
// the valid length of each file.  With the same number of processes, each
// process continues its own file.  Otherwise each process copies the tiles of
// its panels:
//
//     of process 0 of 2   0 2 4 ──┬──▸  0 3    of process 0 of 3
//     of process 1 of 2   1 3 5 ──┼──▸  1 4    of process 1 of 3
//                                 └──▸  2 5    of process 2 of 3
//
// Games that are solved one after the other share the data files.  Each game
// appends its levels to those of the games before it:
//
//     │ levels of threshold 1 │ levels of threshold 2 │ …

#ifndef TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_
#define TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/checkpoint.h"
#include "base/processes.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/exchange.h"
#include "solver_a/spill.h"

namespace teeko::solver_a {

class DistributedSpill {
 public:
  // Creates the spill of this process in a data file of the checkpoint or, if
  // `checkpoint` is null or not enabled, in a temporary file in the directory
  // of `path` (spill.h).  panels[side] is the number of panels of that side's
  // holdings.  `finished` has the extents of the games before this one.  All
  // processes call it together.
  static absl::StatusOr<std::unique_ptr<DistributedSpill>> Create(
      const std::string& path, const std::array<size_t, 2>& panels,
      base::Processes& processes, base::Checkpoint* checkpoint = nullptr,
      const std::vector<Spill::Extent>& finished = {});

  // True if the checkpoint has all levels of this game.
  bool is_complete() const { return is_complete_; }
  int levels() const { return own_->levels(); }
  Partition partition() const { return PartitionOf(processes_); }

  // Starts the next level.  The first call starts level 0.
  void StartLevel();
  // Removes the last level.
  void RemoveLevel() { own_->RemoveLevel(); }

  // Sends row q of tiles, the transpose of panel q, to the processes that own
  // the tiles' panels.  rows[i] has the tiles of the row that process i owns,
  // in order.  Call it once for each panel q of this process.  Thread-safe.
  absl::Status Write(const std::vector<TileRow>& rows);

  // Ends the level.  `decided` is the number of positions that this process
  // decided.  Waits for all processes and returns the sum of their numbers.
  absl::StatusOr<uint64_t> EndLevel(uint64_t decided) {
    return processes_.EndRound(decided);
  }

  // Saves a checkpoint if it is due.  All processes call it together, between
  // levels.
  absl::Status SaveIfDue();

  // Returns the spill of this process.
  const Spill& own() const { return *own_; }

 private:
  DistributedSpill(const std::array<size_t, 2>& panels,
                   base::Processes& processes, base::Checkpoint* checkpoint,
                   const std::vector<Spill::Extent>& finished)
      : panels_(panels),
        processes_(processes),
        checkpoint_(checkpoint),
        finished_(finished) {}

  // Opens the file of this process and reads the levels of the checkpoint.
  absl::Status Resume();

  const std::array<size_t, 2> panels_;
  base::Processes& processes_;
  base::Checkpoint* const checkpoint_;
  const std::vector<Spill::Extent> finished_;
  bool is_complete_ = false;
  std::unique_ptr<Spill> own_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_
