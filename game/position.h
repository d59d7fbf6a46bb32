// What the reports talk about: colours, moves, positions, values.

#ifndef TEEKO_GAME_POSITION_H_
#define TEEKO_GAME_POSITION_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace teeko {

enum class Colour { kBlack, kRed };

constexpr Colour Other(Colour colour) {
  return colour == Colour::kBlack ? Colour::kRed : Colour::kBlack;
}

// "Black" or "Red".
std::string ToString(Colour colour);

// A set of squares.  Squares are numbered from 1, row by row from the upper
// left; bit i stands for square i + 1 (as in docs/formats.md):
//
//      1  2  3  4  5
//      6  7  8  9 10      {1, 2, 7} is 0b1000011
//     11 12 13 14 15
using Squares = uint64_t;

// The squares must be 1 to 64.
constexpr Squares SquaresOf(std::initializer_list<int> squares) {
  Squares set = 0;
  for (const int square : squares) set |= Squares{1} << (square - 1);
  return set;
}

// One ply: a drop, or a move of a piece.
struct Move {
  int from = 0;  // 0: the piece is dropped
  int to = 0;

  bool IsDrop() const { return from == 0; }
  friend bool operator==(const Move&, const Move&) = default;
};

// Scarne's notation: "13" or "15-9".
std::string ToString(Move move);

// How a text calls the squares of a board: by Scarne's numbers or, with
// `letters`, as in chess, by the letter of the column, from the left, and the
// number of the row, from below ("c3" is 13 of 5×5).  For letters a board must
// have 1 to 26 columns.
struct SquareNames {
  int rows = 0;
  int columns = 0;
  bool letters = false;

  std::string Of(int square) const;
  std::string Of(Move move) const;  // "13", "15-9", "c3", "e3-d4"
};

// A board and what else its future depends on.
struct Position {
  Squares black = 0;
  Squares red = 0;

  // As long as there are drops to come, the owner of the piece to be dropped
  // next, whoever picks its square; so Black has as many pieces on the board as
  // Red if it is Black's turn, and one more if it is Red's.
  Colour to_move = Colour::kBlack;

  // Who picks the square of a player's k-th drop: S, the owner of the piece, or
  // A, the opponent (docs/rules.md §2).  Empty is Standard style, every drop an
  // S. Of no importance when all pieces are placed.
  std::string style = {};

  // True if the first black drop may not go where the rules ban it.
  bool centre_ban = false;

  // The pieces of the side to move, and of the other.
  Squares own() const { return to_move == Colour::kBlack ? black : red; }
  Squares others() const { return to_move == Colour::kBlack ? red : black; }

  friend bool operator==(const Position&, const Position&) = default;
};

// What a position is worth if both sides play as well as can be: who wins, as
// fast as possible, and in how many plies, the loser holding out as long as
// possible.
struct Value {
  std::optional<Colour> winner;  // none: a draw
  int plies = 0;  // to the end of the game; 0 for draws and finished games

  friend bool operator==(const Value&, const Value&) = default;
};

// The letter's words: "Draw", "Black in 9", "Red wins".
std::string ToString(Value value);

// True if the player would rather have `a` than `b`: a win, the sooner the
// better, before a draw, before a loss, the later the better.
bool Prefers(Colour player, Value a, Value b);

}  // namespace teeko

#endif  // TEEKO_GAME_POSITION_H_
