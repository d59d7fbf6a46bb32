#include "studies/longest/longest_wins.h"

#include <tbb/blocked_range.h>
#include <tbb/concurrent_vector.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>

#include "absl/types/span.h"
#include "game/orbit.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::studies {

std::vector<LongestWin> WinsIn(const Game& game,
                               const SectionValues& placements, int plies) {
  const kernel::Section& section = game.sections().front();
  const auto position_at = [&](uint64_t index) {
    return kernel::PositionAt(game.kernel(), section, index);
  };
  tbb::concurrent_vector<uint64_t> indices;
  const absl::Span<const uint8_t> payload = placements.payload();
  const auto find = [&](const tbb::blocked_range<size_t>& bytes) {
    // Few bytes are the value's lowest, and none is looked for faster.
    const uint8_t* const end = payload.data() + bytes.end();
    for (const uint8_t* byte = payload.data() + bytes.begin();; ++byte) {
      byte =
          static_cast<const uint8_t*>(std::memchr(byte, plies + 1, end - byte));
      if (byte == nullptr) return;
      const size_t offset = byte - payload.data();
      if (offset % placements.value_bytes() != 0) continue;
      const uint64_t i = offset / placements.value_bytes();
      if (placements[i] == plies + 1 &&
          IsCanonical(game.kernel(), position_at(i))) {
        indices.push_back(i);
      }
    }
  };
  tbb::parallel_for(tbb::blocked_range<size_t>(0, payload.size()), find);
  std::ranges::sort(indices);
  std::vector<LongestWin> wins;
  for (const uint64_t index : indices) {
    const kernel::Position position = position_at(index);
    wins.push_back(
        {.position = {.black = position.mover, .red = position.opponent},
         .orbit = static_cast<int>(OrbitOf(game.kernel(), position).size())});
  }
  return wins;
}

}  // namespace teeko::studies
