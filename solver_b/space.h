// The reduced sections of a game, and what they are made of.

#ifndef TEEKO_SOLVER_B_SPACE_H_
#define TEEKO_SOLVER_B_SPACE_H_

#include <deque>

#include "solver_b/board.h"
#include "solver_b/section_index.h"
#include "solver_b/set_classes.h"

namespace teeko::solver_b {

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
