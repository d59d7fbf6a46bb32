// The exchange between several processes: findings are sent in batches, while
// the round goes on.

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

// Returns the rows of this process.
inline Partition PartitionOf(const base::Processes& processes) {
  return {uint32_t(processes.process()), uint32_t(processes.process_count())};
}

class ProcessExchange : public Exchange {
 public:
  // 2^15 findings are enough for distances of one byte in most batches of a 5×5
  // game.  `processes` must outlive this.
  explicit ProcessExchange(base::Processes& processes,
                           size_t batch_findings = 1 << 15);

  Partition partition() const override { return partition_; }
  bool failed() const override { return failed_; }
  void Begin(std::string name, Deliver deliver) override;
  void Send(std::span<const Finding> findings, Round round) override;
  std::optional<uint64_t> End(uint64_t summand) override;

  // Fails the run, unless `status` is OK.  Thread-safe.
  void Fail(const absl::Status& status);
  // The first error.
  absl::Status status();

 private:
  using Batch = std::pair<uint32_t, std::string>;  // process and bytes

  base::Processes& processes_;
  const Partition partition_;
  const size_t batch_findings_;

  std::mutex mutex_;  // guards these
  // Updates for the next batch, by Round, then process.
  std::array<std::vector<std::vector<uint64_t>>, 2> keys_;
  std::vector<Batch> next_;  // full batches of the next round
  absl::Status status_;
  std::atomic<bool> failed_ = false;  // there is an error
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PROCESS_EXCHANGE_H_
