// Sets of squares up to symmetry.

#ifndef TEEKO_SOLVER_B_SET_CLASSES_H_
#define TEEKO_SOLVER_B_SET_CLASSES_H_

#include <cstdint>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/set.h"
#include "solver_b/set_index.h"

namespace teeko::solver_b {

// The sets of `size` squares, those that symmetries take to each other being
// one class (orbit).  Immutable, hence thread-safe.
class SetClasses {
 public:
  struct Class {
    // The least of its orbit, as a number.
    Set representative;
    SquaresLeft left;  // by the representative
    // The symmetries that keep the representative, except the identity.
    std::vector<const Permutation*> stabilizer = {};
  };

  // How a set becomes the representative of its class: by a symmetry, the same
  // for each of its squares.
  struct Canonicalization {
    uint32_t class_number;
    // By square: where the symmetry takes it, as a number among the squares
    // that the representative leaves; nothing for squares of the set.
    const uint8_t* numbers;
  };

  // `board` must outlive this.
  SetClasses(const Board& board, int size);

  // In ascending order of representatives.  A class has as many sets as there
  // are symmetries for each that keeps its representative.
  const std::vector<Class>& classes() const { return classes_; }

  const Board& board() const { return board_; }

  // All the sets, by rank.
  const std::vector<Set>& sets() const { return sets_; }

  // Of the set with this rank.
  Canonicalization Canonicalize(uint64_t rank) const {
    return {class_numbers_[rank], &numbers_[rank * board_.squares()]};
  }
  // Lets what that takes come from memory.
  void Prefetch(uint64_t rank) const {
    __builtin_prefetch(&class_numbers_[rank]);
    const uint8_t* const numbers = &numbers_[rank * board_.squares()];
    __builtin_prefetch(numbers);
    __builtin_prefetch(numbers + board_.squares() - 1);
  }

 private:
  static constexpr uint32_t kNoClass = -1;  // yet

  const Board& board_;
  const std::vector<Set> sets_;
  std::vector<Class> classes_;
  std::vector<uint32_t> class_numbers_;  // by rank
  std::vector<uint8_t> numbers_;         // by rank and square
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SET_CLASSES_H_
