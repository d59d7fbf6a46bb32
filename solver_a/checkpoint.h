// What a run keeps in a folder, so that another can go on from it.
//
// A level, once decided, stays as it is, and a spill only grows.  So the spills
// are kept, under names, and how far they go; what is open and what is won
// follows from the levels in them.
//
//     FOLDER/solver_a.R.of.N   the spill of rank R, on its machine
//     FOLDER/solver_a.record   checksum │ what is solved │ each spill's extent
//     FOLDER/solver_a.lock     the two last are rank 0's

#ifndef TEEKO_SOLVER_A_CHECKPOINT_H_
#define TEEKO_SOLVER_A_CHECKPOINT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "solver_a/file.h"
#include "solver_a/spill.h"

namespace teeko::solver_a {

struct Checkpoint {
  std::string folder = "";  // none: nothing is kept
  bool resume = false;      // go on from what is there, if there is something
  absl::Duration interval = absl::Minutes(10);
  uint64_t identity = 0;  // of the rules, and of the version of the program

  std::string SpillPath(const Share& share) const;

  // Makes the folder.
  absl::Status MakeFolder() const;
  // Keeps other runs out while there is the file that it returns;
  // FailedPrecondition if one is in.
  absl::StatusOr<std::unique_ptr<File>> Lock() const;

  // Replaces the record by one of spills that go that far, [rank].
  absl::Status Write(const std::vector<Spill::Extent>& extents) const;

  // What the record says; none if there is no record.  DataLoss if it is not as
  // it was written, FailedPrecondition if it is of something else, or not to be
  // resumed.
  absl::StatusOr<std::vector<Spill::Extent>> Read() const;

  // Removes spills but those of that many ranks, and what a death has left of
  // records.
  void RemoveOthers(size_t ranks) const;
  // Removes all of these, and the folder if nothing else is in it.
  void Remove() const;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_CHECKPOINT_H_
