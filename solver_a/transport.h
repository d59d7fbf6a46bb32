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
// another arrive in order.
class Transport {
 public:
  virtual ~Transport() = default;

  // 0 … ranks() - 1.
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  // Those on this machine, this one among them.
  virtual const std::vector<int>& here() const = 0;

  // Returns at once.
  virtual void Send(int to, std::vector<uint8_t> message) = 0;
  // Bytes of messages on their way that this rank has to keep.
  virtual uint64_t UnsentBytes() = 0;
  // Sets `message` to the next one of that rank; empty if none has come.
  // Aborted if rank 0 has called Abort.
  virtual absl::Status Receive(int from, std::vector<uint8_t>& message) = 0;

  // For a rank that fails: rank 0 ends all ranks, others wait for that.
  virtual void Abort() = 0;
};

// A run of one rank.
class Alone : public Transport {
 public:
  int rank() const override { return 0; }
  int ranks() const override { return 1; }
  const std::vector<int>& here() const override { return here_; }
  void Send(int, std::vector<uint8_t>) override {}
  uint64_t UnsentBytes() override { return 0; }
  absl::Status Receive(int, std::vector<uint8_t>&) override {
    return absl::OkStatus();
  }
  void Abort() override {}

 private:
  const std::vector<int> here_ = {0};
};

// Of all processes that mpirun has started together, or of this one alone;
// FailedPrecondition if they are several, but built without MPI.  Once in a
// program.
absl::StatusOr<std::unique_ptr<Transport>> Connect();

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_TRANSPORT_H_
