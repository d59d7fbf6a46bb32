// Divides panels among the processes of solver A and sends messages.

#ifndef TEEKO_SOLVER_A_EXCHANGE_H_
#define TEEKO_SOLVER_A_EXCHANGE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "base/processes.h"
#include "base/status.h"
#include "solver_a/bit_matrix.h"

namespace teeko::solver_a {

inline Partition PartitionOf(const base::Processes& processes) {
  return {static_cast<size_t>(processes.process()),
          static_cast<size_t>(processes.process_count())};
}

// Sends messages[to] to each process `to`, unless the message is empty.
// Thread-safe.
inline absl::Status SendAll(base::Processes& processes, uint64_t argument,
                            const std::vector<std::vector<uint8_t>>& messages) {
  for (int to = 0; to < processes.process_count(); ++to) {
    if (messages[to].empty()) continue;
    RETURN_IF_ERROR(processes.Send(to, argument, messages[to]));
  }
  return absl::OkStatus();
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_EXCHANGE_H_
