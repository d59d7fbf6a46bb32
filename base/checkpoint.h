// A saved state from which a run resumes.
//
//     DIRECTORY/solver_b.lock               held while a run uses the directory
//     DIRECTORY/solver_b.record             checksum │ CheckpointRecord
//     DIRECTORY/solver_b.level_17.0.of.2    data of process 0 of 2, and
//     DIRECTORY/solver_b.level_17.1.of.2    process 1, of the series level_17
//
// The solver writes data files, which are made of blocks (blocks.h), and
// flushes them.  The data count once process 0 has written a record that names
// their series.  So a run that dies at any time leaves the data of the last
// record.
//
// All processes may share the directory, or each may have its own.  The lock
// and the record are in the directory of process 0.

#ifndef TEEKO_BASE_CHECKPOINT_H_
#define TEEKO_BASE_CHECKPOINT_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/processes.h"
#include "base/random_access_file.h"
#include "teeko/base/checkpoint.pb.h"

namespace teeko::base {

struct CheckpointOptions {
  std::string directory = "";  // empty: no checkpoint is saved
  bool resume = false;         // resume from the record, if there is one
  absl::Duration interval = absl::Minutes(10);  // between checkpoints
};

// All processes call the methods that return a status together, with the same
// arguments but for the directory and the entry.
class Checkpoint {
 public:
  // Creates the directory, locks it, and reads the record.  `program` begins
  // the names of all files: letters, digits and _.  `input` is all that the
  // data depend on.  `processes` has to outlive this.  FailedPrecondition if
  // another run has the lock, or if there is a record of another input or one
  // that is not to be resumed; DataLoss if the record is damaged.
  static absl::StatusOr<std::unique_ptr<Checkpoint>> Open(
      const CheckpointOptions& options, absl::string_view program,
      absl::string_view input, Processes& processes);

  // False if there is no directory: then all other methods do nothing.
  bool enabled() const { return !options_.directory.empty(); }

  // The record from which to resume; without entries if there is none.
  const CheckpointRecord& record() const { return record_; }
  // Checksum of the program version and the input.
  uint64_t identity() const { return identity_; }

  // The data file of one of `process_count` processes.  `series` has small
  // letters, digits and _.
  std::string DataPath(absl::string_view series, int process,
                       int process_count) const;

  // True if it is time for the next checkpoint, by the clock of process 0.
  absl::StatusOr<bool> IsDue();
  // Writes a record of this series with the entries of all processes, whose
  // data files have to be flushed; then removes the files of other series and
  // of other numbers of processes.
  absl::Status Save(absl::string_view series, absl::string_view entry);
  // Removes all files, and the directory if it is empty then.
  void Remove();

 private:
  Checkpoint(const CheckpointOptions& options, absl::string_view program,
             absl::string_view input, Processes& processes);

  std::string PathOf(absl::string_view name) const;
  absl::Status Lock();
  absl::Status ReadRecord();
  // Removes data files but those of `kept`, "SERIES.of.COUNT", and what a run
  // that died has left of a record.
  void RemoveFilesBut(absl::string_view kept) const;

  const CheckpointOptions options_;
  const std::string program_;
  const uint64_t identity_;
  Processes& processes_;
  std::unique_ptr<RandomAccessFile> lock_;  // on process 0
  CheckpointRecord record_;
  absl::Time saved_ = absl::Now();  // when the last record was written
};

}  // namespace teeko::base

#endif  // TEEKO_BASE_CHECKPOINT_H_
