#include "studies/longest/longest_wins.h"

#include <tbb/concurrent_vector.h>
#include <tbb/parallel_for.h>

#include <algorithm>

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
  tbb::parallel_for(uint64_t{0}, placements.size(), [&](uint64_t i) {
    if (placements[i] == plies + 1 &&
        IsCanonical(game.kernel(), position_at(i))) {
      indices.push_back(i);
    }
  });
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
