// Several processes that solve or verify one game together.
//
// All processes go through the same rounds.  In a round each process sends
// messages to others, and then ends the round with a value for all of them:
//
//     process 0   BeginRound ── Send(1) ── Send(1) ── EndRound ──▸ sum
//                                   ╲          ╲         ╲ ╱
//     process 1   BeginRound ───── deliver ─── deliver ── EndRound ──▸ sum
//
// A message is a frame, which is a block (blocks.h):
//
//     checksum │ number │ from, to │ kind, round │ argument │ bytes
//
// Each process numbers its frames to each other process from 0.  So a lost,
// repeated or reordered frame has the wrong number, and a torn or damaged frame
// has the wrong checksum.  If no frame arrives at all, the timeout ends the
// wait.
//
// The first error ends the run: the process that finds it tells process 0,
// which prints it and ends all processes.

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
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "base/transport.h"

namespace teeko::base {

struct ProcessesOptions {
  // How long to wait for the next frame: longer than any process works without
  // sending.  Process 0 waits twice as long, so that a process that misses a
  // frame can still report it.
  absl::Duration timeout = absl::Hours(24);
  // Send waits while more bytes are on their way from this process.
  uint64_t max_unsent_bytes = 16'000'000;
};

// This process, and its connection to the others.  All methods but Send are for
// one thread, while no other thread is in Send.
class Processes {
 public:
  // This process alone.
  Processes() : Processes(std::make_unique<Transport>()) {}
  explicit Processes(std::unique_ptr<Transport> transport,
                     const ProcessesOptions& options = {});

  int process() const { return transport_->process; }
  int process_count() const { return transport_->process_count; }
  // The processes on this machine, this one among them.
  const std::vector<int>& local_processes() const {
    return transport_->local_processes;
  }
  // The methods from here to Shutdown return the same errors: DataLoss, which
  // names the frame, if a frame is not as it was sent; DeadlineExceeded if no
  // frame arrives in time; the error of another process; an error of `deliver`.
  // After an error they send nothing, and return it again.

  // Takes a message of the round.
  using Deliver = std::function<absl::Status(int from, uint64_t argument,
                                             absl::Span<const uint8_t> bytes)>;

  // Begins a round, which error messages call by this name.  `deliver` is
  // called from threads that are in Send or EndRound, one at a time, for the
  // messages of other processes.
  void BeginRound(std::string name, Deliver deliver);

  // Sends a message of the round.  A message to this process itself is
  // delivered by the calling thread, maybe at the same time as others.
  // Thread-safe.
  absl::Status Send(int to, uint64_t argument, absl::Span<const uint8_t> bytes);

  // Returns the sum of the summands of all processes, once all of them have
  // ended the round and all messages are delivered.
  absl::StatusOr<uint64_t> EndRound(uint64_t summand);

  // A round without messages: returns the values of all processes, by process.
  absl::StatusOr<std::vector<std::string>> Gather(std::string name,
                                                  absl::string_view value);

  // A round that returns the bytes of all frames of all processes so far.
  absl::StatusOr<uint64_t> TotalSentBytes();

  // FailedPrecondition, which names the process, unless all processes have the
  // same input as process 0.
  absl::Status CheckSameInput(absl::string_view input);

  // To be called last, after success.  Returns on the other processes once
  // process 0 has called it.
  absl::Status Shutdown();

  // Returns the status that the program ends with: on process 0 `status`; on
  // another process one that prints nothing, after process 0 was told.
  absl::Status ReportError(const absl::Status& status);

  // Ends the run after an error (transport.h).
  void Abort() { transport_->Abort(); }

 private:
  enum Kind : uint32_t { kMessage, kEnd, kError };
  struct Header;

  void SendFrame(int to, Kind kind, uint64_t argument,
                 absl::Span<const uint8_t> bytes);
  // Sets `frame` to the bytes of the next frame of another process, or to no
  // bytes if none has arrived.
  absl::Status ReceiveFrame(int from, Header& header,
                            std::vector<uint8_t>& frame);
  // Takes all frames that have arrived, unless another thread is at it.
  absl::Status Poll();
  absl::Status PollFrom(int from);
  absl::Status WaitUntil(absl::FunctionRef<bool()> done,
                         absl::FunctionRef<std::string()> missing);
  absl::StatusOr<std::vector<std::string>> EndWith(absl::string_view value);

  const std::unique_ptr<Transport> transport_;
  const ProcessesOptions options_;

  std::mutex sending_;          // guards the transport and numbers_
  std::vector<uint64_t> sent_;  // number of the next frame, by process
  std::atomic<uint64_t> sent_bytes_ = 0;

  // Set while no other thread is in Send.
  uint32_t round_ = 0;
  std::string name_;
  Deliver deliver_;

  std::mutex receiving_;            // guards the rest
  std::vector<uint64_t> received_;  // number of the next frame, by process
  std::atomic<uint64_t> received_frames_ = 0;
  absl::Status status_;  // the first error
  // By process: whether it has ended the round, and its value.
  std::vector<bool> ended_;
  std::vector<std::string> values_;
};

// ProgramMain (program.h) for a program that may run as several processes:
// connects them, and runs `run` on each.  Only process 0 prints.  An error on
// one process ends all.
int ProcessesMain(int argc, char** argv, absl::string_view about,
                  absl::FunctionRef<absl::Status(Processes& processes)> run);

// DataLoss: a message that makes no sense, though it arrived as it was sent.
absl::Status UnexpectedMessage(int from, uint64_t argument);

}  // namespace teeko::base

#endif  // TEEKO_BASE_PROCESSES_H_
