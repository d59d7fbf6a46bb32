// The order in which a table lists positions (docs/formats.md): the kernel's
// reading of it, with nothing but the C++ standard library.

#ifndef TEEKO_KERNEL_ORDER_H_
#define TEEKO_KERNEL_ORDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/kernel.h"

namespace teeko::kernel {

// Number of subsets with k elements of a set with n; 0 <= n <= 64, 0 <= k.
uint64_t Choose(int n, int k);

// Number of smaller sets with as many squares, and back.
uint64_t Rank(Set set);
Set Unrank(uint64_t rank, int size);

// Renumbers the squares of `set` leaving out those of `held`, and back.
Set Compress(Set set, Set held);
Set Expand(Set set, Set held);

// The positions with a number of pieces placed and certain drops to come.
struct Section {
  int placed = 0;
  std::string drops;  // letters, from the next drop on; empty: all are placed
  int mover_pieces = 0;
  int opponent_pieces = 0;
  uint64_t positions = 0;  // UINT64_MAX if there are more
  int next = 0;  // the section of the successors; this one if all are placed

  char letter() const { return drops.empty() ? 'S' : drops[0]; }
};

// All sections that these styles need, in the table's order.
std::vector<Section> Sections(const Game& game,
                              const std::vector<std::string>& styles);

// Which of them it is; their number if it is none.
int FindSection(const std::vector<Section>& sections, int placed,
                const std::string& drops);

// How many positions with one mover's set a section has; they follow each
// other.
uint64_t RowPositions(const Game& game, const Section& section);

uint64_t Index(const Game& game, Position position);
Position PositionAt(const Game& game, const Section& section, uint64_t index);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_ORDER_H_
