// The exchange between several processes.  Sends updates in batches while the
// processes work.

#ifndef TEEKO_SOLVER_B_PROCESS_EXCHANGE_H_
#define TEEKO_SOLVER_B_PROCESS_EXCHANGE_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "base/processes.h"
#include "solver_b/exchange.h"

namespace teeko::solver_b {

inline Partition PartitionOf(const base::Processes& processes) {
  return {uint32_t(processes.process()), uint32_t(processes.process_count())};
}

class ProcessExchange : public Exchange {
 public:
  // `processes` must outlive this.  A batch has `batch_updates` updates.  With
  // 2^15 updates, most differences in Updates fit into one byte on 5×5.
  explicit ProcessExchange(base::Processes& processes,
                           size_t batch_updates = 1 << 15);

  Partition partition() const override { return partition_; }
  bool failed() const override { return failed_; }
  void Begin(std::string name, Deliver deliver) override;
  void Send(std::span<const Update> updates, Round round) override;
  std::optional<uint64_t> End(uint64_t summand) override;

  // Makes the run fail unless `status` is OK.  Thread-safe.
  void Fail(const absl::Status& status);
  // Returns the first error.
  absl::Status status();

 private:
  using Batch = std::pair<uint32_t, std::string>;  // process and bytes

  base::Processes& processes_;
  const Partition partition_;
  const size_t batch_updates_;

  std::mutex mutex_;  // guards the members below
  // Updates that wait for a full batch, by Round and receiver.  A key has the
  // place in its high bits and the value in its low 16 bits.
  std::array<std::vector<std::vector<uint64_t>>, 2> keys_;
  std::vector<Batch> next_;  // full batches of the next round
  absl::Status status_;
  std::atomic<bool> failed_ = false;  // status_ is an error
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PROCESS_EXCHANGE_H_
