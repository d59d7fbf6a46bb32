// Which drawn positions one side wins by the four-move limit if it alone has
// the right to invoke it, whatever was played before them: a bound from above
// for the game in which both have it (README.md, lemma 3).
//
// The *hunter* tries to win by invoking; the *hunted* side is to be forced out
// of a shuttle.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_HUNT_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_HUNT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "studies/placements/board.h"
#include "studies/placements/only_moves.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

class Hunt {
 public:
  // Solves Scarne's wording, on oneTBB threads; the length of the limit makes
  // no difference.  `progress(lost)` is called after each round with the number
  // of symmetry classes of lost positions so far.  The arguments must outlive
  // this.
  Hunt(const Board& board, const Values& values, const OnlyMoves& only,
       absl::FunctionRef<void(uint64_t lost)> progress);

  // Whether the mover, hunted, loses a position drawn in the plain game.
  bool HuntedToMoveLoses(Position position) const {
    return FateIn(cells_[Index(position)]) == Fate::kLost;
  }
  // Whether he may lose a drawn position if a limit forbids one of his moves.
  bool HuntedMayLose(Position position) const {
    return FateIn(cells_[Index(position)]) != Fate::kSafe;
  }

  // Whether the mover, the hunter, wins a position drawn in the plain game.
  bool HunterToMoveWins(Position position) const {
    return (cells_[Index({position.opponent, position.mover})] &
            kHunterToMoveWins) != 0;
  }

 private:
  // Of a drawn position, the hunted side to move.
  enum class Fate : uint8_t {
    kSafe,  // two moves or more are not refuted
    kOnly,  // one move is not
    kLost,
  };
  struct Verdict {
    Fate fate;
    MoveCode only_move;  // if fate is kOnly
  };

  static constexpr uint8_t kCodeMask = 31;
  static constexpr uint8_t kHunterToMoveWins = 32;
  static Fate FateIn(uint8_t cell) { return static_cast<Fate>(cell >> 6); }
  size_t Index(Position position) const {
    return static_cast<size_t>(position.mover) * placements_ +
           position.opponent;
  }

  // Sets the fate in all images of a position; `code` is of its only move.
  void SetFate(Position position, Fate fate, MoveCode code);

  // What follows from the positions known to be won by the hunter, to move.
  Verdict Judge(Position position) const;
  // Positions that the hunter reaches by replies to the only move and in which
  // the only move takes it back.
  std::vector<Position> Partners(Position position) const;
  // Marks the positions from which the hunter moves to one that is lost;
  // returns those that were not yet, the mover the hunted side.
  std::vector<Position> MarkWins(const std::vector<Position>& lost);
  // Classes of positions in which a move is newly refuted: it leads to one of
  // these.
  std::vector<Position> Before(const std::vector<Position>& wins) const;

  const Board& board_;
  const Values& values_;
  const size_t placements_;
  // By the set of the hunted side and that of the hunter: Fate in the upper
  // two bits, MoveCode in the lower five; and what holds for the same sets with
  // the hunter to move.
  std::vector<uint8_t> cells_;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_HUNT_H_
