#include "solver_b/space.h"

namespace teeko::solver_b {

SetClasses::SetClasses(const Board& board, int size)
    : board_(board),
      sets_(SetsOfSize(board.squares(), size)),
      class_numbers_(sets_.size(), kNoClass),
      numbers_(sets_.size() * board.squares()) {
  const std::vector<Permutation>& symmetries = board.symmetries();
  for (uint64_t rank = 0; rank < sets_.size(); ++rank) {
    if (class_numbers_[rank] != kNoClass) continue;
    // Nothing smaller leads here, so it is the least of its orbit.
    Class& added = classes_.emplace_back(
        Class{.representative = sets_[rank],
              .left = SquaresLeft(board.squares(), sets_[rank])});
    for (const Permutation& symmetry : symmetries) {
      const uint64_t image_rank = Rank(Image(symmetry, sets_[rank]));
      if (image_rank == rank && &symmetry != &symmetries[0]) {
        added.stabilizer.push_back(&symmetry);
      }
      // Its inverse takes the image back.
      class_numbers_[image_rank] = classes_.size() - 1;
      uint8_t* const numbers = &numbers_[image_rank * board.squares()];
      for (int square = 0; square < board.squares(); ++square) {
        numbers[symmetry[square]] = added.left.Number(square);
      }
    }
  }
}

}  // namespace teeko::solver_b
