// Several processes, the ranks, that solve one game together: which rows each
// has, and what they tell each other.

#ifndef TEEKO_SOLVER_B_RANKS_H_
#define TEEKO_SOLVER_B_RANKS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "solver_b/check.h"

namespace teeko::solver_b {

// The rows of a section that one of N ranks has.  They are dealt out in turn,
// so that no rank has more than one row more than another:
//
//     row         0 1 2 3 4 5 6 7
//     rank        0 1 2 0 1 2 0 1
//     own number  0 0 0 1 1 1 2 2
struct Share {
  uint32_t rank = 0;
  uint32_t ranks = 1;

  // There are fewer than 2^32 rows.  One process does without division.
  uint32_t RankOf(uint64_t row) const {
    return ranks == 1 ? 0 : uint32_t(row) % ranks;
  }
  bool Has(uint64_t row) const { return RankOf(row) == rank; }
  // From rows to numbers among those of their rank, and back for this rank.
  uint64_t OwnNumber(uint64_t row) const {
    return ranks == 1 ? row : uint32_t(row) / ranks;
  }
  uint64_t Row(uint64_t own_number) const { return own_number * ranks + rank; }
  // How many this rank has of so many.
  uint64_t Count(uint64_t rows) const {
    return (rows + ranks - 1 - rank) / ranks;
  }
};

// Something found at one rank about a place of another.
struct Finding {
  uint64_t place;  // as that rank counts; below 2^48
  uint32_t rank;
  uint16_t value;
};

// The other ranks.  They all go through the same rounds: whatever is sent to a
// rank in a round has been delivered there when End returns.
class Exchange {
 public:
  using Deliver = std::function<void(std::span<const Finding>)>;

  virtual ~Exchange() = default;

  virtual Share share() const = 0;

  // Whether the run is known to have failed: then its results are worth
  // nothing.
  virtual bool failed() const = 0;

  // Begins a round, which messages call "`name` `number`".  Findings have
  // values of so many bytes, 0 to 2.  `deliver` is called, never twice at a
  // time, from threads that are in Send or End.
  virtual void Begin(const char* name, uint64_t number, int value_bytes,
                     Deliver deliver) = 0;

  // Findings come in any order.  Those for the next round, which has values as
  // wide as this one's, may be sent from `deliver`.  Thread-safe.
  enum Round { kThis, kNext };
  virtual void Send(std::span<const Finding> findings, Round round) = 0;

  // Ends the round when it has ended everywhere.  Returns the sum of what the
  // ranks say; nothing if the run has failed.
  virtual std::optional<uint64_t> End(uint64_t summand) = 0;
};

// A single process.
class Alone : public Exchange {
 public:
  Share share() const override { return {}; }
  bool failed() const override { return false; }
  void Begin(const char*, uint64_t, int, Deliver) override {}
  void Send(std::span<const Finding>, Round) override {
    Check(false, "one rank has all the rows");
  }
  std::optional<uint64_t> End(uint64_t summand) override { return summand; }
};

// Sends findings, many at a time.  Each thread has its own.
class Outbox {
 public:
  explicit Outbox(Exchange& exchange, Exchange::Round round = Exchange::kThis)
      : exchange_(exchange), round_(round) {}
  ~Outbox() { Flush(); }
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  void Put(const Finding& finding) {
    if (count_ == findings_.size()) Flush();
    findings_[count_++] = finding;
  }

 private:
  void Flush() {
    if (count_ > 0) exchange_.Send({findings_.data(), count_}, round_);
    count_ = 0;
  }

  Exchange& exchange_;
  const Exchange::Round round_;
  size_t count_ = 0;
  std::array<Finding, 256> findings_;
};

// A level of the move phase that all ranks have solved: what a rank needs in
// order to go on from there.
struct LevelState {
  int value_bytes;
  int plies;         // the level
  uint64_t decided;  // positions decided so far, by all ranks
  // By own row: value_bytes × columns bytes, and a bit a column, in words.
  std::span<uint8_t> cells;
  std::span<uint64_t> frontier;
};

// Keeps levels, so that another run can go on from there.
class Checkpoints {
 public:
  virtual ~Checkpoints() = default;

  // Of the values that were kept; 0 if none were.
  virtual int value_bytes() const = 0;

  // Sets `state` to what was kept.  False, and nothing is changed, if that has
  // other value_bytes.
  virtual bool Restore(LevelState& state) = 0;

  // Called after each level.
  virtual void Offer(const LevelState& state) = 0;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_RANKS_H_
