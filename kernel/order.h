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

// Rank returns the number of sets that have the same number of squares and are
// smaller as numbers.  Unrank returns the set of `size` squares with this rank.
uint64_t Rank(Set set);
Set Unrank(uint64_t rank, int size);

// Compress numbers the squares that are not in `held` from 0, in order, and
// returns `set` in these numbers.  `set` and `held` must be disjoint.  Expand
// is the inverse.
Set Compress(Set set, Set held);
Set Expand(Set set, Set held);

// All positions with the same number of placed pieces and the same letters of
// the drops to come.
struct Section {
  int placed = 0;
  std::string drops;  // letters of the drops to come; empty if there are none
  int mover_pieces = 0;
  int opponent_pieces = 0;
  uint64_t positions = 0;  // UINT64_MAX if the number does not fit
  int next = 0;            // index of the section that has the successors

  char letter() const { return drops.empty() ? 'S' : drops[0]; }
};

// Returns all sections that a table with these styles has, in file order.
std::vector<Section> Sections(const Game& game,
                              const std::vector<std::string>& styles);

// Returns the index of the section with these properties, or sections.size() if
// there is no such section.
int FindSection(const std::vector<Section>& sections, int placed,
                const std::string& drops);

// Returns the number of positions in a row.  A row is all positions of a
// section in which the mover has the same set.  Their indices are consecutive.
uint64_t RowPositions(const Game& game, const Section& section);

// Index returns the index of a position in its section.  PositionAt is its
// inverse.
uint64_t Index(const Game& game, Position position);
Position PositionAt(const Game& game, const Section& section, uint64_t index);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_ORDER_H_
