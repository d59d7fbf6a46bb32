// Sets of squares up to symmetry, and where values have their place once
// symmetric positions are put together.

#ifndef TEEKO_SOLVER_B_SPACE_H_
#define TEEKO_SOLVER_B_SPACE_H_

#include <cstdint>
#include <deque>
#include <limits>
#include <variant>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/exchange.h"
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

// Values as the table has them (docs/formats.md), in one byte or in two.
// 0: a draw; n + 1: decided in n plies, won by the mover if n is odd.
inline constexpr int kDraw = 0;
constexpr int DecidedIn(int plies) { return plies + 1; }
template <typename Value>
inline constexpr Value kNoValue = std::numeric_limits<Value>::max();

// By place.
using Values = std::variant<std::vector<uint8_t>, std::vector<uint16_t>>;

// A section (docs/formats.md) reduced: a row for every class of mover's sets, a
// column for every set of the opponent's on the squares that the class'
// representative R leaves.
//
//                          column c
//                 ┌───┬───┬───┬───┬───
//     row of R    │   │   │ v │   │       v: the value of (R, c's set)
//                 └───┴───┴───┴───┴───
//
// A position has its place in the row of its mover's class.  There is no more
// than one if the symmetry that takes the mover's set to R is the only one to
// do so; otherwise the position has a place for each of them.  These few rows
// hold the same value several times, and it is this that makes every row
// complete: walking along a row never leaves it.
//
// Positions that share a place are symmetric, so their opponents' sets are of
// one class: threads that work at different classes of these sets never meet at
// a place.
//
// Immutable, hence thread-safe.
class SectionIndex {
 public:
  // `movers` must outlive this.
  SectionIndex(const SetClasses& movers, int opponent_pieces)
      : movers_(movers),
        columns_(movers.classes()[0].left.count(), opponent_pieces) {}

  const SetClasses& movers() const { return movers_; }
  const SetIndex& columns() const { return columns_; }
  uint64_t rows() const { return movers_.classes().size(); }
  uint64_t size(Partition partition = {}) const {
    return partition.Count(rows()) * columns_.count();
  }

  // The positions of the section, symmetric ones counted apart.
  uint64_t positions() const {
    return movers_.sets().size() * columns_.count();
  }

  // Calls visit(row, column) for all places of a position, given the rank of
  // its mover's set and its opponent's set.
  template <typename Visit>
  void ForEachPlace(uint64_t mover_rank, Set opponent, Visit visit) const {
    const auto [row, numbers] = movers_.Canonicalize(mover_rank);
    ForEachPlaceInRow(row, Image(numbers, opponent), visit);
  }

  // The same for the position whose mover is the row's representative; the
  // opponent's squares are numbered as in the row.
  template <typename Visit>
  void ForEachPlaceInRow(uint64_t row, Set opponent, Visit visit) const {
    visit(row, Rank(opponent));
    const SetClasses::Class& row_class = movers_.classes()[row];
    for (const Permutation* kept : row_class.stabilizer) {
      const Set image = Image(*kept, row_class.left.OnBoard(opponent));
      visit(row, Rank(row_class.left.Renumber(image)));
    }
  }

  // Where the place is in an array of size() items, or in one of size(share)
  // items at the process that has the row.
  uint64_t Index(uint64_t row, uint64_t column,
                 Partition partition = {}) const {
    return partition.OwnNumber(row) * columns_.count() + column;
  }

 private:
  const SetClasses& movers_;
  SetIndex columns_;
};

// All reduced sections of a game, and what they are made of.
//
// Immutable, hence thread-safe.
class Space {
 public:
  // `board` must outlive this.
  explicit Space(const Board& board) : board_(board) {
    for (int size = 0; size <= board.pieces(); ++size) {
      classes_.emplace_back(board, size);
    }
    for (int placed = 0; placed <= 2 * board.pieces(); ++placed) {
      sections_.emplace_back(classes_[placed / 2], (placed + 1) / 2);
    }
  }
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;

  const Board& board() const { return board_; }

  // The sets of `size` squares, up to as many as a side has pieces.
  const SetClasses& classes(int size) const { return classes_[size]; }

  // The section with so many pieces placed, both sides together.
  const SectionIndex& section(int placed) const { return sections_[placed]; }

 private:
  const Board& board_;
  // They refer to one another and so must stay where they are.
  std::deque<SetClasses> classes_;
  std::deque<SectionIndex> sections_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SPACE_H_
