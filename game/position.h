// Colours, moves, positions and values.

#ifndef TEEKO_GAME_POSITION_H_
#define TEEKO_GAME_POSITION_H_

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>

namespace teeko {

enum class Colour { kBlack, kRed };

constexpr Colour Other(Colour colour) {
  return colour == Colour::kBlack ? Colour::kRed : Colour::kBlack;
}

// Returns "Black" or "Red".
std::string ToString(Colour colour);

// A set of squares.  Squares are numbered from 1, row by row from the upper
// left; bit i stands for square i + 1 (as in docs/formats.md):
//
//      1  2  3  4  5
//      6  7  8  9 10      {1, 2, 7} is 0b1000011
//     11 12 13 14 15
using Squares = uint64_t;

// Returns the set of these squares, which must be 1 to 64.
constexpr Squares SquaresOf(std::initializer_list<int> squares) {
  Squares set = 0;
  for (const int square : squares) set |= Squares{1} << (square - 1);
  return set;
}

// One ply: a drop, or a move of a piece.
struct Move {
  int from = 0;  // 0 for a drop
  int to = 0;
  int pips = 0;  // of the marker that is dropped, in scored games; otherwise 0

  bool IsDrop() const { return from == 0; }
  friend bool operator==(const Move&, const Move&) = default;
};

// Returns a move in Scarne's notation: "13" or "15-9".  The drop of a marker
// with 4 pips is "13:4".
std::string ToString(Move move);

// The names of squares in a text.  By default these are Scarne's numbers.  With
// `letters`, a name is the letter of the column, from the left, and the number
// of the row, from below, as in chess: "c3" is 13 on a 5×5 board.  Letters
// require a board with 1 to 26 columns.
struct SquareNames {
  int rows = 0;
  int columns = 0;
  bool letters = false;

  std::string Of(int square) const;
  std::string Of(Move move) const;  // "13", "15-9", "c3", "e3-d4", "13:4"
};

// The pips of the markers on the board, by square, in scored games.
using Pips = std::map<int, int>;

// The pieces on the board, and everything else that affects the value.
struct Position {
  Squares black = 0;
  Squares red = 0;

  // The side to move.  In the drop phase this is the owner of the next piece,
  // whoever chooses its square.  Black and Red have the same number of pieces
  // on the board before Black's drop, and Black has one more before Red's drop.
  Colour to_move = Colour::kBlack;

  // One letter for each of a player's drops: S if the owner of the piece
  // chooses the square, A if the opponent does (docs/rules.md §2).  Empty means
  // the Standard style, which has only S. When all pieces are placed, the style
  // has no effect.
  std::string style = {};

  // True if Black's first drop may not go to a square that the rules ban
  // (Rules.banned_first_drops).
  bool centre_ban = false;

  // Empty in games without scoring.
  Pips pips = {};

  // The pieces of the side to move, and of its opponent.
  Squares own() const { return to_move == Colour::kBlack ? black : red; }
  Squares others() const { return to_move == Colour::kBlack ? red : black; }

  friend bool operator==(const Position&, const Position&) = default;
};

// The value of a position: the winner in perfect play, and the number of plies
// to the end of the game.  The winner wins as fast as possible, and the loser
// loses as slowly as possible.
struct Value {
  std::optional<Colour> winner;  // empty for a draw
  int plies = 0;  // to the end of the game; 0 for draws and finished games
  // The points that the winner scores: always 1 in games without scoring.  In
  // scored games `plies` is the number of plies until the winner has scored at
  // least these points.  Has no meaning for a draw, a score of 0.
  int points = 1;

  friend bool operator==(const Value&, const Value&) = default;
};

// Returns a value as Steele's letter writes it: "Draw", "Black in 9" or, if the
// game is over, "Red wins".
std::string ToString(Value value);

// Returns the points of a value for a player: below 0 if the other side wins.
int PointsFor(Colour player, Value value);

// True if `a` is better than `b` for a player: it has more points, or equal
// points with a faster win or a slower loss.
bool Prefers(Colour player, Value a, Value b);

}  // namespace teeko

#endif  // TEEKO_GAME_POSITION_H_
