// Ranks that are threads of one process, and what may happen to their messages.

#ifndef TEEKO_SOLVER_B_LOCAL_RANKS_H_
#define TEEKO_SOLVER_B_LOCAL_RANKS_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "solver_b/transport.h"

namespace teeko::solver_b {

class LocalRanks {
 public:
  // What comes instead of a message: itself if all is well.  Called for one
  // message at a time.
  using Fate = std::function<std::vector<std::string>(
      uint32_t from, uint32_t to, const std::string& bytes)>;

  explicit LocalRanks(uint32_t ranks, Fate fate = nullptr)
      : ranks_(ranks), fate_(std::move(fate)), queues_(ranks), words_(ranks) {}

  // Messages overtake each other.
  void Reorder() { reorder_ = true; }

  // Runs work(transport) of all ranks at once, each on a thread of its own.
  void Run(const std::function<void(Transport&)>& work);

 private:
  class Rank;

  const uint32_t ranks_;
  const Fate fate_;
  bool reorder_ = false;
  std::mutex mutex_;  // guards all that follows
  std::condition_variable all_have_said_;
  std::mt19937 random_;
  std::vector<std::list<Message>> queues_;  // by receiver
  std::vector<std::string> words_, result_;
  uint32_t said_ = 0;
  uint64_t gathered_ = 0;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_LOCAL_RANKS_H_
