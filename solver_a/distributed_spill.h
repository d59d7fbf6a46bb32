// The spills of all ranks, and what goes between them.
//
// What a rank decides in one of its panels p is row p of tiles when it is
// transposed.  Each rank keeps the columns of tiles that it owns, of all rows
// (README.md has a picture).  So all that the next level reads is at hand, and
// so are all levels of one column, the values of 512 movers.
//
// A run goes on from the levels that another has kept.  If that had as many
// ranks, each goes on with its file; if not, each copies its columns:
//
//     of rank 0 of 2   0 2 4 ──┬──▸  0 3    of rank 0 of 3
//     of rank 1 of 2   1 3 5 ──┼──▸  1 4    of rank 1 of 3
//                              └──▸  2 5    of rank 2 of 3

#ifndef TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_
#define TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/checkpoint.h"
#include "solver_a/file.h"
#include "solver_a/ranks.h"
#include "solver_a/spill.h"

namespace teeko::solver_a {

class DistributedSpill {
 public:
  // Of one rank, on a temporary file beside `path` (spill.h), or in the folder
  // of the checkpoint.  All ranks call it together.
  static absl::StatusOr<std::unique_ptr<DistributedSpill>> Create(
      const std::string& path, size_t panels, Ranks& ranks,
      const Checkpoint& checkpoint = {});

  size_t panels() const { return panels_; }
  int levels() const { return own_->levels(); }
  Share share() const { return ranks_.share(); }

  // Begins the next level, the first time level 0.
  void StartLevel();
  // Forgets the level that was begun last.
  void DropLevel() { own_->DropLevel(); }

  // Keeps and sends the tiles of a row q, [rank]: those that it owns, in order.
  // Once for each panel q of this rank.  Thread-safe.
  absl::Status Write(const std::vector<TileRow>& rows);

  // Ends the level in which this rank has decided that many positions, when all
  // ranks have; returns how many all have decided.
  absl::StatusOr<uint64_t> EndLevel(uint64_t decided);

  // For all ranks together, between levels: keeps them, if it is time.
  absl::Status KeepIfDue();

  // The panels of this rank, of all levels.
  const Spill& own() const { return *own_; }

 private:
  DistributedSpill(size_t panels, Ranks& ranks, const Checkpoint& checkpoint)
      : panels_(panels), checkpoint_(checkpoint), ranks_(ranks) {}

  // Opens the file of this rank, with the levels that were kept.
  absl::Status OpenKept();

  const size_t panels_;
  const Checkpoint checkpoint_;
  std::unique_ptr<File> lock_;  // of its folder, on rank 0
  absl::Time kept_;             // when the record was written last
  Ranks& ranks_;
  std::unique_ptr<Spill> own_;
  std::optional<Round> level_;  // the one under way
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_DISTRIBUTED_SPILL_H_
