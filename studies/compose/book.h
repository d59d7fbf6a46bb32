// Chooses the problems of a book, and prints it.

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

// A book has so many problems of each of these lengths, in plies.
inline constexpr int kShortest = 5;
inline constexpr int kLongest = 23;
inline constexpr int kOfEachLength = 5;

// How problems are chosen, for people; lines of at most 77 columns.
extern const char kCriteria[];

// The placements of all pieces of a game, their values, and what makes one a
// good problem: the questions asked of each, one by one.  Const methods are
// thread-safe; they take positions that have a value.
class Placements {
 public:
  // Both must outlive this.
  Placements(const kernel::Game& game, const proto::SectionValues& values)
      : game_(game), values_(values) {}

  kernel::Value ValueOf(kernel::Position position) const {
    return values_[kernel::Index(game_, position)];
  }

  // In how many plies the side to move wins; 0 if it does not.
  int WinIn(kernel::Position position) const;

  // The successors that the side to move likes best, none if the game is over.
  std::vector<kernel::Position> BestSuccessors(kernel::Position position) const;

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
  const proto::SectionValues& values_;
};

// The problems, the shortest first, each with a line of its solution; fewer
// than the book has room for if there are not enough.  The same for any number
// of threads; runs on oneTBB threads.  `placements` are the values of the
// section with all pieces placed.
std::vector<Item> ComposeProblems(const Game& game,
                                  const proto::SectionValues& placements);

// The book in Scarne's form, the criteria at its head.
std::string BookText(const Game& game, const std::vector<Item>& problems);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_COMPOSE_BOOK_H_
