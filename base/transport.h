// The connection between the processes of a run.

#ifndef TEEKO_BASE_TRANSPORT_H_
#define TEEKO_BASE_TRANSPORT_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"

namespace teeko::base {

// Carries frames of one or more bytes.  Frames from one process to another
// arrive in order.  Not thread-safe.  This base class is the transport of a
// process that runs alone.
class Transport {
 public:
  virtual ~Transport() = default;

  int process = 0;  // 0 … process_count - 1
  int process_count = 1;
  // All processes on this machine, including this one.
  std::vector<int> local_processes = {0};

  // Begins to send a frame to another process, and returns at once.
  virtual void Send(int /*to*/, std::vector<uint8_t> /*frame*/) {}
  // Returns the number of bytes of all frames that are not sent yet.
  virtual uint64_t UnsentBytes() { return 0; }
  // Returns the next frame from another process, or an empty frame if none has
  // arrived.  Aborted if the run has ended.
  virtual absl::StatusOr<std::vector<uint8_t>> Receive(int /*from*/) {
    return std::vector<uint8_t>();
  }
  // Ends the run after an error.  Process 0 ends all processes at once.  Any
  // other process waits a day for process 0 to do this, and then ends all
  // processes itself.
  virtual void Abort() {}
};

// Connects to the other processes that mpirun has started.  Returns the
// transport of a single process if there are no others.  FailedPrecondition if
// there are several processes but the program was built without --config=mpi.
// Call this once, before other threads start.
absl::StatusOr<std::unique_ptr<Transport>> ConnectProcesses();

}  // namespace teeko::base

#endif  // TEEKO_BASE_TRANSPORT_H_
