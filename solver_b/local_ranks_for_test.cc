#include "solver_b/local_ranks_for_test.h"

#include <chrono>
#include <cstdio>
#include <iterator>
#include <thread>
#include <utility>

#include "solver_b/batches.h"
#include "solver_b/checkpoint.h"
#include "solver_b/solver.h"
#include "solver_b/write_table.h"
#include "stage/files.h"
#include "stage/stage.h"
#include "stage/status.h"

namespace teeko::solver_b {

class LocalRanks::Rank : public Transport {
 public:
  Rank(LocalRanks& all, uint32_t rank) : all_(all), rank_(rank) {}

  Share share() const override { return {rank_, all_.ranks_}; }
  uint32_t ranks_here() const override { return all_.ranks_; }

  void Send(uint32_t to, uint32_t round, std::string bytes) override {
    if (all_.slow_ == rank_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const std::lock_guard lock(all_.mutex_);
    const std::vector<std::string> arriving =
        all_.tamper_ ? all_.tamper_(rank_, to, bytes) : std::vector{bytes};
    for (const std::string& message : arriving) {
      all_.queues_[to][round].push_back({rank_, message});
    }
  }

  std::optional<Message> Receive(uint32_t round) override {
    const std::lock_guard lock(all_.mutex_);
    std::list<Message>& queue = all_.queues_[rank_][round];
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

namespace {

absl::Status Solve(const Space& space, const RunOptions& options,
                   Batches& batches) {
  const auto on_progress = [&](const SolverProgress& now) {
    if (options.on_level && batches.share().rank == 0 && now.done > 0 &&
        now.phase == SolverProgress::kLevels) {
      batches.Fail(options.on_level(now.level));
    }
  };
  CheckpointFolder checkpoints(options.checkpoints, options.game,
                               std::chrono::seconds(0), batches);
  RETURN_IF_ERROR(checkpoints.Open(options.resume));
  const std::optional<Solution> solution =
      Solve(space, options.parallel_for, on_progress, batches,
            [&](LevelState& state) { checkpoints.RestoreOrKeep(state); });
  if (!solution.has_value()) return absl::AbortedError("there is none");
  Progress progress("");
  return WriteTable(options.table, options.rules, options.reduced, space,
                    *solution, batches, progress, 3);
}

}  // namespace

Outcome SolveOnRanks(LocalRanks& ranks, const Space& space,
                     const RunOptions& options) {
  std::remove(options.table.c_str());
  Outcome outcome = {std::vector<absl::Status>(ranks.count()), {}};
  ranks.Run([&](Transport& transport) {
    Batches batches(transport,
                    {.batch_findings = 40, .patience = options.patience});
    outcome.statuses[transport.share().rank] =
        batches.Finish(Solve(space, options, batches));
  });
  outcome.table = ReadFile(options.table).value_or("");
  return outcome;
}

}  // namespace teeko::solver_b
