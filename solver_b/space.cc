#include "solver_b/space.h"

namespace teeko::solver_b {

SetOrbits::SetOrbits(const Board& board, int size)
    : board_(board),
      sets_(SetsOfSize(board.squares(), size)),
      orbit_numbers_(sets_.size(), kNoOrbit),
      numbers_(sets_.size() * board.squares()) {
  const std::vector<Permutation>& symmetries = board.symmetries();
  for (uint64_t rank = 0; rank < sets_.size(); ++rank) {
    if (orbit_numbers_[rank] != kNoOrbit) continue;
    // No smaller set has this set as an image, so it is the representative.
    Orbit& added = orbits_.emplace_back(
        Orbit{.representative = sets_[rank],
              .left = SquaresLeft(board.squares(), sets_[rank])});
    for (const Permutation& symmetry : symmetries) {
      const uint64_t image_rank = Rank(Image(symmetry, sets_[rank]));
      if (image_rank == rank && &symmetry != &symmetries[0]) {
        added.stabilizer.push_back(&symmetry);
      }
      // The inverse of `symmetry` maps the image to the representative.
      orbit_numbers_[image_rank] = orbits_.size() - 1;
      uint8_t* const numbers = &numbers_[image_rank * board.squares()];
      for (int square = 0; square < board.squares(); ++square) {
        numbers[symmetry[square]] = added.left.Number(square);
      }
    }
  }
}

Space::Space(const Board& board, int threshold)
    : board_(board),
      threshold_(threshold),
      markers_(board, threshold),
      sides_(board.game().scoring ? std::vector{kAttacker, kDefender}
                                  : std::vector{kAttacker}) {
  for (int size = 0; size <= board.pieces(); ++size) {
    orbits_.emplace_back(board, size);
  }
  for (int placed = 0; placed <= 2 * board.pieces(); ++placed) {
    for (const Side side : sides_) {
      sections_.emplace_back(orbits_, markers_, placed / 2, (placed + 1) / 2,
                             side);
    }
  }
}

}  // namespace teeko::solver_b
