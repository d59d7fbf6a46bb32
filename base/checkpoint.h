// A saved state from which a run resumes.
//
//     DIRECTORY/solver_b.lock               held while a run uses the directory
//     DIRECTORY/solver_b.record             checksum │ CheckpointRecord
//     DIRECTORY/solver_b.level_17.0.of.2    data file of process 0 of 2
//     DIRECTORY/solver_b.level_17.1.of.2    data file of process 1 of 2
//
// A series is the data files that all processes save together, one file for
// each process; level_17 is the name of a series.  The solver writes the data
// files, which consist of blocks (blocks.h), and flushes them.  Then process 0
// writes a record that names the series.  From then on the data files are
// valid.  If a run dies at any time, the data files of the last record still
// exist.
//
// The processes may share one directory, or each may have its own.  The lock
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
  std::string directory = "";  // empty: checkpoints are disabled
  bool resume = false;         // resume from the record, if there is one
  absl::Duration interval = absl::Minutes(10);  // between checkpoints
};

// If one process calls a method that returns a status, all must call it, in the
// same order and with the same arguments.  Only the directory and the entry may
// differ.
class Checkpoint {
 public:
  // Creates the directory, locks it, and reads the record.  The names of all
  // files begin with `program`, which has letters, digits and _. `input` is a
  // text that contains everything that the data depend on.  `processes` must
  // outlive the checkpoint.  FailedPrecondition if another run has the lock, if
  // the record is of another input or program version, or if there is a record
  // but options.resume is false.  DataLoss if the record is damaged.
  static absl::StatusOr<std::unique_ptr<Checkpoint>> Open(
      const CheckpointOptions& options, absl::string_view program,
      absl::string_view input, Processes& processes);

  // True if options.directory is not empty.  If false, all other methods do
  // nothing.
  bool enabled() const { return !options_.directory.empty(); }

  // Returns the record from which to resume; it has no entries if there is no
  // checkpoint.
  const CheckpointRecord& record() const { return record_; }
  // Returns the checksum of the program version and the input.
  uint64_t identity() const { return identity_; }

  // Returns the path of the data file of one of `process_count` processes.
  // `series` has lower-case letters, digits and _.
  std::string DataPath(absl::string_view series, int process,
                       int process_count) const;

  // True if the interval since the last checkpoint has passed, by the clock of
  // process 0.
  absl::StatusOr<bool> IsDue();
  // Writes a record of this series with the entries of all processes.  An entry
  // describes the data file of its process, in any form.  The caller must flush
  // the data files first.  Save then removes all other data files: those of
  // other series, and those that another number of processes wrote.
  absl::Status Save(absl::string_view series, absl::string_view entry);
  // Removes all files, and the directory if it is empty afterwards.
  void Remove();

 private:
  Checkpoint(const CheckpointOptions& options, absl::string_view program,
             absl::string_view input, Processes& processes);

  std::string PathOf(absl::string_view name) const;
  absl::Status Lock();
  absl::Status ReadRecord();
  // Removes all data files except those that `kept` names by series and number
  // of processes, such as "level_17.of.2".  Also removes incomplete records
  // that a run left when it died.
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
