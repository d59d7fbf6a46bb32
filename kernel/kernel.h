// The rules of Teeko.  The verifier checks every table against these rules.
// This file needs only the C++ standard library and can be read in one sitting,
// beside docs/rules.md §1 and §6 and docs/formats.md.
//
// Squares are numbered from 0, row by row from the upper left.  A set of
// squares is a number in which bit i stands for square i:
//
//      0  1  2  3  4
//      5  6  7  8  9       {0, 1, 6} is 0b1000011
//     10 11 12 13 14

#ifndef TEEKO_KERNEL_KERNEL_H_
#define TEEKO_KERNEL_KERNEL_H_

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace teeko::kernel {

using Set = uint64_t;

constexpr Set Bit(int square) { return Set{1} << square; }

// Returns the set of all squares with numbers less than `square`, which is 0 to
// 64.
constexpr Set Below(int square) {
  return square == 64 ? ~Set{0} : Bit(square) - 1;
}

// Calls visit(square) for each square of the set, in ascending order.
template <typename Visit>
void ForEachSquare(Set set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// ---- The game ----

// A goal family: all goals of one shape, at every place of the board.
// kTiltedSquares has all squares whose sides are not along rows and columns,
// those of kDiamond included.
struct Family {
  enum Shape { kLine, kSquare, kDiamond, kTiltedSquares };
  Shape shape;
  // A line: its number of squares.  A square: the number of steps along its
  // side.  A diamond: the number of steps from its centre to a corner.
  // kTiltedSquares: not used.
  int size = 0;
};

// How a piece moves, as proto/rules.proto specifies it.
enum class Moves { kKing, kKnight, kOrthogonal, kDiagonal };

// The rules as sizes and goal families.  The fields have the meaning and the
// limits of proto/rules.proto.  Styles are in Section (kernel/order.h).  The
// centre ban excludes only some first drops; programs that need it apply it to
// the successors of the empty board.
struct Rules {
  int rows;
  int columns;
  int pieces;  // of each side
  bool wrapped = false;
  std::vector<Family> families;
  Moves moves = Moves::kKing;
};

// The rules as sets of squares: all goals, neighbours and symmetries.
struct Game {
  int squares;
  int pieces;
  std::vector<Set> goals;       // in ascending order, without duplicates
  std::vector<Set> neighbours;  // of each square
  // symmetries[g][square] is the square to which symmetry g takes `square`.
  // There are no duplicates, and the identity comes first.
  std::vector<std::vector<int>> symmetries;
};

Game GameOf(const Rules& rules);

// Returns the squares to which the symmetry takes the squares of `set`.
Set Image(const std::vector<int>& symmetry, Set set);

// The pieces of a position.  The mover is the side to move.  In the drop phase
// this is the owner of the next piece, even if the opponent chooses its square.
// The drops to come are in Section (kernel/order.h).
struct Position {
  Set mover;
  Set opponent;
  friend bool operator==(const Position&, const Position&) = default;
};

inline Position Image(const std::vector<int>& symmetry, Position position) {
  return {Image(symmetry, position.mover), Image(symmetry, position.opponent)};
}

// True if the pieces of a side form a goal.  A goal needs all pieces of a side,
// so a side that still has drops to come has no goal.
bool HasGoal(const Game& game, Set side);

// Calls visit(successor) once for every drop or move that the pieces allow,
// even if a side has a goal.  (The game is then over, and ValueFrom ignores the
// successors.)  The mover drops a piece on any empty square.  If all its pieces
// are placed, it moves one of them to an empty neighbour.  The successor has
// the sides exchanged: the mover's pieces are successor.opponent.
template <typename Visit>
void ForEachSuccessor(const Game& game, Position position, Visit visit) {
  // Not a structured binding: Clang 14 cannot capture it in a lambda.
  const Set mover = position.mover;
  const Set opponent = position.opponent;
  const Set empty = Below(game.squares) & ~(mover | opponent);
  if (std::popcount(mover) < game.pieces) {
    ForEachSquare(empty, [&](int to) {
      visit(Position{.mover = opponent, .opponent = mover | Bit(to)});
    });
    return;
  }
  ForEachSquare(mover, [&](int from) {
    ForEachSquare(game.neighbours[from] & empty, [&](int to) {
      visit(
          Position{.mover = opponent, .opponent = mover ^ Bit(from) ^ Bit(to)});
    });
  });
}

// ---- Values ----

// The value of a position for its mover. 0 is a draw. n + 1 means that the game
// ends in n plies: the mover wins if n is odd and loses if n is even.
using Value = int;
inline constexpr Value kDraw = 0;
inline constexpr Value kLossIn0 = 1;
// The value of positions that cannot arise, because the mover already has a
// goal.  It is larger than every other value.  (In a table whose values have
// one byte, the byte 255 stands for it.)
inline constexpr Value kNoValue = 65535;

// Returns how good a value is for the side to move: a higher number is better.
// Wins come before draws, and draws before losses.  A short win is better than
// a long win, and a long loss is better than a short loss.  `value` must not be
// kNoValue.
constexpr int Utility(Value value) {
  if (value == kDraw) return 0;
  const bool win = value % 2 == 0;
  return win ? kNoValue - value : value - kNoValue;
}

// Returns the value of a position from which perfect play goes to a successor
// with this value.
constexpr Value OnePlyBefore(Value value) {
  return value == kDraw ? kDraw : value + 1;
}

// True if the side that chooses prefers the first successor to the second.  The
// arguments are the values of the successors.  In a successor the opponent is
// to move.  With the letter S the mover chooses, and prefers what is worse for
// the opponent.  With A the opponent chooses, and prefers what is better for
// itself.  Once all pieces are placed, the letter is S.
constexpr bool Prefers(char letter, Value first, Value second) {
  return letter == 'A' ? Utility(first) > Utility(second)
                       : Utility(first) < Utility(second);
}

// Returns the value that a position must have by the rules and by the values of
// its successors (docs/rules.md §6.1).  `letter` says who chooses, as in
// Prefers.  If a side has a goal, the result does not depend on `successors`.
// A mover who has no successors has lost.
Value ValueFrom(const Game& game, Position position, char letter,
                std::span<const Value> successors);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_KERNEL_H_
