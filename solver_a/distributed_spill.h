// The spills of all processes, and what goes between them.
//
// What a process decides in one of its panels p is row p of tiles when it is
// transposed.  Each process keeps the columns of tiles that it owns, of all
// rows (README.md has a picture).  So all that the next level reads is at hand,
// and so are all levels of one column, the values of 512 movers.
//
// A run resumes from the levels of a checkpoint: a level, once decided, stays
// as it is, and a spill only grows.  So the spills are the data files, and the
// record says how far each counts.  If the checkpoint has as many processes,
// each goes on with its file; if not, each copies its columns:
//
//     of process 0 of 2   0 2 4 ──┬──▸  0 3    of process 0 of 3
//     of process 1 of 2   1 3 5 ──┼──▸  1 4    of process 1 of 3
//                                 └──▸  2 5    of process 2 of 3

#ifndef TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_
#define TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_

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
  // Of one process: on a temporary file beside `path` (spill.h), or on a data
  // file of the checkpoint if that is enabled.  All processes call it together.
  static absl::StatusOr<std::unique_ptr<DistributedSpill>> Create(
      const std::string& path, size_t panels, base::Processes& processes,
      base::Checkpoint* checkpoint = nullptr);

  size_t panels() const { return panels_; }
  int levels() const { return own_->levels(); }
  Partition partition() const { return PartitionOf(processes_); }

  // Begins the next level, the first time level 0.
  void StartLevel();
  // Forgets the level that was begun last.
  void DropLevel() { own_->DropLevel(); }

  // Keeps and sends the tiles of a row q, [rank]: those that it owns, in order.
  // Once for each panel q of this process.  Thread-safe.
  absl::Status Write(const std::vector<TileRow>& rows);

  // Ends the level in which this process has decided that many positions, when
  // all processes have; returns how many all have decided.
  absl::StatusOr<uint64_t> EndLevel(uint64_t decided) {
    return processes_.EndRound(decided);
  }

  // For all processes together, between levels: saves a checkpoint, if it is
  // due.
  absl::Status SaveIfDue();

  // The panels of this process, of all levels.
  const Spill& own() const { return *own_; }

 private:
  DistributedSpill(size_t panels, base::Processes& processes,
                   base::Checkpoint* checkpoint)
      : panels_(panels), processes_(processes), checkpoint_(checkpoint) {}

  // Opens the file of this process, with the levels of the checkpoint.
  absl::Status Resume();

  const size_t panels_;
  base::Processes& processes_;
  base::Checkpoint* const checkpoint_;
  std::unique_ptr<Spill> own_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_
