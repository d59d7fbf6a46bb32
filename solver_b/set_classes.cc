#include "solver_b/set_classes.h"

#include <limits>

namespace teeko::solver_b {
namespace {

constexpr uint32_t kUnknown = std::numeric_limits<uint32_t>::max();

// The squares that `permutation` takes to those of `set`.
Set Preimage(const Permutation& permutation, int squares, Set set) {
  Set preimage = 0;
  for (int square = 0; square < squares; ++square) {
    if ((set & SetOf(permutation[square])) != 0) preimage |= SetOf(square);
  }
  return preimage;
}

}  // namespace

SetClasses::SetClasses(const Board& board, int size)
    : board_(board),
      sets_(board.squares(), size),
      class_numbers_(sets_.count(), kUnknown),
      numbers_(sets_.count() * board.squares()) {
  const std::vector<Permutation>& symmetries = board.symmetries();
  for (uint64_t rank = 0; rank < sets_.count(); ++rank) {
    if (class_numbers_[rank] != kUnknown) continue;
    // Nothing smaller leads here, so it is the least of its orbit.
    const Set representative = sets_.Unrank(rank);
    const uint32_t class_number = classes_.size();
    Class& added = classes_.emplace_back(
        Class{.representative = representative,
              .left = SquaresLeft(board.squares(), representative)});
    for (uint32_t i = 0; i < symmetries.size(); ++i) {
      const Set source =
          Preimage(symmetries[i], board.squares(), representative);
      if (source == representative && i != 0) {
        added.stabilizer.push_back(&symmetries[i]);
      }
      const uint64_t source_rank = sets_.Rank(source);
      if (class_numbers_[source_rank] != kUnknown) continue;
      class_numbers_[source_rank] = class_number;
      ++added.orbit_size;
      uint8_t* const numbers = &numbers_[source_rank * board.squares()];
      for (int square = 0; square < board.squares(); ++square) {
        numbers[square] = added.left.Number(symmetries[i][square]);
      }
    }
    is_symmetric_.push_back(!added.stabilizer.empty());
  }
}

}  // namespace teeko::solver_b
