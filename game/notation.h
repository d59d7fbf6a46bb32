// Reads and prints problems and games in the notation of Steele's letter, which
// README.md specifies.  Knows nothing of the rules but how squares are
// numbered: whether a position or a move is possible, game/game.h says.

#ifndef TEEKO_GAME_NOTATION_H_
#define TEEKO_GAME_NOTATION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/position.h"

namespace teeko {

// "Red to move and win in 9" says a win of the side to move, in 9 plies.
struct Statement {
  enum Outcome { kWin, kDraw, kLose };
  Outcome outcome;
  std::optional<int> plies = {};

  friend bool operator==(const Statement&, const Statement&) = default;
};

// The board that a problem starts with, and what it says of it.
struct Placement {
  Squares black = 0;
  Squares red = 0;                     // no square of `black`
  std::optional<Colour> to_move = {};  // problems always say it
  std::optional<Statement> statement = {};

  friend bool operator==(const Placement&, const Placement&) = default;
};

struct Ply {
  Move move;
  int line = 0;  // in the file, from 1
  // The comment lines before it, from # on.
  std::vector<std::string> comments = {};
};

// A problem or a game.
struct Item {
  std::string file = {};
  int line = 0;                            // of its first word
  std::vector<std::string> comments = {};  // before it, from # on
  std::optional<Placement> initial = {};   // of a problem; a game has none
  std::vector<Ply> plies = {};
};

// Reads all items of a text for a board of so many squares.  An item that does
// not parse is an InvalidArgument in its place, "FILE:LINE: reason", and
// reading goes on at the next "problem" or "game".
std::vector<absl::StatusOr<Item>> ParseItems(absl::string_view text,
                                             absl::string_view file,
                                             int squares);

// Reads a position alone: a problem without moves, or a diagram of the board in
// the place of "Black on …; Red on …" (README.md).  The word "problem" and who
// is to move may be left out.  InvalidArgument gives the reason.
absl::StatusOr<Placement> ParsePlacement(absl::string_view text, int squares);

// "Red to move and win".
std::string TurnText(const Placement& placement);

// The first line of an item: "game", or "problem: Black on …; Red on …; …".
std::string Heading(const Item& item);

// The whole item as ParseItems reads it, ending in a line break.
std::string Print(const Item& item);

}  // namespace teeko

#endif  // TEEKO_GAME_NOTATION_H_
