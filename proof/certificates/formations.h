// The sets of squares that a side's pieces can form, and the moves between
// them.

#ifndef TEEKO_PROOF_CERTIFICATES_FORMATIONS_H_
#define TEEKO_PROOF_CERTIFICATES_FORMATIONS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "kernel/kernel.h"

namespace teeko::proof {

// In the certificate maker, a formation is any set of squares that the pieces
// of a side, the Prover or the Skeptic, can occupy.  The Prover keeps to the
// allowed formations.
struct Formations {
  // All formations, ascending.  In the other members a formation is an index
  // into this vector.
  std::vector<kernel::Set> sets;
  std::vector<bool> is_goal;
  // moves[f]: the formations after one move from f.  A move is legal if the
  // other side holds no square of the new formation.  Moves can be reversed: f
  // is in moves[g] if g is in moves[f].
  std::vector<std::vector<int>> moves;
  // images[s][f]: the image of f under symmetry s of the game.
  std::vector<std::vector<int>> images;
  // The formations of each orbit, ascending.
  std::vector<std::vector<int>> orbits;

  int size() const { return static_cast<int>(sets.size()); }
  bool Overlap(int f, int g) const { return (sets[f] & sets[g]) != 0; }
};

// Returns all formations of the game.  ResourceExhausted if there are more than
// `most`.
absl::StatusOr<Formations> FormationsOf(const kernel::Game& game, int most);

}  // namespace teeko::proof

#endif  // TEEKO_PROOF_CERTIFICATES_FORMATIONS_H_
