#include "solver_b/local_ranks_for_test.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>
#include <variant>

namespace teeko::solver_b {

class LocalRanks::Rank : public Transport {
 public:
  Rank(LocalRanks& all, uint32_t rank) : all_(all), rank_(rank) {}

  Share share() const override { return {rank_, all_.ranks_}; }
  uint32_t ranks_here() const override { return all_.ranks_; }

  void Send(uint32_t to, std::string bytes) override {
    const std::lock_guard lock(all_.mutex_);
    const std::vector<std::string> arriving =
        all_.fate_ ? all_.fate_(rank_, to, bytes) : std::vector{bytes};
    for (const std::string& message : arriving) {
      all_.queues_[to].push_back({rank_, message});
    }
  }

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

  void Barrier(absl::FunctionRef<void()> while_waiting) override {
    // Nobody comes to the next one before all have come to this one.
    const uint64_t ranks = all_.ranks_;
    const uint64_t all = (all_.arrivals_++ / ranks + 1) * ranks;
    while (all_.arrivals_ < all) {
      while_waiting();
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
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

Outcome SolveOnRanks(LocalRanks& ranks, const Space& space,
                     const RunOptions& options) {
  Outcome outcome;
  outcome.solutions.resize(ranks.count());
  outcome.statuses.resize(ranks.count());
  ranks.Run([&](Transport& transport) {
    Batches batches(transport,
                    {.batch_findings = 40, .patience = options.patience});
    const auto on_progress = [&](const SolverProgress& now) {
      if (options.on_level && transport.share().rank == 0 && now.done > 0 &&
          now.phase == SolverProgress::kLevels) {
        batches.Fail(options.on_level(now.level));
      }
    };
    const uint32_t rank = transport.share().rank;
    std::unique_ptr<CheckpointFolder> checkpoints;
    if (options.checkpoints) {
      auto opened = options.checkpoints(batches);
      if (!opened.ok()) {
        outcome.statuses[rank] = batches.Finish(opened.status());
        return;
      }
      checkpoints = *std::move(opened);
    }
    outcome.solutions[rank] = Solve(space, options.parallel_for, on_progress,
                                    batches, checkpoints.get());
    outcome.statuses[rank] = batches.Finish(absl::OkStatus());
  });
  return outcome;
}

bool HaveAllRows(const Outcome& outcome, const Space& space) {
  const Solution alone = *Solve(space, OneByOne, [](const SolverProgress&) {});
  const uint32_t ranks = outcome.solutions.size();
  for (size_t i = 0; i < alone.sections.size(); ++i) {
    const SectionIndex& section = space.section(alone.sections[i].placed);
    const auto& values =
        std::get<std::vector<uint8_t>>(alone.sections[i].values);
    std::vector<uint8_t> together(values.size());
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      const Share share = {rank, ranks};
      const auto& part = std::get<std::vector<uint8_t>>(
          outcome.solutions[rank].value().sections[i].values);
      if (part.size() != section.size(share)) return false;
      for (uint64_t row = rank; row < section.rows(); row += ranks) {
        std::copy_n(&part[section.Index(row, 0, share)],
                    section.columns().count(),
                    &together[section.Index(row, 0)]);
      }
    }
    if (together != values) return false;
  }
  return true;
}

}  // namespace teeko::solver_b
