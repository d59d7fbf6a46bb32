// Finds drawn positions in which exactly one move holds the draw.  Play between
// these positions can repeat, in cycles (claim C8) and in shuttles.  The
// four-move limit changes values only because of shuttles.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "studies/placements/board.h"

namespace teeko::studies {

// A move, and the position after it, with the other side to move.
struct Ply {
  Move move;
  Position next;
};

// A *shuttle* is a drawn position with the defender to move, in which
//   - exactly one move x→y holds the draw, and
//   - the attacker has a reply after which exactly one move holds it, y→x.
// These replies lead to shuttles again, because the attacker may take its reply
// back.  So shuttles and replies form a graph without dead ends.
struct Shuttle {
  Position position;  // the mover is the defender
  std::vector<Ply> replies;
};

// Counts the moves that hold the draw: first in the plain game and, after
// SolveOneSided, in the game in which only the attacker may invoke the
// four-move limit.  The *attacker* tries to win by invoking, which can force
// the *defender* out of a shuttle.  Const methods are thread-safe.
class OnlyMoves {
 public:
  // Examines all placements, on oneTBB threads.  Each value must follow from
  // the values of its successors.  The board must outlive this object.
  OnlyMoves(const Board& board, const Values& values);

  // For a drawn position with the defender to move, returns 2 if two or more
  // moves hold the draw, 1 if one does, and 0 if none does.  Returns 2 for
  // other positions.
  int Holding(Position position) const {
    const Bit bit = BitOf(position);
    return bit.In(lost_plane_) ? 0 : bit.In(single_) ? 1 : 2;
  }
  // Returns the only move that holds the draw; requires Holding(position) == 1.
  Ply Of(Position position) const;

  // Lets the defender play its only move.  Returns the attacker's replies after
  // which the defender's only move is to take that move back.
  std::vector<Ply> ShuttlingReplies(Position position) const;

  // canonical() has the positions with an only move in the plain game, one of
  // each orbit.  shuttles() has the canonical shuttle of each orbit, ordered by
  // opponent, then by mover.
  const std::vector<Position>& canonical() const { return canonical_; }
  const std::vector<Shuttle>& shuttles() const { return shuttles_; }

  // Returns the number of won positions in which exactly one move keeps the
  // win, and this move does not complete a goal.  This move may be a return,
  // which a limit can forbid.
  uint64_t only_wins() const { return only_wins_; }

  // Solves the game in which only the attacker may invoke, in Scarne's wording,
  // for all quiet states and any length of the limit
  // (studies/extra_rules/README.md, lemma 3).  This is an upper bound for the
  // game in which both sides may invoke.  Runs on oneTBB threads.  Calls
  // progress(lost) after each round with the number of lost positions so far.
  void SolveOneSided(absl::FunctionRef<void(uint64_t lost)> progress);

  // Returns the drawn positions that the defender, to move, loses in that game:
  // one of each orbit.  The opponent's set is the smallest of its images.  The
  // list is ordered by opponent, then by mover.
  const std::vector<Position>& lost() const { return lost_; }

  // True if the attacker, to move, wins the position in that game.  Requires a
  // position that is drawn in the plain game.
  bool AttackerToMoveWins(Position position) const {
    return BitOf(Swapped(position)).In(refuted_);
  }

 private:
  // A set of positions, seen with the defender to move, as bits.  There is a
  // bit for each position in which the attacker's set is the smallest of its
  // images.  A word has 64 of the attacker's sets, in order, and one of the
  // defender's sets.  A *slice* has the words with the same 64 sets, ordered by
  // the defender's set.  So the defender's moves stay in a slice.
  using Plane = std::vector<uint64_t>;
  struct Bit {
    size_t word;
    uint64_t mask;

    bool In(const Plane& plane) const { return (plane[word] & mask) != 0; }
  };
  // BitOf returns the bit of an image of the position.  ForEachBit calls
  // visit(bit) for the bits of all images.
  Bit BitOf(Position position) const {
    const Sets::Member row =
        board_.layout().first().MemberOf(position.opponent);
    return {row.orbit / 64 * board_.count() +
                board_.Image(row.symmetry, position.mover),
            uint64_t{1} << row.orbit % 64};
  }
  template <typename Visit>
  void ForEachBit(Position position, Visit visit) const;
  // Calls visit(position) for the bits of a word, one position of each orbit.
  template <typename Visit>
  void ForEachPosition(size_t word, uint64_t bits, Visit visit) const;
  // Calls visit(first word) for each slice, on oneTBB threads.
  template <typename Visit>
  void ForEachSlice(Visit visit) const;

  const Board& board_;
  // Positions to which the defender must not move: the attacker, if he is to
  // move, wins, or the two sets overlap.
  Plane refuted_;
  // Positions with the defender to move:
  Plane drawn_;       // that are draws in the plain game
  Plane single_;      // in which exactly one move holds the draw
  Plane lost_plane_;  // in which no move holds the draw

  std::vector<Position> canonical_;
  std::vector<Shuttle> shuttles_;
  std::vector<Position> lost_;
  uint64_t only_wins_ = 0;
};

// Positions that follow one another: a move leads from each position to the
// next, and from the last to the first.  The sides take turns, so the number of
// positions is even.
using Cycle = std::vector<Position>;

// Returns the cycles in which every position has an only move, in ascending
// order.  Returns one of the cycles that are equal up to symmetry and exchange
// of colours.  A cycle begins with its smallest position.
std::vector<Cycle> UniqueMoveCycles(const Board& board, const OnlyMoves& only);

// Returns the largest number of consecutive replies, from shuttle to shuttle,
// in which no reply takes the previous reply back; at most `cap`.  `shuttles`
// has one shuttle of each orbit.
int SteadyReplies(const Board& board, const std::vector<Shuttle>& shuttles,
                  int cap);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
