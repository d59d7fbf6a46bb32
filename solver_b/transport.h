// How ranks reach each other.

#ifndef TEEKO_SOLVER_B_TRANSPORT_H_
#define TEEKO_SOLVER_B_TRANSPORT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"

namespace teeko::solver_b {

struct Message {
  uint32_t from;
  std::string bytes;
};

class Transport {
 public:
  virtual ~Transport() = default;

  virtual uint32_t rank() const = 0;
  virtual uint32_t ranks() const = 0;
  // How many of them run on this machine and share its memory.
  virtual uint32_t ranks_here() const = 0;

  // Sends to another rank and does not wait for it.  Thread-safe, as are the
  // next two.
  virtual void Send(uint32_t to, std::string bytes) = 0;

  // Bytes that were sent and are still kept here.
  virtual uint64_t BytesUnderWay() = 0;

  // A message that has come, of any rank.
  virtual std::optional<Message> Receive() = 0;

  // What each rank says, by rank, once all have called this; calls
  // while_waiting() again and again until then.
  virtual std::vector<std::string> AllGather(
      const std::string& word, absl::FunctionRef<void()> while_waiting) = 0;
};

// A single process.
class AloneTransport : public Transport {
 public:
  uint32_t rank() const override { return 0; }
  uint32_t ranks() const override { return 1; }
  uint32_t ranks_here() const override { return 1; }
  void Send(uint32_t, std::string) override {}
  uint64_t BytesUnderWay() override { return 0; }
  std::optional<Message> Receive() override { return std::nullopt; }
  std::vector<std::string> AllGather(const std::string& word,
                                     absl::FunctionRef<void()>) override {
    return {word};
  }
};

// The ranks that this process was started with: by mpirun if this was built
// with --config=mpi, otherwise itself alone: then it is an error if there are
// others.  To be called once, and destroyed before the program ends.
absl::StatusOr<std::unique_ptr<Transport>> ConnectRanks();

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_TRANSPORT_H_
