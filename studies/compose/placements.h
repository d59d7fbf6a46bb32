// What makes a position a good problem: the questions asked of each, one by
// one.

#ifndef TEEKO_STUDIES_COMPOSE_PLACEMENTS_H_
#define TEEKO_STUDIES_COMPOSE_PLACEMENTS_H_

#include <vector>

#include "proto/section_values.h"
#include "verify/kernel.h"

namespace teeko::studies {

// The placements of all pieces of a game, and their values.  Const methods are
// thread-safe; they take positions that have a value.
class Placements {
 public:
  // Both must outlive this.
  Placements(const kernel::Game& game, const SectionValues& values)
      : game_(game), values_(values) {}

  const kernel::Game& game() const { return game_; }

  kernel::Value ValueOf(kernel::Position position) const;

  // In how many plies the side to move wins; 0 if it does not.
  int WinIn(kernel::Position position) const;

  // The successors that the side to move likes best, none if the game is over.
  std::vector<kernel::Position> BestSuccessors(kernel::Position position) const;

  int CountMoves(kernel::Position position) const;

  // The methods below take positions that the side to move wins.

  // True if it wins by one move only: all others draw or lose.
  bool HasOneWinningMove(kernel::Position position) const;

  // True if its quickest win leaves it no choice, whatever longest defence it
  // meets, until kFreePlies are left.  (To ask for more would be to ask for no
  // double threats, by which games of this kind are won.)
  bool HasOneSolution(kernel::Position position) const;
  static constexpr int kFreePlies = 3;

  // True if some longest defence leaves it no choice to the very end.
  bool HasLineWithoutChoice(kernel::Position position) const;

  // True if the other side had a draw before the move that led here, for some
  // move that can have led here.
  bool FollowsAMistake(kernel::Position position) const;

  // True if after its best move it would not win at once if the other side
  // passed.  It must have one best move.
  bool BeginsQuietly(kernel::Position position) const;

 private:
  const kernel::Game& game_;
  const SectionValues& values_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_COMPOSE_PLACEMENTS_H_
