// The plain game, without extra rules: its positions with all pieces placed,
// their values, and moves.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_PLAIN_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_PLAIN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/section_values.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::studies::second {

inline bool IsWin(kernel::Value value) {
  return value != kernel::kDraw && value % 2 == 0;
}
inline bool IsLoss(kernel::Value value) {
  return value % 2 == 1 && value != kernel::kNoValue;
}

struct Plain {
  std::string name;  // of the rules
  kernel::Game game;
  kernel::Section section;
  SectionValues values;
  std::vector<uint64_t> canonical;  // indices, one of each orbit

  uint64_t IndexOf(const kernel::Position& position) const {
    return kernel::Index(game, position);
  }
  kernel::Position At(uint64_t index) const {
    return kernel::PositionAt(game, section, index);
  }
};

// From a table, whose values are taken on trust.  Errors are TableReader's.
absl::StatusOr<Plain> ReadPlain(const std::string& path);

// Squares count from 0.
struct Move {
  uint8_t from = 255;  // 255: there is none
  uint8_t to = 255;
  Move Back() const { return {to, from}; }
  friend bool operator==(const Move&, const Move&) = default;
};

// `after` must be a successor of `before`.
Move MoveBetween(const kernel::Position& before, const kernel::Position& after);

kernel::Position ImageOf(const std::vector<int>& symmetry,
                         const kernel::Position& position);
Move ImageOf(const std::vector<int>& symmetry, const Move& move);

// The position of its orbit with the smallest index.
kernel::Position Canonical(const kernel::Game& game,
                           const kernel::Position& position);

// Calls visit(predecessor) for all positions from which a move leads here, if
// no goal has ended the game there: moves go both good_moves.
template <typename Visit>
void ForEachPredecessor(const kernel::Game& game,
                        const kernel::Position& position, Visit visit) {
  kernel::ForEachSuccessor(
      game, {.mover = position.opponent, .opponent = position.mover},
      [&](kernel::Position swapped) {
        visit(kernel::Position{.mover = swapped.opponent,
                               .opponent = swapped.mover});
      });
}

}  // namespace teeko::studies::second

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_PLAIN_H_
