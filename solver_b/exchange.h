// Divides the rows of a section among processes, and sends updates between
// them.

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

// The rows of a section that one process owns.  With N processes these are the
// rows process, process + N, ….  Two processes own equally many rows, or one of
// them owns one row more:
//
//     row         0 1 2 3 4 5 6 7
//     process     0 1 2 0 1 2 0 1
//     own number  0 0 0 1 1 1 2 2
struct Partition {
  uint32_t process = 0;
  uint32_t process_count = 1;

  // Requires fewer than 2^32 rows.  Avoids divisions if there is one process.
  uint32_t ProcessOf(uint64_t row) const {
    return process_count == 1 ? 0 : uint32_t(row) % process_count;
  }
  bool Has(uint64_t row) const { return ProcessOf(row) == process; }
  // OwnNumber returns the number of a row among the rows of its process; Row is
  // the inverse for the rows of this process.
  uint64_t OwnNumber(uint64_t row) const {
    return process_count == 1 ? row : uint32_t(row) / process_count;
  }
  uint64_t Row(uint64_t own_number) const {
    return own_number * process_count + process;
  }
  // Returns the number of rows of this process, out of `rows`.
  uint64_t Count(uint64_t rows) const {
    return (rows + process_count - 1 - process) / process_count;
  }
};

// An update of a place.
struct Update {
  uint64_t place;    // index at the process that owns the place; below 2^48
  uint32_t process;  // the process that owns the place
  // A cell or a value; 0 if the update only sets a bit of the next frontier.
  uint16_t value;
};

// Sends updates to other processes.  This base class is for a single process,
// which sends nothing.  All processes begin and end the same rounds.  When End
// returns, this process has received all updates that were sent to it in the
// round.
class Exchange {
 public:
  using Deliver = std::function<void(std::span<const Update>)>;

  virtual ~Exchange() = default;

  virtual Partition partition() const { return {}; }

  // True if the run has failed.  Then its results are invalid.
  virtual bool failed() const { return false; }

  // Starts a round.  Error messages have the name of the round.  Send and End
  // also receive: they call `deliver` with updates for this process, on one
  // thread at a time.
  virtual void Begin(std::string /*name*/, Deliver /*deliver*/) {}

  enum Round { kThis, kNext };
  // Sends updates, which arrive in any order.  `deliver` may send updates, too,
  // but only for the next round.  Thread-safe.
  virtual void Send(std::span<const Update> /*updates*/, Round /*round*/) {
    Require(false, "a single process sends no updates");
  }

  // Waits until all processes have ended the round.  Returns the sum of all
  // summands, or nullopt if the run has failed.
  virtual std::optional<uint64_t> End(uint64_t summand) { return summand; }
};

// Returns the exchange of a single process.  Thread-safe: it has no state.
inline Exchange& OneProcess() {
  static Exchange alone;
  return alone;
}

// Collects items and calls `consume` with up to `size` items at a time.
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

// Collects updates for other processes.  Each thread has its own Outbox.
class Outbox : public Buffer<Update, 256> {
 public:
  explicit Outbox(Exchange& exchange, Exchange::Round round = Exchange::kThis)
      : Buffer([&exchange, round](auto all) { exchange.Send(all, round); }) {}
};

// Sends each update to the process that owns the place, which may be this
// process.  Each thread has its own Router.
class Router {
 public:
  // Prefetches the places of updates for this process, and calls `deliver` with
  // up to 64 of these updates at a time, at the latest when this object is
  // destroyed.  Place p is at bit p · `bits` of `memory`.
  Router(Exchange& exchange, const Exchange::Deliver& deliver,
         const void* memory, int bits)
      : partition_(exchange.partition()),
        memory_(static_cast<const char*>(memory)),
        bits_(bits),
        own_(deliver),
        others_(exchange) {}

  void Put(uint64_t row, uint64_t place, uint16_t value) {
    const Update update = {place, partition_.ProcessOf(row), value};
    if (update.process != partition_.process) return others_.Put(update);
    __builtin_prefetch(memory_ + place * bits_ / 8, 1);
    own_.Put(update);
  }

 private:
  const Partition partition_;
  const char* const memory_;
  const int bits_;
  Buffer<Update, 64> own_;
  Outbox others_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_EXCHANGE_H_
