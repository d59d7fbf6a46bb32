// Ranks that are threads of one process, and what may happen to their messages;
// games solved on them.

#ifndef TEEKO_SOLVER_B_LOCAL_RANKS_FOR_TEST_H_
#define TEEKO_SOLVER_B_LOCAL_RANKS_FOR_TEST_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "solver_b/space.h"
#include "solver_b/transport.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

class LocalRanks {
 public:
  // What comes instead of a message: itself if all is well.  Called for one
  // message at a time.
  using Tamper = std::function<std::vector<std::string>(
      uint32_t from, uint32_t to, const std::string& bytes)>;

  explicit LocalRanks(uint32_t ranks, Tamper tamper = nullptr)
      : ranks_(ranks), tamper_(std::move(tamper)), queues_(ranks) {}

  uint32_t count() const { return ranks_; }

  // Messages overtake each other.
  void Reorder() { reorder_ = true; }
  // This rank takes its time for each message.
  void SlowDown(uint32_t rank) { slow_ = rank; }

  // Runs work(transport) of all ranks at once, each on a thread of its own.
  void Run(const std::function<void(Transport&)>& work);

 private:
  class Rank;

  const uint32_t ranks_;
  const Tamper tamper_;
  bool reorder_ = false;
  std::optional<uint32_t> slow_;
  std::mutex mutex_;  // guards these two
  std::mt19937 random_;
  // By receiver and round.
  std::vector<std::map<uint32_t, std::list<Message>>> queues_;
  std::atomic<uint64_t> arrivals_ = 0;  // at all barriers
};

// What came of a run.
struct Outcome {
  std::vector<absl::Status> statuses;  // by rank
  std::string table;                   // the file; empty if there is none
};

struct RunOptions {
  std::string table;  // where to write it
  Rules rules = {};   // for the table to name
  bool reduced = false;
  ParallelFor parallel_for = OneByOne;
  std::chrono::milliseconds patience = std::chrono::minutes(1);
  // Called at rank 0 after each level; an error fails the run.
  std::function<absl::Status(int plies)> on_level = nullptr;
  // If not empty: where to keep every level, or go on from.
  std::string checkpoints = {};
  uint64_t game = 0;  // CheckpointFolder::Open
  bool resume = true;
};

// Solves a game on ranks that send each other small batches, and so many, and
// writes the table a few chunks at a time.
Outcome SolveOnRanks(LocalRanks& ranks, const Space& space,
                     const RunOptions& options);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_LOCAL_RANKS_FOR_TEST_H_
