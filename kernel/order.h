// The order in which a table lists positions, as docs/formats.md specifies it.
// This file needs only the C++ standard library.

#ifndef TEEKO_KERNEL_ORDER_H_
#define TEEKO_KERNEL_ORDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace teeko::kernel {

// Returns the number of subsets with k elements of a set with n elements; 0 <=
// n <= 64, 0 <= k.
uint64_t Choose(int n, int k);

// Rank returns the number of sets that have as many squares as `set` and are
// smaller as numbers.  Unrank returns the set of `size` squares with this rank.
uint64_t Rank(Set set);
Set Unrank(uint64_t rank, int size);

// Compress gives the squares outside `omitted` the new numbers 0, 1, 2, … in
// ascending order, and returns `set` with these numbers.  `set` and `omitted`
// must be disjoint.  Expand is the inverse.  Example: with `omitted` {0, 2},
// Compress takes {1, 4} to {0, 2}, and Expand takes {0, 2} to {1, 4}.
Set Compress(Set set, Set omitted);
Set Expand(Set set, Set omitted);

// All positions with the same number of placed pieces and the same drops to
// come.
struct Section {
  int placed = 0;  // pieces of both sides
  // The letters of the style (S or A) for the drops to come: one for each drop
  // that the mover still has to make.  The opponent has as many drops to come
  // or one less.  Empty if all pieces are placed.
  std::string drops;
  int mover_pieces = 0;
  int opponent_pieces = 0;
  uint64_t positions = 0;  // UINT64_MAX if the number does not fit
  // Index of the section that has the successors.  The section with all pieces
  // placed has the index 0 and is its own next section.
  int next = 0;

  char letter() const { return drops.empty() ? 'S' : drops[0]; }
};

// Returns all sections that a table with these styles has, in file order.
std::vector<Section> Sections(const Game& game,
                              const std::vector<std::string>& styles);

// Returns the index of the section with these properties, or sections.size() if
// there is no such section.
int FindSection(const std::vector<Section>& sections, int placed,
                const std::string& drops);

// Returns the number of positions in a row of a section.  A row is all
// positions in which the mover has the same set of squares.  The indices of
// these positions are consecutive.
uint64_t RowSize(const Game& game, const Section& section);

// Index returns the index of a position in its section.  PositionAt is its
// inverse.
uint64_t Index(const Game& game, Position position);
Position PositionAt(const Game& game, const Section& section, uint64_t index);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_ORDER_H_
