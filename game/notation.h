// Reads and prints problems and games in the notation of Steele's letter, and
// in other common forms (corpus/README.md).  game/notation_core.h defines the
// items and prints them.  The functions here take the board from a Game, and
// return errors as absl::Status.  They do not check whether positions and moves
// are possible; the methods of Game do (game/game.h).

#ifndef TEEKO_GAME_NOTATION_H_
#define TEEKO_GAME_NOTATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/game.h"
#include "game/notation_core.h"  // IWYU pragma: export
#include "game/position.h"

namespace teeko {

// The contents of a text.
struct ItemsOfText {
  // In the order of the text.  A part that is refused is an InvalidArgument
  // with the message "FILE:LINE: reason".  After kMaxErrors refused parts, one
  // last message stands for all others, and has the line of the first of them.
  std::vector<absl::StatusOr<Item>> items;
  int refused = 0;  // number of refused parts
  // The comments after the last item, each with its #, and the number of the
  // last line.
  std::vector<std::string> last_comments;
  int last_line = 0;
};

// Reads all items of a text.  `file` is its name in messages.
ItemsOfText ReadItems(absl::string_view text, absl::string_view file,
                      const Game& game);

// The same, without the comments after the last item.
std::vector<absl::StatusOr<Item>> ParseItems(absl::string_view text,
                                             absl::string_view file,
                                             const Game& game);

// Reads a single position, which is a problem without plies.  The word
// "problem" and the side to move may be left out.  A diagram of the board may
// replace "Black on …; Red on …".  InvalidArgument has the reason.
absl::StatusOr<Item> ParsePosition(absl::string_view text, const Game& game);

// Reads one move of either side on a board with these rows and columns: "13",
// "15-9", "c3", "B13".  InvalidArgument has the reason.
absl::StatusOr<Move> ParseMove(absl::string_view text,
                               const SquareNames& board);

// Returns the first position of an item.  For a game this is `start`, usually
// an empty board.  A problem that does not name a style takes the style and the
// centre ban from `start`.  In the drop phase, the number of pieces determines
// the side to move if the item does not name it. InvalidArgument if all pieces
// are placed and the item does not name the side to move, or if it has pips and
// the rules have no scoring.
absl::StatusOr<Position> SetUp(const Game& game, const Item& item,
                               const Position& start = {});

// Returns a position as one line that ParsePosition reads:
// "5/5/2rbr/1rbb1/2rb1 r", "5/5/2b2/5/5 r AASS".  The line has everything that
// can affect the value, except pips.  The position must pass Game::Check.
std::string PositionString(const Game& game, const Position& position);

}  // namespace teeko

#endif  // TEEKO_GAME_NOTATION_H_
