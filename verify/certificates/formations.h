// The sets of squares that a side's pieces can form, and what moves make of
// them if nothing is in the way.

#ifndef TEEKO_VERIFY_CERTIFICATES_FORMATIONS_H_
#define TEEKO_VERIFY_CERTIFICATES_FORMATIONS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "kernel/kernel.h"

namespace teeko::verify {

struct Formations {
  // Ascending; elsewhere a formation is an index in here.
  std::vector<kernel::Set> sets;
  std::vector<bool> is_goal;
  // moves[f]: what f becomes by one move, if the other side does not hold a
  // square of it.  f is in moves[g] if g is in moves[f].
  std::vector<std::vector<int>> moves;
  // images[s][f]: what symmetry s of the game makes of f.
  std::vector<std::vector<int>> images;
  // Those that the symmetries take into each other, ascending.
  std::vector<std::vector<int>> orbits;

  int size() const { return static_cast<int>(sets.size()); }
  bool Overlap(int f, int g) const { return (sets[f] & sets[g]) != 0; }
};

// ResourceExhausted if there are more than `most` formations.
absl::StatusOr<Formations> FormationsOf(const kernel::Game& game, int most);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_FORMATIONS_H_
