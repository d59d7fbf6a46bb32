// Where studies keep what they know of positions: one place for each class of
// pairs of sets under the symmetries of the board.

#ifndef TEEKO_STUDIES_PLACEMENTS_LAYOUT_H_
#define TEEKO_STUDIES_PLACEMENTS_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace teeko::studies {

using kernel::Set;

// The sets of as many squares of a board, by their ranks (kernel/order.h), and
// their classes under symmetry.  There must not be more than 65,536, nor
// more than 256 symmetries.
class Sets {
 public:
  Sets(const kernel::Game& game, int size);

  size_t count() const { return sets_.size(); }
  // Ascending; the rank of a set is its place in the list.
  const std::vector<Set>& all() const { return sets_; }

  // kernel::Game's symmetries, applied to ranks: images()[symmetry][rank].
  const std::vector<std::vector<uint16_t>>& images() const { return images_; }

  // The least set of each class, ascending; and where in that list the class of
  // a set stands, the first symmetry that takes the set there, and whether
  // others do.
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

// Pairs of sets, by ranks: a row for each class of first sets, with a column
// for each second set.  If symmetries leave the first set of a row as it is, of
// the columns that they map to each other the first stands for all.
class Layout {
 public:
  Layout(const kernel::Game& game, int first_size, int second_size);

  const Sets& first() const { return first_; }
  const Sets& second() const { return second_; }

  size_t rows() const { return first_.least().size(); }
  // Places are less than this; some are of no pair.
  size_t size() const { return rows() * second_.count(); }

  size_t PlaceOf(int first, int second) const {
    const Sets::Class row = first_.ClassOf(first);
    const int column = second_.images()[row.symmetry][second];
    return row.place * second_.count() +
           (row.symmetric ? merged_[row.place][column] : column);
  }

  // Calls visit(first, second, place) for one pair of disjoint sets of each
  // class in a row, the first set being the least.
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
  // By row, if its set is symmetric, and column, the one that stands for it.
  std::vector<std::vector<uint16_t>> merged_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PLACEMENTS_LAYOUT_H_
