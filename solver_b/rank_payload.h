// The payload of a section whose rows several ranks have, at rank 0.

#ifndef TEEKO_SOLVER_B_RANK_PAYLOAD_H_
#define TEEKO_SOLVER_B_RANK_PAYLOAD_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "solver_b/batches.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

// The payload passes in windows of some millions of positions, a round each.
// In every window each rank unpacks the positions of its own rows, in parallel,
// and sends them to rank 0.
class RankPayload {
 public:
  static constexpr uint64_t kWindowPositions = 1 << 22;

  // All must outlive this.  `values` are this rank's.
  RankPayload(const SectionIndex& section, const Values& values,
              Batches& batches, uint64_t window_positions = kWindowPositions);

  // At rank 0: as FillPayload, with the rows of all ranks, unless the run has
  // failed.  Each position is asked for once; windows are kept until all of
  // theirs have been.  Thread-safe.
  void Fill(uint64_t first, std::span<uint8_t> out);

  // At the others: goes along with all windows.
  void SendAll();

 private:
  // The next window, with what this rank has; at rank 0, all of it.
  std::vector<uint8_t> NextWindow();
  void SendOwn(uint64_t first, const std::vector<uint8_t>& window);

  const SectionIndex& section_;
  const Values& values_;
  Batches& batches_;
  const Share share_;
  const uint64_t window_positions_;
  const int value_bytes_;

  std::mutex mutex_;
  uint64_t next_ = 0;  // the first position of the next window
  struct Window {
    std::vector<uint8_t> bytes;
    uint64_t left;  // bytes not asked for yet
  };
  std::map<uint64_t, Window> windows_;  // by number
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_RANK_PAYLOAD_H_
