#include "studies/longest/longest_wins.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "game/orbit.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::studies {
namespace {

using Range = tbb::blocked_range<uint64_t>;

}  // namespace

int Depths::LongestWin() const {
  // Levels beyond it, if any, are losses.
  const int top = static_cast<int>(levels.size()) - 1;
  return top % 2 == 1 ? top : std::max(top - 1, 0);
}

Depths CountDepths(const SectionValues& placements) {
  using Counts = std::vector<uint64_t>;  // by value
  tbb::enumerable_thread_specific<Counts> counts(
      Counts(kernel::kNoValue + size_t{1}));
  tbb::parallel_for(Range(0, placements.size(), 1 << 16),
                    [&](const Range& range) {
                      Counts& mine = counts.local();
                      for (uint64_t i = range.begin(); i < range.end(); ++i) {
                        ++mine[placements[i]];
                      }
                    });
  Depths depths = {.placements = placements.size()};
  const auto count = [&](kernel::Value value) {
    uint64_t sum = 0;
    for (const Counts& one : counts) sum += one[value];
    return sum;
  };
  depths.no_value = count(kernel::kNoValue);
  depths.draws = count(kernel::kDraw);
  for (kernel::Value value = kernel::kLossIn0; value < kernel::kNoValue;
       ++value) {
    depths.levels.push_back(count(value));
  }
  while (!depths.levels.empty() && depths.levels.back() == 0) {
    depths.levels.pop_back();
  }
  return depths;
}

std::vector<LongestWin> WinsIn(const Game& game,
                               const SectionValues& placements, int plies) {
  const kernel::Value wanted = plies + 1;
  const kernel::Section& section = game.sections().front();
  tbb::enumerable_thread_specific<std::vector<uint64_t>> found;
  tbb::parallel_for(
      Range(0, placements.size(), 1 << 16), [&](const Range& range) {
        std::vector<uint64_t>& mine = found.local();
        for (uint64_t i = range.begin(); i < range.end(); ++i) {
          if (placements[i] == wanted &&
              IsCanonical(game.kernel(),
                          kernel::PositionAt(game.kernel(), section, i))) {
            mine.push_back(i);
          }
        }
      });
  std::vector<uint64_t> indices;
  for (const std::vector<uint64_t>& some : found) {
    indices.insert(indices.end(), some.begin(), some.end());
  }
  std::ranges::sort(indices);

  std::vector<LongestWin> wins;
  for (const uint64_t index : indices) {
    const kernel::Position position =
        kernel::PositionAt(game.kernel(), section, index);
    wins.push_back(
        {.position = {.black = position.mover, .red = position.opponent},
         .orbit = static_cast<int>(OrbitOf(game.kernel(), position).size())});
  }
  return wins;
}

}  // namespace teeko::studies
