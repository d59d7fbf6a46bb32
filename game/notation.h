// Reads and prints problems and games in the notation of Steele's letter, and
// other forms that people write (corpus/README.md).  Whether a position or a
// move is possible, game/game.h says.

#ifndef TEEKO_GAME_NOTATION_H_
#define TEEKO_GAME_NOTATION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/game.h"
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
  Squares red = 0;                        // no square of `black`
  std::optional<Colour> to_move = {};     // problems always say it
  std::optional<std::string> style = {};  // as in Position, if it is said
  bool centre_ban = false;
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
  SquareNames names = {};  // in which it was written, and is printed
};

// Reads all items of a text.  One that does not parse is an InvalidArgument in
// its place, "FILE:LINE: reason", and reading goes on where the next begins.
std::vector<absl::StatusOr<Item>> ParseItems(absl::string_view text,
                                             absl::string_view file,
                                             const Game& game);

// Reads a position alone, which is a problem without moves: "problem" and who
// is to move may be left out, and a diagram of the board may stand for "Black
// on …; Red on …".  InvalidArgument gives the reason.
absl::StatusOr<Item> ParsePosition(absl::string_view text, const Game& game);

// The position that an item begins with.  A game begins with `start`, an empty
// board; a problem has its style and centre ban unless it says otherwise.  Who
// is to move follows from the number of pieces while there are drops to come;
// InvalidArgument if then nothing says it.
absl::StatusOr<Position> SetUp(const Game& game, const Item& item,
                               const Position& start = {});

// One line that ParsePosition reads, with all that matters to a position which
// passes Game::Check: "5/5/2rbr/1rbb1/2rb1 r", "5/5/2b2/5/5 r AASS".
std::string PositionString(const Game& game, const Position& position);

// "Red to move and win", "Red to move AASS".
std::string TurnText(const Placement& placement);

// The first line of an item: "game", or "problem: Black on …; Red on …; …".
std::string Heading(const Item& item);

// The whole item as ParseItems reads it, ending in a line break.
std::string Print(const Item& item);

}  // namespace teeko

#endif  // TEEKO_GAME_NOTATION_H_
