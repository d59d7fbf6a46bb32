// How the ranks of a run reach each other.

#ifndef TEEKO_SOLVER_A_TRANSPORT_H_
#define TEEKO_SOLVER_A_TRANSPORT_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace teeko::solver_a {

// For one thread at a time.  Messages are not empty, and those from one rank to
// another arrive in order.  As it is here, that of a run of one rank.
class Transport {
 public:
  virtual ~Transport() = default;

  int rank = 0;  // … ranks - 1
  int ranks = 1;
  // Those on this machine, this one among them.
  std::vector<int> here = {0};

  // Returns at once.
  virtual void Send(int /*to*/, std::vector<uint8_t> /*message*/) {}
  // Bytes of messages on their way that this rank has to keep.
  virtual uint64_t UnsentBytes() { return 0; }
  // Returns the next message of that rank; empty if none has come.  Aborted if
  // rank 0 has called Abort.
  virtual absl::StatusOr<std::vector<uint8_t>> Receive(int /*from*/) {
    return std::vector<uint8_t>();
  }

  // For a rank that fails: rank 0 ends all ranks, others wait for that.
  virtual void Abort() {}
};

// Of all processes that mpirun has started together, or of this one alone;
// FailedPrecondition if they are several, but built without MPI.  Once in a
// program.
absl::StatusOr<std::unique_ptr<Transport>> Connect();

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_TRANSPORT_H_
