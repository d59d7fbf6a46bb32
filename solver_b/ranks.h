// Threads, which the core is given by its caller; and several processes, the
// ranks, that solve one game together: which rows each has, and what they tell
// each other.

#ifndef TEEKO_SOLVER_B_RANKS_H_
#define TEEKO_SOLVER_B_RANKS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "solver_b/check.h"

namespace teeko::solver_b {

// Calls work(i) once for each i below `count`, in any order and on any threads,
// and returns when all these calls have returned.
using ParallelFor = std::function<void(
    uint64_t count, const std::function<void(uint64_t i)>& work)>;

// A ParallelFor on the caller's thread alone.
inline void OneByOne(uint64_t count,
                     const std::function<void(uint64_t i)>& work) {
  for (uint64_t i = 0; i < count; ++i) work(i);
}

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

// The other ranks; in this class itself, none.  They all go through the same
// rounds: whatever is sent to a rank in a round has been delivered there when
// End returns.
class Exchange {
 public:
  using Deliver = std::function<void(std::span<const Finding>)>;

  virtual ~Exchange() = default;

  virtual Share share() const { return {}; }

  // Whether the run is known to have failed: then its results are worth
  // nothing.
  virtual bool failed() const { return false; }

  // Begins a round, which messages call by this name.  `deliver` is called,
  // never twice at a time, from threads that are in Send or End.
  virtual void Begin(std::string /*name*/, Deliver /*deliver*/) {}

  // Findings come in any order.  Those for the next round may be sent from
  // `deliver`.  Thread-safe.
  enum Round { kThis, kNext };
  virtual void Send(std::span<const Finding> /*findings*/, Round /*round*/) {
    Check(false, "one rank has all the rows");
  }

  // Ends the round when it has ended everywhere.  Returns the sum of what the
  // ranks say; nothing if the run has failed.
  virtual std::optional<uint64_t> End(uint64_t summand) { return summand; }
};

// One rank that has all the rows; there is nothing in it that could change.
inline Exchange& Alone() {
  static Exchange alone;
  return alone;
}

// Items that are handed on, many at a time, in the end the rest.
template <typename Item, size_t size>
class Buffer {
 public:
  using HandOn = std::function<void(std::span<const Item>)>;

  explicit Buffer(HandOn hand_on) : hand_on_(std::move(hand_on)) {}
  ~Buffer() { Flush(); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void Put(const Item& item) {
    if (count_ == size) Flush();
    items_[count_++] = item;
  }

 private:
  void Flush() {
    if (count_ > 0) hand_on_({items_.data(), count_});
    count_ = 0;
  }

  const HandOn hand_on_;
  size_t count_ = 0;
  std::array<Item, size> items_;
};

// Findings on their way to other ranks; each thread has its own.
class Outbox : public Buffer<Finding, 256> {
 public:
  explicit Outbox(Exchange& exchange, Exchange::Round round = Exchange::kThis)
      : Buffer([&exchange, round](auto all) { exchange.Send(all, round); }) {}
};

// Findings on their way to wherever their places are: to other ranks, or to
// this one.  Each thread has its own.
class Delivery {
 public:
  // Those of this rank are for `deliver`.  Their places, of so many bits from
  // `memory` on, come from there meanwhile.
  Delivery(Exchange& exchange, const Exchange::Deliver& deliver,
           const void* memory, int bits)
      : share_(exchange.share()),
        memory_(static_cast<const char*>(memory)),
        bits_(bits),
        own_(deliver),
        others_(exchange) {}

  void Put(uint64_t row, uint64_t place, uint16_t value) {
    const Finding finding = {place, share_.RankOf(row), value};
    if (finding.rank != share_.rank) return others_.Put(finding);
    __builtin_prefetch(memory_ + place * bits_ / 8, 1);
    own_.Put(finding);
  }

 private:
  const Share share_;
  const char* const memory_;
  const int bits_;
  Buffer<Finding, 64> own_;
  Outbox others_;
};

// A level of the move phase that all ranks have solved: what a rank needs in
// order to go on from there.
struct LevelState {
  uint32_t value_bytes;
  int plies;         // the level; -1: none yet
  uint64_t decided;  // positions decided so far, by all ranks
  uint64_t rows;     // of all ranks
  // The cells and the frontier of the rank's own rows.
  using Row = std::array<std::span<std::byte>, 2>;
  std::function<Row(uint64_t own_row)> row;
};

// Called after each level; and before the first, when it may set the state to a
// level that was kept, or only value_bytes, if that level has others.
using OnLevel = std::function<void(LevelState&)>;

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_RANKS_H_
