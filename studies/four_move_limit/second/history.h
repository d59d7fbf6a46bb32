// What a side remembers under the four-move limit (game/RULES.md §5).

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_HISTORY_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_HISTORY_H_

#include <cstdint>
#include <utility>

#include "studies/four_move_limit/second/plain.h"

namespace teeko::studies::second {

inline constexpr uint8_t kLimit = 4;  // moves

// Of a side that has not moved yet unless told otherwise.
struct History {
  Move last;
  // Moves left of the running limit, 0 if there is none.  Until it is satisfied
  // the limited piece makes all moves, so its squares are those of `last`.
  uint8_t left = 0;
  // `last` was a return, this side is under no limit, and the other side has
  // not moved since.
  bool returned = false;

  friend bool operator==(const History&, const History&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const History& history) {
    return H::combine(std::move(h), history.last.from, history.last.to,
                      history.left, history.returned);
  }
};

// That history once the other side has invoked the limit, if it can.
inline History Invoked(const History& history) {
  return history.returned ? History{.last = history.last, .left = kLimit}
                          : history;
}

}  // namespace teeko::studies::second

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_HISTORY_H_
