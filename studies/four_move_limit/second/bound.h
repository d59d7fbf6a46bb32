// Where a side comes to no harm by the limit: the bounds of README.md.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_BOUND_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_BOUND_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "stage/stage.h"
#include "studies/four_move_limit/second/plain.h"

namespace teeko::studies::second {

// Of the defender, at a position where it is to move: the same whatever its
// history.
struct alignas(4) Options {
  uint8_t good_moves = 2;  // good moves, 2 if more
  Move only = {};          // the good move if it is the only one
  uint8_t shuttles = 0;  // then: how often in a row the piece can be made to go
                         // back and forth, 1 to 5
  friend bool operator==(const Options&, const Options&) = default;
};

// Const methods are thread-safe.
class Bound {
 public:
  // Whether a move between positions of these values may be good.
  using MayBeGood = bool (*)(kernel::Value before, kernel::Value after);

  // Works on oneTBB threads; `plain` must outlive this.
  Bound(const Plain& plain, MayBeGood may_be_good, Progress& progress);

  // Whether the defender, to move, is at its end.
  bool AtEnd(const kernel::Position& position, const History& defender) const;

  // Whether the other side, to move, has a move after which, with the limit if
  // it can be invoked, the defender is at its end.
  bool CanBeEnded(const kernel::Position& position,
                  const History& defender) const;

 private:
  // The options as the other side's replies have it, or without a look at them.
  Options OptionsAt(uint64_t index, bool replies);

  // For the whole orbit.
  void Store(uint64_t index, const Options& options);

  // Marks the positions whose options may have changed with this one.
  void SetDue(uint64_t index, const Options& options);

  // The smallest index in a position's orbit.
  uint64_t CanonicalIndex(const kernel::Position& position) const;

  const Plain& plain_;
  const MayBeGood may_be_good_;
  std::vector<Options> options_;          // by index
  std::vector<std::atomic<bool>> due_;    // by canonical index
  std::vector<std::atomic<bool>> ended_;  // the other side has a reply to where
                                          // good_moves = 0; by canonical index
};

}  // namespace teeko::studies::second

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_BOUND_H_
