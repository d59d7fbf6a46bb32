// Where values have their place once symmetric positions are put together.

#ifndef TEEKO_SOLVER_B_SPACE_H_
#define TEEKO_SOLVER_B_SPACE_H_

#include <cstdint>
#include <deque>

#include "solver_b/board.h"
#include "solver_b/set.h"
#include "solver_b/set_classes.h"
#include "solver_b/set_index.h"

namespace teeko::solver_b {

// A value as the table has it (proto/README.md).
// 0: a draw; n + 1: decided in n plies, won by the mover if n is odd.
using Value = uint16_t;

inline constexpr Value kDraw = 0;
inline constexpr Value kNoValue = 65535;
inline constexpr int kMaxPlies = kNoValue - 2;

constexpr Value DecidedIn(int plies) { return plies + 1; }

// A section (proto/README.md) reduced: a row for every class of mover's sets, a
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
  uint64_t size() const { return rows() * columns_.count(); }

  // The positions of the section, symmetric ones counted apart.
  uint64_t positions() const {
    return movers_.sets().count() * columns_.count();
  }

  // Calls visit(row, column) for all places of `position`.
  template <typename Visit>
  void ForEachPlace(const Position& position, Visit visit) const;

  // Where the place is in an array of size() items.
  uint64_t Index(uint64_t row, uint64_t column) const {
    return row * columns_.count() + column;
  }

 private:
  const SetClasses& movers_;
  SetIndex columns_;
};

template <typename Visit>
void SectionIndex::ForEachPlace(const Position& position, Visit visit) const {
  const auto [row_number, symmetry] = movers_.Canonicalize(position.mover);
  const SetClasses::Class& row = movers_.classes()[row_number];
  const Set opponent =
      Image(movers_.board().symmetries()[symmetry], position.opponent);
  visit(row_number, columns_.Rank(row.left.Renumber(opponent)));
  for (const Permutation* kept : row.stabilizer) {
    visit(row_number, columns_.Rank(row.left.Renumber(Image(*kept, opponent))));
  }
}

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
