// Where the positions of a section have their place once symmetric ones are
// put together.

#ifndef TEEKO_SOLVER_B_SECTION_INDEX_H_
#define TEEKO_SOLVER_B_SECTION_INDEX_H_

#include <atomic>
#include <cstdint>

#include "solver_b/board.h"
#include "solver_b/set_classes.h"
#include "solver_b/set_index.h"
#include "solver_b/value.h"

namespace teeko::solver_b {

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
  const SetClasses::Way way = movers_.Find(position.mover);
  const SetClasses::Class& row = movers_.classes()[way.class_number];
  const auto visit_place = [&](Set opponent) {
    visit(way.class_number, columns_.Rank(row.left.Renumber(opponent)));
  };
  const Set opponent = Image(*way.symmetry, position.opponent);
  visit_place(opponent);
  for (const Permutation* symmetry : row.stabilizer) {
    visit_place(Image(*symmetry, opponent));
  }
}

// Stores a value while other threads may store the same one there.
inline void StoreValue(Value value, Value& place) {
  std::atomic_ref(place).store(value, std::memory_order_relaxed);
}

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SECTION_INDEX_H_
