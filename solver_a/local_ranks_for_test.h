// Ranks that are threads of one process.

#ifndef TEEKO_SOLVER_A_LOCAL_RANKS_FOR_TEST_H_
#define TEEKO_SOLVER_A_LOCAL_RANKS_FOR_TEST_H_

#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "solver_a/ranks.h"
#include "solver_a/transport.h"

namespace teeko::solver_a {

// What happens to one message.
enum class Fault { kNone, kFlip, kLose, kDouble, kReorder, kTear };

class LocalNetwork {
 public:
  // The fault happens to the message that all ranks send as the `when`-th,
  // counted from 0; `where` is any number, which chooses the bit or the end.
  LocalNetwork(int ranks, Fault fault, int64_t when, uint64_t where = 0);

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
  const uint64_t where_;
  std::mutex mutex_;  // for the rest
  std::vector<Queue> queues_;
  std::vector<uint8_t> held_;  // until the next message of the same way
  int64_t messages_ = 0;
  uint64_t bytes_ = 0;
  bool aborted_ = false;
};

class LocalNetwork::Local : public Transport {
 public:
  Local(LocalNetwork& network, int rank) : network_(network) {
    this->rank = rank;
    ranks = network.ranks_;
    here = {rank};
  }

  void Send(int to, std::vector<uint8_t> message) override {
    const std::lock_guard lock(network_.mutex_);
    network_.bytes_ += message.size();
    Queue& queue = network_.Between(rank, to);
    const bool hit = network_.messages_++ == network_.when_;
    const Fault fault = hit ? network_.fault_ : Fault::kNone;
    if (fault == Fault::kReorder) {
      network_.held_ = std::move(message);
      held_to_ = to;
      return;
    }
    if (fault == Fault::kLose) return;
    const size_t byte = network_.where_ % message.size();
    const size_t bit = network_.where_ / message.size() % 8;
    if (fault == Fault::kFlip) message[byte] ^= 1 << bit;
    if (fault == Fault::kTear) message.resize(byte);
    if (fault == Fault::kDouble) queue.push_back(message);
    queue.push_back(std::move(message));
    if (held_to_ == to) {
      queue.push_back(std::move(network_.held_));
      held_to_ = -1;
    }
  }

  uint64_t UnsentBytes() override {
    const std::lock_guard lock(network_.mutex_);
    uint64_t bytes = 0;
    for (int to = 0; to < ranks; ++to) {
      for (const auto& message : network_.Between(rank, to)) {
        bytes += message.size();
      }
    }
    return bytes;
  }

  absl::StatusOr<std::vector<uint8_t>> Receive(int from) override {
    const std::lock_guard lock(network_.mutex_);
    if (network_.aborted_) return absl::AbortedError("rank 0 has failed");
    std::vector<uint8_t> message;
    Queue& queue = network_.Between(from, rank);
    if (queue.empty()) return message;
    message = std::move(queue.front());
    queue.pop_front();
    return message;
  }

  void Abort() override {
    const std::lock_guard lock(network_.mutex_);
    if (rank == 0) network_.aborted_ = true;
  }

 private:
  LocalNetwork& network_;
  int held_to_ = -1;
};

inline LocalNetwork::LocalNetwork(int ranks, Fault fault, int64_t when,
                                  uint64_t where)
    : ranks_(ranks),
      fault_(fault),
      when_(when),
      where_(where),
      queues_(ranks * ranks) {}

inline std::vector<absl::Status> LocalNetwork::Run(
    const Ranks::Limits& limits,
    absl::FunctionRef<absl::Status(Ranks& ranks)> run) {
  std::vector<absl::Status> statuses(ranks_);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks_; ++rank) {
    threads.emplace_back([&, rank] {
      Local local(*this, rank);
      Ranks ranks(local, limits);
      statuses[rank] = ranks.Conclude(run(ranks));
      if (!statuses[rank].ok()) local.Abort();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return statuses;
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_LOCAL_RANKS_FOR_TEST_H_
