// Reads and prints problems and games in the notation of Steele's letter, and
// other forms that people write (corpus/README.md), for a Game and with
// statuses; game/notation_core.h has the items, and Print and the like. Whether
// a position or a move is possible, game/game.h says.

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

// What a text has.
struct ItemsOfText {
  // In the order of the text.  A part that is refused is an InvalidArgument,
  // "FILE:LINE: reason".
  std::vector<absl::StatusOr<Item>> items;
  // Behind the last item, from # on; `last_line` is that of the text.
  std::vector<std::string> last_comments;
  int last_line = 0;
};

// Reads all items of a text.  `file` names it in messages.
ItemsOfText ReadItems(absl::string_view text, absl::string_view file,
                      const Game& game);

// The same without the comments behind the last item.
std::vector<absl::StatusOr<Item>> ParseItems(absl::string_view text,
                                             absl::string_view file,
                                             const Game& game);

// Reads a position alone, which is a problem without moves: "problem" and who
// is to move may be left out, and a diagram of the board may stand for "Black
// on …; Red on …".  InvalidArgument gives the reason.
absl::StatusOr<Item> ParsePosition(absl::string_view text, const Game& game);

// Reads one move, of either side, on a board of these rows and columns: "13",
// "15-9", "c3", "B13".  InvalidArgument gives the reason.
absl::StatusOr<Move> ParseMove(absl::string_view text,
                               const SquareNames& board);

// The position that an item begins with.  A game begins with `start`, an empty
// board; a problem has its style and centre ban unless it says otherwise.  Who
// is to move follows from the number of pieces while there are drops to come;
// InvalidArgument if then nothing says it.
absl::StatusOr<Position> SetUp(const Game& game, const Item& item,
                               const Position& start = {});

// One line that ParsePosition reads, with all that matters to a position which
// passes Game::Check: "5/5/2rbr/1rbb1/2rb1 r", "5/5/2b2/5/5 r AASS".
std::string PositionString(const Game& game, const Position& position);

}  // namespace teeko

#endif  // TEEKO_GAME_NOTATION_H_
