// Numbers the orbits of pairs of sets.  Studies store data by these numbers.

#ifndef TEEKO_STUDIES_PLACEMENTS_LAYOUT_H_
#define TEEKO_STUDIES_PLACEMENTS_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace teeko::studies {

using kernel::Set;

// All sets with the same number of squares, by their ranks (kernel/order.h),
// and their orbits.  There must be at most 65,536 sets and 256 symmetries.
class Sets {
 public:
  Sets(const kernel::Game& game, int size);

  size_t count() const { return sets_.size(); }
  // Returns the sets in ascending order.  The rank of a set is its index.
  const std::vector<Set>& all() const { return sets_; }

  // The symmetries of kernel::Game, applied to ranks: images()[symmetry][rank].
  const std::vector<std::vector<uint16_t>>& images() const { return images_; }

  // least() returns the smallest set of each orbit, in ascending order.
  // ClassOf returns where a set belongs.  `place` is the index of its orbit in
  // least().  `symmetry` is the first symmetry that maps the set to the
  // smallest set of the orbit.  `symmetric` is true if several symmetries do
  // this.
  const std::vector<int>& least() const { return least_; }
  struct Class {
    uint16_t place;
    uint8_t symmetry;
    bool symmetric;
  };
  Class ClassOf(int rank) const { return classes_[rank]; }

 private:
  std::vector<Set> sets_;
  std::vector<std::vector<uint16_t>> images_;
  std::vector<int> least_;
  std::vector<Class> classes_;
};

// Numbers pairs of sets, which are given by their ranks.  There is a row for
// each orbit of first sets, and a column for each second set.  Symmetries that
// do not change the first set of a row map its columns to each other.  Then the
// first of these columns represents all of them.
class Layout {
 public:
  Layout(const kernel::Game& game, int first_size, int second_size);

  const Sets& first() const { return first_; }
  const Sets& second() const { return second_; }

  size_t rows() const { return first_.least().size(); }
  // All places are less than this.  Some places belong to no pair.
  size_t size() const { return rows() * second_.count(); }

  size_t PlaceOf(int first, int second) const {
    const Sets::Class row = first_.ClassOf(first);
    const int column = second_.images()[row.symmetry][second];
    return row.place * second_.count() +
           (row.symmetric ? merged_[row.place][column] : column);
  }

  // Calls visit(first, second, place) once for each orbit of disjoint pairs in
  // a row.  The first set is the smallest of its orbit.
  template <typename Visit>
  void ForEachInRow(size_t row, Visit visit) const {
    const int first = first_.least()[row];
    size_t place = row * second_.count();
    for (int second = 0; second < static_cast<int>(second_.count()); ++second) {
      if ((first_.all()[first] & second_.all()[second]) == 0 &&
          PlaceOf(first, second) == place) {
        visit(first, second, place);
      }
      ++place;
    }
  }

 private:
  Sets first_;
  Sets second_;
  // By row with a symmetric set, and by column: the column that represents it.
  std::vector<std::vector<uint16_t>> merged_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PLACEMENTS_LAYOUT_H_
