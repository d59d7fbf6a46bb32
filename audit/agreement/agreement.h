// What must hold among the three readings of the rules, written without sight
// of one another.

#ifndef TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_
#define TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "audit/agreement/readings.h"
#include "solver_b/space.h"
#include "verify/kernel.h"

namespace teeko::verify {

struct Disagreement {
  std::string about;  // "moves"
  // Where; the empty board if it is about the board as a whole.
  kernel::Position position;
  // What each reading says, a line each.
  std::string opinions;
  // Letters of the drops to come, if it depends on them.
  std::string drops = {};
};

// Compares readings and keeps the first disagreement.
class Agreement {
 public:
  // `readings` must outlive this.
  explicit Agreement(const Readings& readings);

  // Goals, neighbours and symmetries.
  void CheckBoard();

  // Of a position with any number of pieces placed: moves forward and backward
  // or drops, goals, symmetry, and ranks.  Neither side may have more pieces
  // than the rules give it.
  void CheckPosition(kernel::Position position);

  // How many comparisons have been made.
  uint64_t checks() const { return checks_; }
  const std::optional<Disagreement>& disagreement() const {
    return disagreement_;
  }

 private:
  template <typename T>
  struct Opinion {
    const char* reading;
    const T& says;
  };
  template <typename T>
  void Same(const char* about, kernel::Position position,
            std::initializer_list<Opinion<T>> opinions);

  void CheckMoves(kernel::Position position);
  void CheckDrops(kernel::Position position);
  void CheckSymmetry(kernel::Position position);
  void CheckRanks(kernel::Position position);
  void CheckPlaces(kernel::Position position);

  const Readings& readings_;
  // Solver B's ranks; only of boards with few sets, since it lists them all.
  std::optional<solver_b::Space> space_;
  uint64_t checks_ = 0;
  std::optional<Disagreement> disagreement_;
};

}  // namespace teeko::verify

#endif  // TEEKO_AUDIT_AGREEMENT_AGREEMENT_H_
