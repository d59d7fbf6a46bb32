// Drawn positions in which the mover has one move only that does not lose, and
// where play among them can go round: cycles (claim C8) and shuttles, from
// which everything grows that the four-move limit changes.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "studies/placements/board.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

class OnlyMoves {
 public:
  // Goes through all placements, on oneTBB threads.
  OnlyMoves(const Board& board, const Values& values);

  // Whether a drawn position has one move only that does not lose; whether it
  // is this one; and which it is, if there is one.
  bool Has(Position position) const { return codes_[Index(position)] != 0; }
  bool Is(Position position, MoveCode code) const {
    return codes_[Index(position)] == code + 1;
  }
  MoveCode Of(Position position) const { return codes_[Index(position)] - 1; }

  // One of each class under symmetry, by opponent, then by mover.
  const std::vector<Position>& canonical() const { return canonical_; }

  // Won positions in which one move only keeps the win and does not complete a
  // goal: it may be a return, which a limit can forbid.
  uint64_t only_wins() const { return only_wins_; }

 private:
  size_t Index(Position position) const {
    return position.opponent * placements_ + position.mover;
  }

  size_t placements_;
  std::vector<uint8_t> codes_;  // code + 1, or 0
  std::vector<Position> canonical_;
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

// A *shuttle* is a drawn position, the defender to move, in which
//   - one move x→y only does not lose, and
//   - the attacker has a reply after which one move only does not lose, y→x.
// Such replies lead to shuttles again, because the attacker may take his reply
// back; so shuttles and replies make a graph without dead ends.
struct Reply {
  Move move;      // the attacker's
  Position next;  // where it leads, the defender to move
};
struct Shuttle {
  Position position;  // the mover is the defender
  Move only_move;
  std::vector<Reply> replies;
};

// Calls visit(reply) for the replies to `move`, the mover's only one at
// `position`, after which the only one takes it back; is_only(position, code)
// tells what is an only move.
template <typename IsOnly, typename Visit>
void ForEachShuttlingReply(const Board& board, Position position, Move move,
                           IsOnly is_only, Visit visit) {
  const Set moved = After(board.placements()[position.mover], move);
  const int moved_rank = board.Rank(moved);
  const MoveCode back = board.Encode(moved, move.Back());
  board.ForEachMove(board.placements()[position.opponent], moved,
                    [&](Move reply, Set replied) {
                      const Position next{moved_rank, board.Rank(replied)};
                      if (is_only(next, back)) {
                        visit(Reply{reply, next});
                      }
                    });
}

// All shuttles, symmetric ones too.
std::vector<Shuttle> FindShuttles(const Board& board, const OnlyMoves& only);

// The largest number of replies in a row, from shuttle to shuttle, of which
// none takes back the one before; at most `cap`.
int SteadyReplies(const std::vector<Shuttle>& shuttles, int cap);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_ONLY_MOVES_H_
