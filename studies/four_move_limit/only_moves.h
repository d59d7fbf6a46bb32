// Drawn positions in which the mover has one move only that holds the draw, and
// where play among them can go round: cycles (claim C8) and shuttles, from
// which everything grows that the four-move limit changes.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "studies/placements/board.h"

namespace teeko::extra_rules {

// A *shuttle* is a drawn position, the defender to move, in which
//   - one move x→y only holds the draw, and
//   - the attacker has a reply after which one move only does, y→x.
// Such replies lead to shuttles again, because the attacker may take his reply
// back; so shuttles and replies make a graph without dead ends.
struct Reply {
  Move move;      // the attacker's
  Position next;  // where it leads, the defender to move
};
struct Shuttle {
  Position position;  // the mover is the defender
  std::vector<Reply> replies;
};

// How many moves hold the draw: in the plain game; or, after SolveOneSided, in
// the one in which the attacker alone may invoke the four-move limit.  The
// *attacker* tries to win by invoking; the *defender* is to be forced out of a
// shuttle.  Const methods are thread-safe.
class OnlyMoves {
 public:
  // Goes through all placements, on oneTBB threads.  The arguments must outlive
  // this.
  OnlyMoves(const Board& board, const Values& values);

  // Of a drawn position, the defender to move: 2 if two moves or more hold the
  // draw, 1 if one does, 0 if none; and that one.  2 of other positions.
  int Holding(Position position) const { return CellOf(position).holding; }
  Move Of(Position position) const { return CellOf(position).only(); }

  // Replies to the only move after which the only move takes it back.
  std::vector<Reply> ShuttlingReplies(Position position) const;

  // Positions with an only move in the plain game, one of each class under
  // symmetry, by opponent, then by mover; and shuttles.
  const std::vector<Position>& canonical() const { return canonical_; }
  std::vector<Shuttle> Shuttles() const;

  // Won positions in which one move only keeps the win and does not complete a
  // goal: it may be a return, which a limit can forbid.
  uint64_t only_wins() const { return only_wins_; }

  // Solves the game in which the attacker alone may invoke, in Scarne's
  // wording, whatever was played before: a bound from above for the game in
  // which both may (studies/extra_rules/README.md, lemma 3).  The length of the
  // limit makes no difference.  On oneTBB threads; `progress(lost)` is called
  // after each round with the number of classes of lost positions so far.
  void SolveOneSided(absl::FunctionRef<void(uint64_t lost)> progress);

  // The positions that the defender, to move, then loses; one of each class, by
  // opponent, then by mover.
  const std::vector<Position>& lost() const { return lost_; }

  // Whether the mover, the attacker, wins a position drawn in the plain game.
  bool AttackerToMoveWins(Position position) const {
    return CellOf({position.opponent, position.mover}).attacker_wins;
  }

 private:
  // Of a defender's set and an attacker's: what is to say if the defender is to
  // move, and if the attacker is.
  struct Cell {
    uint16_t from : 5 = 0;
    uint16_t to : 5 = 0;
    uint16_t holding : 2 = 2;
    uint16_t attacker_wins : 1 = 0;

    Move only() const {
      return {static_cast<int8_t>(from), static_cast<int8_t>(to)};
    }
  };

  // In rows with the same attacker's set, since moves of the defender lead to
  // positions of such a row.
  size_t Index(Position position) const {
    return board_.Index({position.opponent, position.mover});
  }
  const Cell& CellOf(Position position) const {
    return cells_[Index(position)];
  }

  // How many moves lead to positions of which this is true, up to 2, and the
  // last of them.
  template <typename Test>
  Cell Count(Position position, Test test) const;
  // What follows from the positions known to be won by the attacker, to move.
  Cell Evaluate(Position position) const;
  // In all images of the position.
  void Mark(Position position, const Cell& found);

  // Marks the positions from which the attacker moves to one of these, which
  // are lost; returns the classes of positions in which a move is newly
  // refuted.
  std::vector<Position> Refute(const std::vector<Position>& lost);

  const Board& board_;
  const Values& values_;
  std::vector<Cell> cells_;
  std::vector<Position> canonical_;
  std::vector<Position> lost_;
  uint64_t only_wins_ = 0;
};

// Positions one move apart, the mover of each being the opponent in the next;
// back at the first after the last, the sides being what they were: an even
// number.
using Cycle = std::vector<Position>;

// The cycles in which every position has an only move.  One of each class under
// symmetry and exchange of colours, beginning with its least position; in
// ascending order.
std::vector<Cycle> UniqueMoveCycles(const Board& board, const OnlyMoves& only);

// The largest number of replies in a row, from shuttle to shuttle, of which
// none takes back the one before; at most `cap`.  `shuttles`: one of each
// class.
int SteadyReplies(const Board& board, const std::vector<Shuttle>& shuttles,
                  int cap);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
