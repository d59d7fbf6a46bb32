// Reads values from a table of scored rules (docs/rules.md §7), for Tablebase.

#ifndef TEEKO_GAME_SCORED_TABLE_H_
#define TEEKO_GAME_SCORED_TABLE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "game/game.h"
#include "game/position.h"
#include "kernel/scoring.h"
#include "proto/section_values.h"

namespace teeko {

// Const methods are thread-safe.  Except Check, they require positions that
// pass Game::Check and Check.
class ScoredTable {
 public:
  // `game` and the sections of the table must outlive this object.
  ScoredTable(const Game& game,
              absl::Span<const proto::SectionValues> sections);

  // InvalidArgument if a piece has no pips, or if a side has other pips than
  // the rules give it.
  absl::Status Check(const Position& position) const;

  // Returns all moves, in the drop phase with each marker that is left, in the
  // order of the pips and of Game::Moves.
  std::vector<Move> Moves(const Position& position) const;

  // Returns the value of the position after `last`, the move that led to it.
  // If `last` has completed a goal, it has scored; otherwise the table has the
  // value.  DataLoss if the table is damaged.
  absl::StatusOr<Value> ValueAfter(const Position& position, Move last) const;
  // Returns the value of a position in which no side has a goal.
  absl::StatusOr<Value> Lookup(const Position& position) const;

 private:
  // Returns the pips that a side can still drop, ascending.
  std::vector<int> Left(Squares side, const Pips& pips) const;
  // Returns the table's value in a threshold game.
  absl::StatusOr<uint16_t> ThresholdValue(int threshold,
                                          const Position& position,
                                          bool attacker_moves) const;

  const Game& game_;
  absl::Span<const proto::SectionValues> sections_;
  kernel::ScoredGame scored_;
  // rows_[n]: the attacker's sets of n squares for which the table has rows.
  std::vector<std::vector<kernel::Set>> rows_;
};

}  // namespace teeko

#endif  // TEEKO_GAME_SCORED_TABLE_H_
