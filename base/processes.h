// Several processes that solve or verify one game together.
//
// All processes go through the same rounds.  In a round each process sends
// messages to the others.  It then ends the round with a number (EndRound).
// All processes receive the sum of these numbers.  Gather is a round without
// messages, in which all processes receive a list with a text of each:
//
//     process 0   BeginRound ── Send(1) ── Send(1) ── EndRound ──▸ sum
//                                   ╲          ╲         ╲ ╱
//     process 1   BeginRound ───── deliver ─── deliver ── EndRound ──▸ sum
//
// A message is a frame: a header and the bytes.  Frames from one process to
// another arrive complete and in order (transport.h).
//
// The first error ends the run.  The process that finds the error sends it to
// process 0, which prints it and ends all processes.

#ifndef TEEKO_BASE_PROCESSES_H_
#define TEEKO_BASE_PROCESSES_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/transport.h"

namespace teeko::base {

struct ProcessesOptions {
  // Send waits while more unsent bytes than this are queued.
  uint64_t max_unsent_bytes = 16'000'000;
};

// This process, and its connection to the others.  Several threads may call
// Send at the same time.  Call the other methods from one thread only, and only
// while no other thread is in Send.
class Processes {
 public:
  // Creates a process that runs alone.
  Processes() : Processes(std::make_unique<Transport>()) {}
  explicit Processes(std::unique_ptr<Transport> transport,
                     const ProcessesOptions& options = {});

  int process() const { return transport_->process; }
  int process_count() const { return transport_->process_count; }
  // All processes on this machine, including this one.
  const std::vector<int>& local_processes() const {
    return transport_->local_processes;
  }
  // The methods from here to Shutdown return the errors of other processes and
  // of `deliver`, and Internal if another process is in another round.  After
  // an error, they send no more frames and return the same error.

  // A function that handles a message of the round.
  using Deliver = std::function<absl::Status(int from, uint64_t argument,
                                             absl::Span<const uint8_t> bytes)>;

  // Begins a round; error messages contain `name`.  `deliver` is called for
  // each message of another process, one call at a time, from threads that are
  // in Send or EndRound.
  void BeginRound(std::string name, Deliver deliver);

  // Sends a message of the round.  Thread-safe.  If `to` is this process, the
  // calling thread calls `deliver` at once, even if another thread is in
  // `deliver` at the same time.
  absl::Status Send(int to, uint64_t argument, absl::Span<const uint8_t> bytes);

  // Returns the sum of the summands of all processes, after all processes have
  // ended the round and all messages are delivered.
  absl::StatusOr<uint64_t> EndRound(uint64_t summand);

  // Runs a round without messages.  Returns the values of all processes, by
  // process.
  absl::StatusOr<std::vector<std::string>> Gather(std::string name,
                                                  absl::string_view value);

  // Runs a round.  Returns the number of bytes in all frames that the processes
  // have sent so far.
  absl::StatusOr<uint64_t> TotalSentBytes();

  // FailedPrecondition if the input of a process differs from the input of
  // process 0.  The message names the process.
  absl::Status CheckSameInput(absl::string_view input);

  // Ends a successful run.  No method may be called afterwards.  On processes
  // other than 0, returns after process 0 has called it.
  absl::Status Shutdown();

  // Returns the status with which the program ends.  On process 0 this is
  // `status`.  Another process sends an error to process 0, and then returns a
  // status for which ProgramMain prints no error.
  absl::Status ReportError(const absl::Status& status);

  // Ends the run after an error (transport.h).
  void Abort() { transport_->Abort(); }

 private:
  enum Kind : uint32_t { kMessage, kEnd, kError };
  struct Header;

  void SendFrame(int to, Kind kind, uint64_t argument,
                 absl::Span<const uint8_t> bytes);
  // Receives all frames that have arrived, unless another thread does so
  // already.
  absl::Status Poll();
  absl::Status PollFrom(int from);
  absl::Status WaitUntil(absl::FunctionRef<bool()> done);
  absl::StatusOr<std::vector<std::string>> EndWith(absl::string_view value);

  const std::unique_ptr<Transport> transport_;
  const ProcessesOptions options_;

  std::mutex sending_;  // guards the transport
  std::atomic<uint64_t> sent_bytes_ = 0;

  // These change only while no other thread is in Send.
  std::string name_;
  Deliver deliver_;

  std::mutex receiving_;  // guards the rest
  std::atomic<uint64_t> received_frames_ = 0;
  absl::Status status_;  // the first error
  // By process: true if it has ended the round, and its value.
  std::vector<bool> ended_;
  std::vector<std::string> values_;
};

// Like ProgramMain (program.h), for a program that may run as several
// processes.  Connects the processes and calls `run` on each.  Only process 0
// prints.  An error on one process ends all processes.
int ProcessesMain(int argc, char** argv, absl::string_view about,
                  absl::FunctionRef<absl::Status(Processes& processes)> run);

// Returns DataLoss for a message that has an invalid argument.
absl::Status UnexpectedMessage(int from, uint64_t argument);

}  // namespace teeko::base

#endif  // TEEKO_BASE_PROCESSES_H_
