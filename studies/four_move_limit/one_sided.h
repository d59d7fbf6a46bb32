// Which drawn positions one side wins by the four-move limit if it alone has
// the right to invoke it, whatever was played before them: a bound from above
// for the game in which both have it (studies/extra_rules/README.md, lemma 3).
//
// The *attacker* tries to win by invoking; the *defender* is to be forced out
// of a shuttle.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONE_SIDED_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONE_SIDED_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/placements/board.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

class OneSided {
 public:
  // Solves Scarne's wording, on oneTBB threads; the length of the limit makes
  // no difference.  `progress(lost)` is called after each round with the number
  // of symmetry classes of lost positions so far.  The arguments must outlive
  // this.
  OneSided(const Board& board, const Values& values, const OnlyMoves& only,
           absl::FunctionRef<void(uint64_t lost)> progress);

  // Whether the mover, the defender, loses a position drawn in the plain game.
  bool DefenderToMoveLoses(Position position) const {
    return StatusOf(position) == Status::kLost;
  }
  // Whether he may lose a drawn position if a limit forbids one of his moves.
  bool DefenderMayLose(Position position) const {
    return StatusOf(position) != Status::kSafe;
  }

  // Whether the mover, the attacker, wins a position drawn in the plain game.
  bool AttackerToMoveWins(Position position) const {
    return (cells_[Index({position.opponent, position.mover})] &
            kAttackerToMoveWins) != 0;
  }

 private:
  // Of a drawn position, the defender to move.
  enum class Status : uint8_t {
    kSafe,  // two moves or more are not refuted
    kOnly,  // one move is not
    kLost,
  };
  struct Evaluation {
    Status status;
    Move only_move;  // if status is kOnly
  };

  static constexpr uint8_t kCodeMask = 31;
  static constexpr uint8_t kAttackerToMoveWins = 32;
  static constexpr int kStatusShift = 6;

  Status StatusOf(Position position) const {
    return static_cast<Status>(cells_[Index(position)] >> kStatusShift);
  }
  size_t Index(Position position) const {
    return position.mover * placements_ + position.opponent;
  }

  // In all images of the position.
  void Mark(Position position, Evaluation evaluation);

  // What follows from the positions known to be won by the attacker, to move.
  Evaluation Evaluate(Position position) const;
  // Positions that the attacker reaches by replies to the only move and in
  // which the only move takes it back.
  std::vector<Position> Partners(Position position) const;
  // Marks the positions from which the attacker moves to one that is lost;
  // returns those that were not yet, the mover the defender.
  std::vector<Position> MarkWins(const std::vector<Position>& lost);
  // Classes of positions in which a move is newly refuted: it leads to one of
  // these.
  std::vector<Position> Before(const std::vector<Position>& wins) const;

  const Board& board_;
  const Values& values_;
  const size_t placements_;
  // By the defender's set and the attacker's: Status in the upper two bits,
  // MoveCode in the lower five; and what holds for the same sets with the
  // attacker to move.
  std::vector<uint8_t> cells_;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONE_SIDED_H_
