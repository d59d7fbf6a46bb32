#include "studies/placements/layout.h"

#include <algorithm>

#include "kernel/order.h"

namespace teeko::studies {

Sets::Sets(const kernel::Game& game, int size) {
  for (uint64_t r = 0; r < kernel::Choose(game.squares, size); ++r) {
    sets_.push_back(kernel::Unrank(r, size));
  }
  for (const std::vector<int>& symmetry : game.symmetries) {
    std::vector<uint16_t>& images = images_.emplace_back();
    for (const Set set : sets_) {
      images.push_back(kernel::Rank(kernel::Image(symmetry, set)));
    }
  }
  for (size_t rank = 0; rank < count(); ++rank) {
    const auto image = [&](const auto& images) { return images[rank]; };
    const auto least = std::ranges::min_element(images_, {}, image);
    // The smallest set of an orbit comes first, so `canonical_` has it already.
    if ((*least)[rank] == rank) canonical_.push_back(rank);
    const auto orbit = std::ranges::lower_bound(canonical_, (*least)[rank]);
    members_.push_back(
        {.orbit = static_cast<uint16_t>(orbit - canonical_.begin()),
         .symmetry = static_cast<uint8_t>(least - images_.begin()),
         .symmetric = std::ranges::count(images_, (*least)[rank], image) > 1});
  }
}

Layout::Layout(const kernel::Game& game, int first_size, int second_size)
    : first_(game, first_size), second_(game, second_size), merged_(rows()) {
  for (size_t row = 0; row < rows(); ++row) {
    std::vector<uint16_t> least = second_.images()[0];
    const int first = first_.canonical()[row];
    for (size_t s = 1; s < second_.images().size(); ++s) {
      if (first_.images()[s][first] != first) continue;
      std::ranges::transform(least, second_.images()[s], least.begin(),
                             std::ranges::min);
      merged_[row] = least;
    }
  }
}

}  // namespace teeko::studies
