// Drawn positions in which the mover has one move only that holds the draw, and
// where play among them can go round: cycles (claim C8) and shuttles, from
// which everything grows that the four-move limit changes.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "studies/placements/board.h"

namespace teeko::studies {

// A move, and the other side's position after it.
struct Ply {
  Move move;
  Position next;
};

// A *shuttle* is a drawn position, the defender to move, in which
//   - one move x→y only holds the draw, and
//   - the attacker has a reply after which one move only does, y→x.
// Such replies lead to shuttles again, because the attacker may take his reply
// back; so shuttles and replies make a graph without dead ends.
struct Shuttle {
  Position position;  // the mover is the defender
  std::vector<Ply> replies;
};

// How many moves hold the draw: in the plain game; or, after SolveOneSided, in
// the one in which the attacker alone may invoke the four-move limit.  The
// *attacker* tries to win by invoking; the *defender* is to be forced out of a
// shuttle.  Const methods are thread-safe.
class OnlyMoves {
 public:
  // Goes through all placements, on oneTBB threads.  The values must be those
  // that follow from their successors'.  The board must outlive this.
  OnlyMoves(const Board& board, const Values& values);

  // Of a drawn position, the defender to move: 2 if two moves or more hold the
  // draw, 1 if one does, 0 if none.  2 of other positions.
  int Holding(Position position) const {
    const Bit bit = BitOf(position);
    return bit.In(lost_plane_) ? 0 : bit.In(single_) ? 1 : 2;
  }
  // That one, if one does.
  Ply Of(Position position) const;

  // Replies to the only move after which the only move takes it back.
  std::vector<Ply> ShuttlingReplies(Position position) const;

  // Positions with an only move in the plain game, one of each class under
  // symmetry; and shuttles, the least of each class, by opponent, then by
  // mover.
  const std::vector<Position>& canonical() const { return canonical_; }
  const std::vector<Shuttle>& shuttles() const { return shuttles_; }

  // Won positions in which one move only keeps the win and does not complete a
  // goal: it may be a return, which a limit can forbid.
  uint64_t only_wins() const { return only_wins_; }

  // Solves the game in which the attacker alone may invoke, in Scarne's
  // wording, whatever was played before: a bound from above for the game in
  // which both may (studies/extra_rules/README.md, lemma 3).  The length of the
  // limit makes no difference.  On oneTBB threads; `progress(lost)` is called
  // after each round with the number of lost positions so far.
  void SolveOneSided(absl::FunctionRef<void(uint64_t lost)> progress);

  // The positions that the defender, to move, then loses; one of each class, by
  // opponent, which is the least of its images, then by mover.
  const std::vector<Position>& lost() const { return lost_; }

  // Whether the mover, the attacker, wins a position drawn in the plain game.
  bool AttackerToMoveWins(Position position) const {
    return BitOf(Swapped(position)).In(refuted_);
  }

 private:
  // What is known of positions, given as with the defender to move: a bit for
  // each in which the attacker's set is the least of its images.  A word has 64
  // of these sets, in order, and one of the defender's; a *slice* has the words
  // with the same 64, by the defender's set, so that his moves stay in a slice.
  using Plane = std::vector<uint64_t>;
  struct Bit {
    size_t word;
    uint64_t mask;

    bool In(const Plane& plane) const { return (plane[word] & mask) != 0; }
  };
  // Of an image of the position; or calls visit(bit) for those of all.
  Bit BitOf(Position position) const {
    const Sets::Class row = board_.layout().first().ClassOf(position.opponent);
    return {row.place / 64 * board_.count() +
                board_.Image(row.symmetry, position.mover),
            uint64_t{1} << row.place % 64};
  }
  template <typename Visit>
  void ForEachBit(Position position, Visit visit) const;
  // Calls visit(position) for bits of a word, one of each class.
  template <typename Visit>
  void ForEachPosition(size_t word, uint64_t bits, Visit visit) const;
  // Calls visit(first word) for each slice, on oneTBB threads.
  template <typename Visit>
  void ForEachSlice(Visit visit) const;

  const Board& board_;
  // The attacker, if he is to move, wins, or the sets meet: a move of the
  // defender does not hold if it leads here.
  Plane refuted_;
  // The defender, to move, has a draw in the plain game; has one move only that
  // holds it; has none.
  Plane drawn_;
  Plane single_;
  Plane lost_plane_;

  std::vector<Position> canonical_;
  std::vector<Shuttle> shuttles_;
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

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
