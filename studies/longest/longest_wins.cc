#include "studies/longest/longest_wins.h"

#include <tbb/concurrent_vector.h>

#include <algorithm>
#include <cstring>

#include "absl/types/span.h"
#include "base/status.h"
#include "game/orbit.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/section_values.h"

namespace teeko::studies {

absl::StatusOr<std::vector<LongestWin>> WinsIn(const Game& game,
                                               const proto::TableReader& table,
                                               int plies) {
  const kernel::Section& section = game.sections().front();
  const auto position_at = [&](uint64_t index) {
    return kernel::PositionAt(game.kernel(), section, index);
  };
  const int value_bytes = table.footer().value_bytes();
  tbb::concurrent_vector<uint64_t> indices;
  const auto find = [&](uint64_t first, absl::Span<const uint8_t> payload,
                        uint32_t) {
    // Search for the lowest byte of the value, because memchr is fast.
    const uint8_t* const end = payload.data() + payload.size();
    for (const uint8_t* byte = payload.data();; ++byte) {
      byte =
          static_cast<const uint8_t*>(std::memchr(byte, plies + 1, end - byte));
      if (byte == nullptr) return;
      const size_t offset = byte - payload.data();
      if (offset % value_bytes != 0) continue;
      const uint64_t i = offset / value_bytes;
      if (proto::SectionValues::Decode(payload.data(), value_bytes, i) ==
              plies + 1 &&
          IsCanonical(game.kernel(), position_at(first + i))) {
        indices.push_back(first + i);
      }
    }
  };
  RETURN_IF_ERROR(table.ForEachStored(/*section=*/0, find));
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
