#include "game/orbit.h"

#include <algorithm>

#include "kernel/order.h"

namespace teeko {

std::vector<uint64_t> OrbitOf(const kernel::Game& game,
                              kernel::Position position) {
  std::vector<uint64_t> orbit;
  for (const std::vector<int>& symmetry : game.symmetries) {
    orbit.push_back(kernel::Index(game, kernel::Image(symmetry, position)));
  }
  std::ranges::sort(orbit);
  orbit.erase(std::unique(orbit.begin(), orbit.end()), orbit.end());
  return orbit;
}

uint64_t FirstOfOrbit(const kernel::Game& game, kernel::Position position) {
  return OrbitOf(game, position).front();
}

bool IsCanonical(const kernel::Game& game, kernel::Position position) {
  // Indices have the same order as the pairs of sets, compared as numbers.
  return std::ranges::none_of(
      game.symmetries, [&](const std::vector<int>& symmetry) {
        const kernel::Set image = kernel::Image(symmetry, position.mover);
        return image < position.mover ||
               (image == position.mover &&
                kernel::Image(symmetry, position.opponent) < position.opponent);
      });
}

}  // namespace teeko
