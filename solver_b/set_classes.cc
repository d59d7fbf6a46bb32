#include "solver_b/set_classes.h"

#include <array>
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

// How many sets of `size` squares `symmetry` takes to themselves: those that
// are made up of whole cycles of it.
double CountSetsKept(const Permutation& symmetry, int squares, int size) {
  // kept[k]: sets of k squares made up of the cycles seen so far.
  std::array<double, kMaxSquares + 1> kept = {1};
  Set seen = 0;
  for (int square = 0; square < squares; ++square) {
    int length = 0;
    for (int i = square; (seen & SetOf(i)) == 0; i = symmetry[i]) {
      seen |= SetOf(i);
      ++length;
    }
    if (length == 0) continue;
    for (int k = size; k >= length; --k) kept[k] += kept[k - length];
  }
  return kept[size];
}

}  // namespace

SetClasses::SetClasses(const Board& board, int size)
    : board_(board),
      sets_(board.squares(), size),
      entries_(sets_.count(), Entry{kUnknown, 0}) {
  const std::vector<Permutation>& symmetries = board.symmetries();
  for (uint64_t rank = 0; rank < sets_.count(); ++rank) {
    if (entries_[rank].class_number != kUnknown) continue;
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
      Entry& entry = entries_[sets_.Rank(source)];
      if (entry.class_number != kUnknown) continue;
      entry = {class_number, i};
      ++added.orbit_size;
    }
  }
}

double CountSetClasses(const Board& board, int size) {
  // Burnside's lemma: as many as sets are kept by a symmetry on average.
  double kept = 0;
  for (const Permutation& symmetry : board.symmetries()) {
    kept += CountSetsKept(symmetry, board.squares(), size);
  }
  return kept / board.symmetries().size();
}

}  // namespace teeko::solver_b
