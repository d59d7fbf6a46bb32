// Several processes that solve one game together: the rows of each, and what
// they send to each other.

#ifndef TEEKO_SOLVER_B_EXCHANGE_H_
#define TEEKO_SOLVER_B_EXCHANGE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "solver_b/require.h"

namespace teeko::solver_b {

// The rows of a section that one of N processes has.  They are dealt out in
// turn, so that no process has more than one row more than another:
//
//     row         0 1 2 3 4 5 6 7
//     process     0 1 2 0 1 2 0 1
//     own number  0 0 0 1 1 1 2 2
struct Partition {
  uint32_t process = 0;
  uint32_t process_count = 1;

  // There are fewer than 2^32 rows.  One process does without division.
  uint32_t ProcessOf(uint64_t row) const {
    return process_count == 1 ? 0 : uint32_t(row) % process_count;
  }
  bool Has(uint64_t row) const { return ProcessOf(row) == process; }
  // From rows to numbers among those of their process, and back for this one.
  uint64_t OwnNumber(uint64_t row) const {
    return process_count == 1 ? row : uint32_t(row) / process_count;
  }
  uint64_t Row(uint64_t own_number) const {
    return own_number * process_count + process;
  }
  // The number of rows that this process has, of all `rows`.
  uint64_t Count(uint64_t rows) const {
    return (rows + process_count - 1 - process) / process_count;
  }
};

// What a process finds about a place of another process.
struct Finding {
  uint64_t place;  // as that process counts; below 2^48
  uint32_t process;
  uint16_t value;
};

// The other processes; in this class itself, none.  They all go through the
// same rounds: all findings that are sent to a process in a round have been
// delivered there when End returns.
class Exchange {
 public:
  using Deliver = std::function<void(std::span<const Finding>)>;

  virtual ~Exchange() = default;

  virtual Partition partition() const { return {}; }

  // True if the run has failed: then its results are worth nothing.
  virtual bool failed() const { return false; }

  // Begins a round, which messages call by this name.  `deliver` is called,
  // never twice at a time, from threads that are in Send or End.
  virtual void Begin(std::string /*name*/, Deliver /*deliver*/) {}

  // Updates come in any order.  Those for the next round may be sent from
  // `deliver`.  Thread-safe.
  enum Round { kThis, kNext };
  virtual void Send(std::span<const Finding> /*findings*/, Round /*round*/) {
    Require(false, "one process has all the rows");
  }

  // Ends the round when it has ended everywhere.  Returns the sum of the
  // summands of all processes; nothing if the run has failed.
  virtual std::optional<uint64_t> End(uint64_t summand) { return summand; }
};

// One process that has all the rows; there is nothing in it that could change.
inline Exchange& OneProcess() {
  static Exchange alone;
  return alone;
}

// Items that are handed on, many at a time, in the end the rest.
template <typename Item, size_t size>
class Buffer {
 public:
  using Consume = std::function<void(std::span<const Item>)>;

  explicit Buffer(Consume consume) : consume_(std::move(consume)) {}
  ~Buffer() { Flush(); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void Put(const Item& item) {
    if (count_ == size) Flush();
    items_[count_++] = item;
  }

 private:
  void Flush() {
    if (count_ > 0) consume_({items_.data(), count_});
    count_ = 0;
  }

  const Consume consume_;
  size_t count_ = 0;
  std::array<Item, size> items_;
};

// Updates on their way to other processes; each thread has its own.
class Outbox : public Buffer<Finding, 256> {
 public:
  explicit Outbox(Exchange& exchange, Exchange::Round round = Exchange::kThis)
      : Buffer([&exchange, round](auto all) { exchange.Send(all, round); }) {}
};

// Sends findings to the processes that have their places: other processes, or
// this one.  Each thread has its own.
class Router {
 public:
  // Updates of this process go to `deliver`.  Their places, of `bits` each
  // from `memory` on, are prefetched.
  Router(Exchange& exchange, const Exchange::Deliver& deliver,
         const void* memory, int bits)
      : partition_(exchange.partition()),
        memory_(static_cast<const char*>(memory)),
        bits_(bits),
        own_(deliver),
        others_(exchange) {}

  void Put(uint64_t row, uint64_t place, uint16_t value) {
    const Finding finding = {place, partition_.ProcessOf(row), value};
    if (finding.process != partition_.process) return others_.Put(finding);
    __builtin_prefetch(memory_ + place * bits_ / 8, 1);
    own_.Put(finding);
  }

 private:
  const Partition partition_;
  const char* const memory_;
  const int bits_;
  Buffer<Finding, 64> own_;
  Outbox others_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_EXCHANGE_H_
