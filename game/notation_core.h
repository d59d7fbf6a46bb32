// Reads and prints the notation of corpus/README.md.  All programs and language
// bindings use this code; C++ programs call it through game/notation.h.  It
// needs only the C++ standard library, throws no exceptions, and compiles to
// WebAssembly.

#ifndef TEEKO_GAME_NOTATION_CORE_H_
#define TEEKO_GAME_NOTATION_CORE_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"

namespace teeko {

// What a problem states about its value.  "Red to move and win in 9" states a
// win of the side to move in 9 plies.
struct Statement {
  enum Outcome { kWin, kDraw, kLose };
  Outcome outcome;
  std::optional<int> plies = {};

  friend bool operator==(const Statement&, const Statement&) = default;
};

// The first position of a problem, and its statement.
struct Setup {
  Squares black = 0;
  Squares red = 0;  // disjoint from `black`
  Pips pips = {};   // 1 to 127, of those markers for which the text states them
  // Set if the text names the side to move.  Only ReadPosition accepts texts
  // that do not name it.
  std::optional<Colour> to_move = {};
  // As in Position; nullopt if the text names no style.
  std::optional<std::string> style = {};
  bool centre_ban = false;
  std::optional<Statement> statement = {};

  friend bool operator==(const Setup&, const Setup&) = default;
};

struct Ply {
  Move move;     // move.pips is 0 if the text states none
  int line = 0;  // in the file, counted from 1
  // The comments before the ply, each with its #, as valid UTF-8.
  std::vector<std::string> comments = {};
};

// A problem or a game.
struct Item {
  std::string file = {};
  int line = 0;                            // of the first word
  std::vector<std::string> comments = {};  // before the item, as in Ply
  std::optional<Setup> initial = {};       // set for problems, not for games
  std::vector<Ply> plies = {};
  // Says whether the text has numbers or letters for squares.
  SquareNames names = {};
};

// A part of a text: an item, or text that is refused.
struct Part {
  Item item = {};          // undefined if the part is refused
  std::string error = {};  // reason for the refusal, in UTF-8; empty: accepted
  int line = 0;            // of the error, or of the item's first word
  // The part is text[begin] to text[end - 1], including the comments before an
  // item.  If a caller removes the bytes of a refused part, the rest of the
  // text has the same items as before.
  size_t begin = 0;
  size_t end = 0;
};

// The number of refused parts of a text for which a caller should keep an
// error. If each line is refused, the errors of all of them would take
// gigabytes.
inline constexpr int kMaxErrors = 1000;

// Returns the error that stands for the others: "… and 5 more errors".
std::string MoreErrors(int count);

class ItemParser;  // in notation_core.cc

// Reads the items of a text one by one, in linear time.  Not thread-safe.
class ItemReader {
 public:
  // `text` must outlive the reader.  `board` has the rows and columns of the
  // board.
  ItemReader(std::string_view text, const SquareNames& board);
  ~ItemReader();

  // Returns the next part, or nullopt at the end.
  std::optional<Part> Next();

  // Returns the comments after the last part.  Call this after Next has
  // returned nullopt.
  const std::vector<std::string>& LastComments() const;
  int last_line() const;  // number of the last line

 private:
  std::unique_ptr<ItemParser> parser_;
};

// Reads a single position, which is a problem without plies.  The word
// "problem" and the side to move may be left out.  A diagram may replace the
// lists of squares.
Part ReadPosition(std::string_view text, const SquareNames& board);

// Returns the side to move of a problem.  If the problem does not name it,
// returns the side that the number of pieces determines in the drop phase, and
// nullopt if all pieces are placed.
std::optional<Colour> SideToMove(const Setup& setup, int pieces);

// Returns one line that ReadPosition reads: "5/5/2b2/5/5 r AASS".  `style` has
// one letter for each of a side's `pieces`.  The style is left out when all
// pieces are placed, and the centre ban after the first drop.  `pips` is empty
// or has the pips of each piece: "5/5/2b2/5/5 r AASS pips 4".
std::string PositionText(const Position& position, std::string_view style,
                         const SquareNames& board, int pieces,
                         const Pips& pips = {});

// Returns the side to move, the style, the ban and the statement of a problem:
// "Red to move and win", "Red to move AASS".
std::string TurnText(const Setup& setup);

// Returns a first position as ReadPosition reads it: "Black on 14:1; Red on;
// Red to move" (a black marker with 1 pip on 14, and no red marker).
std::string SetupText(const Setup& setup, const SquareNames& names);

// Returns the first line of an item: "game", or "problem: Black on …; …".
std::string Heading(const Item& item);

// Returns the whole item in the form that ItemReader reads, with a line break
// at its end.
std::string Print(const Item& item);

}  // namespace teeko

#endif  // TEEKO_GAME_NOTATION_CORE_H_
