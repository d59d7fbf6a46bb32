// The notation of corpus/README.md, for every program and every language: this
// part needs the C++ library alone, throws nothing, and compiles to
// WebAssembly.  C++ programs use game/notation.h.

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

// "Red to move and win in 9" says a win of the side to move, in 9 plies.
struct Statement {
  enum Outcome { kWin, kDraw, kLose };
  Outcome outcome;
  std::optional<int> plies = {};

  friend bool operator==(const Statement&, const Statement&) = default;
};

// The board that a problem starts with, and what it says of it.
struct Setup {
  Squares black = 0;
  Squares red = 0;                        // no square of `black`
  std::optional<Colour> to_move = {};     // problems always say it
  std::optional<std::string> style = {};  // as in Position, if it is said
  bool centre_ban = false;
  std::optional<Statement> statement = {};

  friend bool operator==(const Setup&, const Setup&) = default;
};

struct Ply {
  Move move;
  int line = 0;  // in the file, from 1
  // The comment lines before it, from # on, as valid UTF-8.
  std::vector<std::string> comments = {};
};

// A problem or a game.
struct Item {
  std::string file = {};
  int line = 0;                            // of its first word
  std::vector<std::string> comments = {};  // before it, as those of a Ply
  std::optional<Setup> initial = {};       // of a problem; a game has none
  std::vector<Ply> plies = {};
  SquareNames names = {};  // in which it was written, and is printed
};

// A part of a text: an item, or a part that is refused.
struct Part {
  Item item = {};          // meaningless if the part is refused
  std::string error = {};  // why it is refused, valid UTF-8; empty if it is not
  int line = 0;            // of the error, or of the item's first word
  // What it takes of the text, in bytes, with the comments before an item.
  // Without these bytes of a refused part, the rest of the text reads the same.
  size_t begin = 0;
  size_t end = 0;
};

class ItemParser;  // of notation_core.cc

// Reads the items of a text, one after the other, in linear time.  Not
// thread-safe.
class ItemReader {
 public:
  // `text` must outlive the reader.  `board` has its rows and columns.
  ItemReader(std::string_view text, const SquareNames& board);
  ~ItemReader();

  // Returns the next part, nullopt at the end.
  std::optional<Part> Next();

  // Returns the comments behind the last part, once Next has returned nullopt.
  const std::vector<std::string>& LastComments() const;
  int last_line() const;  // of the text

 private:
  std::unique_ptr<ItemParser> parser_;
};

// Reads a position alone, a problem without plies: the word "problem" and who
// is to move may be left out, and a diagram may stand for the places.
Part ReadPosition(std::string_view text, const SquareNames& board);

// Returns who is to move in a position: what it says, or what follows from the
// number of pieces while there are drops to come; else nullopt.
std::optional<Colour> SideToMove(const Setup& placement, int pieces);

// Returns one line that ReadPosition reads: "5/5/2b2/5/5 r AASS".  `style` has
// a letter for each of a side's `pieces`.  It and the centre ban are left out
// where they cannot matter.
std::string PositionText(const Position& position, std::string_view style,
                         const SquareNames& board, int pieces);

// "Red to move and win", "Red to move AASS".
std::string TurnText(const Setup& placement);

// Returns the first line of an item: "game", or "problem: Black on …; …".
std::string Heading(const Item& item);

// Returns the whole item as ItemReader reads it, ending in a line break.
std::string Print(const Item& item);

}  // namespace teeko

#endif  // TEEKO_GAME_NOTATION_CORE_H_
