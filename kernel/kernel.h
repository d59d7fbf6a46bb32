// The rules of Teeko from first principles: the reading by which every table is
// judged.  It needs nothing but the C++ standard library and is meant to be
// read in one sitting, beside docs/rules.md §1 and §6 and docs/formats.md.
//
// Squares count from 0, row by row from the upper left.  A set of squares is
// also a number, in which bit i stands for square i:
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

// All squares before this one.
constexpr Set Below(int square) {
  return square == 64 ? ~Set{0} : Bit(square) - 1;
}

// Calls visit(square), ascending.
template <typename Visit>
void ForEachSquare(Set set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// ---- The game ----

// Figures of one shape, at every place of the board.
struct Family {
  enum Shape { kLine, kSquare, kDiamond, kTiltedSquares };
  Shape shape;
  int size = 0;  // a line's length, a square's side, a diamond's radius
};

// The rules in words, as proto/rules.proto has them and with the same limits.
struct Rules {
  int rows;
  int columns;
  int pieces;  // a side
  bool wrapped = false;
  std::vector<Family> families;
};

// The rules as sets of squares.
struct Game {
  int squares;
  int pieces;
  std::vector<Set> goals;       // ascending, each once
  std::vector<Set> neighbours;  // of each square
  // symmetries[g][square] is where g takes the square; each once, the identity
  // first.
  std::vector<std::vector<int>> symmetries;
};

Game GameOf(const Rules& rules);

// The set of the squares to which those of `set` go.
Set Image(const std::vector<int>& symmetry, Set set);

// The mover is the side to move or, before all pieces are placed, the owner of
// the piece to be dropped next.
struct Position {
  Set mover;
  Set opponent;
  friend bool operator==(const Position&, const Position&) = default;
};

inline Position Image(const std::vector<int>& symmetry, Position position) {
  return {Image(symmetry, position.mover), Image(symmetry, position.opponent)};
}

// A goal takes all pieces of a side, so that fewer never are one.
bool HasGoal(const Game& game, Set side);

// Calls visit(successor) for every position that one ply leads to if no goal
// has ended the game: the mover drops a piece on any empty square or, having
// none left to drop, moves one to an empty neighbour.  Sides change, so the
// mover's pieces are successor.opponent; no position is visited twice.
template <typename Visit>
void ForEachSuccessor(const Game& game, Position position, Visit visit) {
  // Clang 14's lambdas capture no structured binding.
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

// Seen from the mover: 0 is a draw; n + 1 is decided in n plies, by a win of
// the mover if n is odd and a loss if it is even.
using Value = int;
inline constexpr Value kDraw = 0;
inline constexpr Value kLossIn0 = 1;
// Of positions that cannot arise since the mover has a goal already.  (One byte
// has 255 for it.)
inline constexpr Value kNoValue = 65535;

// How much a side to move likes a value, more being better: a win, the sooner
// the better, before a draw, before a loss, the later the better.
constexpr int Utility(Value value) {
  if (value == kDraw) return 0;
  const bool win = value % 2 == 0;
  return win ? kNoValue - value : value - kNoValue;
}

// The value of a position from which play goes to one of this value.
constexpr Value OnePlyBefore(Value value) {
  return value == kDraw ? kDraw : value + 1;
}

// True if the first of two successors' values is the one that is picked.  With
// the letter S, the mover picks what its opponent, to move there, likes least;
// with A, the opponent picks what it likes best.  Moves are like S.
constexpr bool Picks(char letter, Value first, Value second) {
  return letter == 'A' ? Utility(first) > Utility(second)
                       : Utility(first) < Utility(second);
}

// The value that a position must have by the rules and by the values of its
// successors (docs/rules.md §6.1); the latter count only if no goal has ended
// the game.
Value ValueFrom(const Game& game, Position position, char letter,
                std::span<const Value> successors);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_KERNEL_H_
