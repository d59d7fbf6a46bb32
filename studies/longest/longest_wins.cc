#include "studies/longest/longest_wins.h"

#include <tbb/blocked_range.h>
#include <tbb/concurrent_vector.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <functional>

#include "game/orbit.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::studies {
namespace {

using Range = tbb::blocked_range<uint64_t>;

}  // namespace

void CountValues(const SectionValues& placements, Manifest& manifest) {
  using Counts = std::vector<uint64_t>;  // by value
  const Counts none(kernel::kNoValue + size_t{1});
  tbb::enumerable_thread_specific<Counts> by_thread(none);
  tbb::parallel_for(Range(0, placements.size(), 1 << 16),
                    [&](const Range& range) {
                      Counts& mine = by_thread.local();
                      for (uint64_t i = range.begin(); i < range.end(); ++i) {
                        ++mine[placements[i]];
                      }
                    });
  Counts counts = none;
  for (const Counts& some : by_thread) {
    std::ranges::transform(counts, some, counts.begin(), std::plus());
  }
  manifest.set_placements(placements.size());
  manifest.set_no_value(counts[kernel::kNoValue]);
  manifest.set_draws(counts[kernel::kDraw]);
  counts.pop_back();
  while (counts.size() > kernel::kLossIn0 && counts.back() == 0) {
    counts.pop_back();
  }
  manifest.mutable_levels()->Assign(counts.begin() + kernel::kLossIn0,
                                    counts.end());
}

std::vector<LongestWin> WinsIn(const Game& game,
                               const SectionValues& placements, int plies) {
  const kernel::Section& section = game.sections().front();
  const auto position_at = [&](uint64_t index) {
    return kernel::PositionAt(game.kernel(), section, index);
  };
  tbb::concurrent_vector<uint64_t> indices;
  tbb::parallel_for(Range(0, placements.size(), 1 << 16),
                    [&](const Range& range) {
                      for (uint64_t i = range.begin(); i < range.end(); ++i) {
                        if (placements[i] == plies + 1 &&
                            IsCanonical(game.kernel(), position_at(i))) {
                          indices.push_back(i);
                        }
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
