// Ranks that are threads of one process.

#ifndef TEEKO_SOLVER_A_LOCAL_RANKS_H_
#define TEEKO_SOLVER_A_LOCAL_RANKS_H_

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "solver_a/ranks.h"

namespace teeko::solver_a {

// What happens to one message.
enum class Fault { kNone, kFlip, kLose, kDouble, kReorder, kTear };

class LocalNetwork {
 public:
  // The fault happens to the message that all ranks send as the `when`-th,
  // counted from 0.
  LocalNetwork(int ranks, Fault fault, int64_t when);

  // Calls `run` for each rank, on a thread of its own; returns what they have
  // concluded, [rank].
  std::vector<absl::Status> Run(
      const Ranks::Limits& limits,
      absl::FunctionRef<absl::Status(Ranks& ranks)> run);

  int64_t messages() const { return messages_; }
  uint64_t bytes() const { return bytes_; }

 private:
  class Local;
  using Queue = std::deque<std::vector<uint8_t>>;

  Queue& Between(int from, int to) { return queues_[from * ranks_ + to]; }

  const int ranks_;
  const Fault fault_;
  const int64_t when_;
  std::mutex mutex_;  // for the rest
  std::vector<Queue> queues_;
  std::vector<uint8_t> held_;  // until the next message of the same way
  int64_t messages_ = 0;
  uint64_t bytes_ = 0;
  bool aborted_ = false;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_LOCAL_RANKS_H_
