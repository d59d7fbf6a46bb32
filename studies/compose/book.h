// Chooses the problems of a problem book, and prints the book.

#ifndef TEEKO_STUDIES_COMPOSE_BOOK_H_
#define TEEKO_STUDIES_COMPOSE_BOOK_H_

#include <string>
#include <vector>

#include "game/game.h"
#include "game/notation.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/section_values.h"

namespace teeko::studies {

// A book has kProblemsPerLength problems of each odd length from kShortest to
// kLongest plies.
inline constexpr int kShortest = 5;
inline constexpr int kLongest = 23;
inline constexpr int kProblemsPerLength = 5;

// The criteria for problems, in lines of at most 77 columns.
extern const char kCriteria[];

// The placements of a game with their values, and the criteria for good
// problems.  Const methods are thread-safe.  They require positions that have a
// value.
class Placements {
 public:
  // Both arguments must outlive this object.
  Placements(const kernel::Game& game, const proto::SectionValues& values)
      : game_(game), values_(values) {}

  kernel::Value ValueOf(kernel::Position position) const {
    return values_[kernel::Index(game_, position)];
  }

  // Returns the number of plies in which the side to move wins; 0 if it does
  // not win.
  int WinIn(kernel::Position position) const;

  // Returns the successors that are best for the side to move; none if the game
  // is over.
  std::vector<kernel::Position> BestSuccessors(kernel::Position position) const;

  // The methods below require positions that the side to move wins.

  // True if exactly one move wins.  All other moves draw or lose.
  bool HasOneWinningMove(kernel::Position position) const;

  // True if the winner has exactly one fastest move on each turn, against every
  // longest defence, as long as more than kFreePlies plies are left.  So the
  // double threat that ends most problems need not be the only one.
  bool HasOneSolution(kernel::Position position) const;
  static constexpr int kFreePlies = 3;

  // True if there is a longest defence against which the winner has exactly one
  // fastest move to the end.
  bool HasLineWithoutChoice(kernel::Position position) const;

  // True if some predecessor is a draw, so that the loser's last move may have
  // been a mistake.
  bool FollowsAMistake(kernel::Position position) const;

  // True if the best move does not threaten to win at once.  Requires exactly
  // one best move.
  bool BeginsQuietly(kernel::Position position) const;

 private:
  const kernel::Game& game_;
  const proto::SectionValues& values_;
};

// Returns the problems, each with one line of its solution, the shortest first.
// If the game has too few problems of a length, the book has all of these.
// Runs on oneTBB threads; the result does not depend on their number.
// `placements` has the values of the section with all pieces placed.
std::vector<Item> ComposeProblems(const Game& game,
                                  const proto::SectionValues& placements);

// Returns the book in Scarne's form, with the criteria at the top.
std::string BookText(const Game& game, const std::vector<Item>& problems);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_COMPOSE_BOOK_H_
