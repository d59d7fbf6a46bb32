#include "solver_b/local_ranks.h"

#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

namespace teeko::solver_b {

class LocalRanks::Rank : public Transport {
 public:
  Rank(LocalRanks& all, uint32_t rank) : all_(all), rank_(rank) {}

  uint32_t rank() const override { return rank_; }
  uint32_t ranks() const override { return all_.ranks_; }
  uint32_t ranks_here() const override { return all_.ranks_; }

  void Send(uint32_t to, std::string bytes) override {
    const std::lock_guard lock(all_.mutex_);
    const std::vector<std::string> arriving =
        all_.fate_ ? all_.fate_(rank_, to, bytes) : std::vector{bytes};
    for (const std::string& message : arriving) {
      all_.queues_[to].push_back({rank_, message});
    }
  }

  uint64_t BytesUnderWay() override { return 0; }

  std::optional<Message> Receive() override {
    const std::lock_guard lock(all_.mutex_);
    std::list<Message>& queue = all_.queues_[rank_];
    if (queue.empty()) return std::nullopt;
    const auto next = std::next(
        queue.begin(), all_.reorder_ ? all_.random_() % queue.size() : 0);
    const Message message = std::move(*next);
    queue.erase(next);
    return message;
  }

  std::vector<std::string> AllGather(
      const std::string& word,
      absl::FunctionRef<void()> while_waiting) override {
    std::unique_lock lock(all_.mutex_);
    all_.words_[rank_] = word;
    const uint64_t gathered = all_.gathered_;
    if (++all_.said_ == all_.ranks_) {
      all_.said_ = 0;
      ++all_.gathered_;
      all_.result_ = all_.words_;
      all_.all_have_said_.notify_all();
    }
    while (all_.gathered_ == gathered) {
      all_.all_have_said_.wait_for(lock, std::chrono::microseconds(100));
      lock.unlock();
      while_waiting();
      lock.lock();
    }
    return all_.result_;
  }

 private:
  LocalRanks& all_;
  const uint32_t rank_;
};

void LocalRanks::Run(const std::function<void(Transport&)>& work) {
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < ranks_; ++rank) {
    threads.emplace_back([this, rank, &work] {
      Rank transport(*this, rank);
      work(transport);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace teeko::solver_b
