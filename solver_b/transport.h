// How ranks reach each other.

#ifndef TEEKO_SOLVER_B_TRANSPORT_H_
#define TEEKO_SOLVER_B_TRANSPORT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "solver_b/ranks.h"

namespace teeko::solver_b {

struct Message {
  uint32_t from;
  std::string bytes;
};

// This class itself is a process without others.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual Share share() const { return {}; }
  // How many ranks run on this machine and share its memory.
  virtual uint32_t ranks_here() const { return 1; }

  // Sends to another rank, which receives it in this round, and does not wait
  // for it.  Ranks are never more than two rounds apart.  Thread-safe, as are
  // the next two.
  virtual void Send(uint32_t /*to*/, uint32_t /*round*/,
                    std::string /*bytes*/) {}

  // Bytes that were sent and are still kept here.
  virtual uint64_t BytesUnderWay() { return 0; }

  // A message for this round that has come, of any rank.
  virtual std::optional<Message> Receive(uint32_t /*round*/) {
    return std::nullopt;
  }

  // Returns once all ranks have called it; calls while_waiting() again and
  // again until then.
  virtual void Barrier(absl::FunctionRef<void()> /*while_waiting*/) {}
};

// The ranks that this process was started with: by mpirun if this was built
// with --config=mpi, otherwise itself alone: then it is an error if there are
// others.  To be called once, and destroyed before the program ends.
absl::StatusOr<std::unique_ptr<Transport>> ConnectRanks();

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_TRANSPORT_H_
