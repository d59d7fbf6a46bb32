#include "solver_a/local_ranks.h"

#include <thread>
#include <utility>

namespace teeko::solver_a {

class LocalNetwork::Local : public Transport {
 public:
  Local(LocalNetwork& network, int rank) : network_(network), rank_(rank) {}

  int rank() const override { return rank_; }
  int ranks() const override { return network_.ranks_; }

  void Send(int to, std::vector<uint8_t> message) override {
    const std::lock_guard lock(network_.mutex_);
    network_.bytes_ += message.size();
    Queue& queue = network_.Between(rank_, to);
    const bool hit = network_.messages_++ == network_.when_;
    const Fault fault = hit ? network_.fault_ : Fault::kNone;
    if (fault == Fault::kReorder) {
      network_.held_ = std::move(message);
      held_to_ = to;
      return;
    }
    if (fault == Fault::kLose) return;
    if (fault == Fault::kFlip) message[message.size() / 2] ^= 4;
    if (fault == Fault::kTear) message.resize(message.size() / 2);
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
    for (int to = 0; to < ranks(); ++to) {
      for (const auto& message : network_.Between(rank_, to)) {
        bytes += message.size();
      }
    }
    return bytes;
  }

  absl::Status Receive(int from, std::vector<uint8_t>& message) override {
    const std::lock_guard lock(network_.mutex_);
    if (network_.aborted_) return absl::AbortedError("rank 0 has failed");
    message.clear();
    Queue& queue = network_.Between(from, rank_);
    if (queue.empty()) return absl::OkStatus();
    message = std::move(queue.front());
    queue.pop_front();
    return absl::OkStatus();
  }

  void Abort() override {
    const std::lock_guard lock(network_.mutex_);
    if (rank_ == 0) network_.aborted_ = true;
  }

 private:
  LocalNetwork& network_;
  const int rank_;
  int held_to_ = -1;
};

LocalNetwork::LocalNetwork(int ranks, Fault fault, int64_t when)
    : ranks_(ranks), fault_(fault), when_(when), queues_(ranks * ranks) {}

std::vector<absl::Status> LocalNetwork::Run(
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
