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

  // canonical() returns the smallest set of each orbit, in ascending order.
  // MemberOf returns the orbit of a set.  `orbit` is the index of this orbit in
  // canonical().  `symmetry` is the first symmetry that maps the set to the
  // smallest set of the orbit.  `symmetric` is true if several symmetries do
  // this.
  const std::vector<int>& canonical() const { return canonical_; }
  struct Member {
    uint16_t orbit;
    uint8_t symmetry;
    bool symmetric;
  };
  Member MemberOf(int rank) const { return members_[rank]; }

 private:
  std::vector<Set> sets_;
  std::vector<std::vector<uint16_t>> images_;
  std::vector<int> canonical_;
  std::vector<Member> members_;
};

// Numbers pairs of sets by their ranks.  There is a row for each orbit of first
// sets, and a column for each second set.  Symmetries that do not change the
// first set of a row map its columns to each other; the first of these columns
// represents all of them.
class Layout {
 public:
  Layout(const kernel::Game& game, int first_size, int second_size);

  const Sets& first() const { return first_; }
  const Sets& second() const { return second_; }

  size_t rows() const { return first_.canonical().size(); }
  // All indices are less than this.  Some indices belong to no pair.
  size_t size() const { return rows() * second_.count(); }

  size_t IndexOf(int first, int second) const {
    const Sets::Member row = first_.MemberOf(first);
    const int column = second_.images()[row.symmetry][second];
    return row.orbit * second_.count() +
           (row.symmetric ? merged_[row.orbit][column] : column);
  }

  // Calls visit(first, second, index) once for each orbit of disjoint pairs in
  // a row.  The first set is the smallest of its orbit.
  template <typename Visit>
  void ForEachInRow(size_t row, Visit visit) const {
    const int first = first_.canonical()[row];
    size_t index = row * second_.count();
    for (int second = 0; second < static_cast<int>(second_.count()); ++second) {
      if ((first_.all()[first] & second_.all()[second]) == 0 &&
          IndexOf(first, second) == index) {
        visit(first, second, index);
      }
      ++index;
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
