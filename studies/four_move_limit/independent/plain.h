// The plain game, without extra rules: positions with all pieces placed, their
// values, and moves.  Also the history of a side under the four-move limit
// (docs/rules.md §5).

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_INDEPENDENT_PLAIN_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_INDEPENDENT_PLAIN_H_

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/section_values.h"

namespace teeko::studies::independent {

inline bool IsWin(kernel::Value value) {
  return value != kernel::kDraw && value % 2 == 0;
}
inline bool IsLoss(kernel::Value value) {
  return value % 2 == 1 && value != kernel::kNoValue;
}

struct Plain {
  std::string name;  // name of the rules
  kernel::Game game;
  kernel::Section section;
  proto::SectionValues values;
  std::vector<uint64_t> canonical = {};  // indices, one of each orbit

  uint64_t IndexOf(const kernel::Position& position) const {
    return kernel::Index(game, position);
  }
  kernel::Position At(uint64_t index) const {
    return kernel::PositionAt(game, section, index);
  }
};

// A move; squares are counted from 0.
struct Move {
  uint8_t from = 255;  // 255: no move
  uint8_t to = 255;
  Move Back() const { return {to, from}; }
  friend bool operator==(const Move&, const Move&) = default;
};

// Returns the move that leads from `before` to its successor `after`.
inline Move MoveBetween(const kernel::Position& before,
                        const kernel::Position& after) {
  return {
      static_cast<uint8_t>(std::countr_zero(before.mover & ~after.opponent)),
      static_cast<uint8_t>(std::countr_zero(after.opponent & ~before.mover))};
}

inline Move ImageOf(const std::vector<int>& symmetry, const Move& move) {
  if (move == Move{}) return move;
  return {static_cast<uint8_t>(symmetry[move.from]),
          static_cast<uint8_t>(symmetry[move.to])};
}

// Calls visit(predecessor) for each position from which a move leads here.
// Moves can be taken back.  Some predecessors may have a completed goal.
template <typename Visit>
void ForEachPredecessor(const kernel::Game& game,
                        const kernel::Position& position, Visit visit) {
  kernel::ForEachSuccessor(
      game, {position.opponent, position.mover}, [&](kernel::Position swapped) {
        visit(kernel::Position{swapped.opponent, swapped.mover});
      });
}

// ---- The limit ----

inline constexpr uint8_t kLimit = 4;  // moves

// The history of a side; by default the side has not moved yet.
struct History {
  Move last;
  // Moves left of the running limit; 0 without a limit.  Until the limit is
  // satisfied, only the limited piece moves, so its squares are those of
  // `last`.
  uint8_t left = 0;
  // True if `last` was a return, this side is under no limit, and the other
  // side has not moved since.
  bool returned = false;
};

// Returns the history after the other side has invoked the limit, if it may.
inline History Invoked(const History& history) {
  return history.returned ? History{.last = history.last, .left = kLimit}
                          : history;
}

}  // namespace teeko::studies::independent

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_INDEPENDENT_PLAIN_H_
