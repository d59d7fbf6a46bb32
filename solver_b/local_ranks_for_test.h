// Ranks that are threads of one process, and what may happen to their messages;
// games solved on them.

#ifndef TEEKO_SOLVER_B_LOCAL_RANKS_FOR_TEST_H_
#define TEEKO_SOLVER_B_LOCAL_RANKS_FOR_TEST_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "solver_b/batches.h"
#include "solver_b/checkpoint.h"
#include "solver_b/parallel.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "solver_b/transport.h"

namespace teeko::solver_b {

class LocalRanks {
 public:
  // What comes instead of a message: itself if all is well.  Called for one
  // message at a time.
  using Fate = std::function<std::vector<std::string>(
      uint32_t from, uint32_t to, const std::string& bytes)>;

  explicit LocalRanks(uint32_t ranks, Fate fate = nullptr)
      : ranks_(ranks), fate_(std::move(fate)), queues_(ranks) {}

  uint32_t count() const { return ranks_; }

  // Messages overtake each other.
  void Reorder() { reorder_ = true; }

  // Runs work(transport) of all ranks at once, each on a thread of its own.
  void Run(const std::function<void(Transport&)>& work);

 private:
  class Rank;

  const uint32_t ranks_;
  const Fate fate_;
  bool reorder_ = false;
  std::mutex mutex_;  // guards these two
  std::mt19937 random_;
  std::vector<std::list<Message>> queues_;  // by receiver
  std::atomic<uint64_t> arrivals_ = 0;      // at all barriers
};

// What came of a run, by rank.
struct Outcome {
  std::vector<std::optional<Solution>> solutions;
  std::vector<absl::Status> statuses;
};

struct RunOptions {
  ParallelFor parallel_for = OneByOne;
  std::chrono::milliseconds patience = std::chrono::minutes(1);
  // Called at rank 0 after each level; an error fails the run.
  std::function<absl::Status(int plies)> on_level = nullptr;
  // What each rank keeps levels in, if anything.
  std::function<absl::StatusOr<std::unique_ptr<CheckpointFolder>>(Batches&)>
      checkpoints = nullptr;
};

// Solves a game on ranks that send each other small batches, and so many.
Outcome SolveOnRanks(LocalRanks& ranks, const Space& space,
                     const RunOptions& options = {});

// Whether the ranks together have the values, in one byte, that one process
// has.
bool HaveAllRows(const Outcome& outcome, const Space& space);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_LOCAL_RANKS_FOR_TEST_H_
