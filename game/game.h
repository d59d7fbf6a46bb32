// Says which positions and moves are possible in a game, and in which order
// moves are listed.  Unlike in the kernel (kernel/kernel.h), positions have
// colours here, and squares are numbered from 1.  Goals, neighbours and
// sections come from the kernel.

#ifndef TEEKO_GAME_GAME_H_
#define TEEKO_GAME_GAME_H_

#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/position.h"
#include "kernel/kernel.h"
#include "kernel/order.h"

namespace teeko {

class Rules;  // proto/rules.proto

// Const methods are thread-safe.
class Game {
 public:
  // `rules` must be valid and have explicit styles (proto/rules_file.h).
  explicit Game(const Rules& rules);

  const Rules& rules() const { return *rules_; }
  // True if the rules have scoring: values have points, and pieces pips.
  bool is_scored() const;
  // Returns the rules as the text of a rules file.
  std::string RulesText() const;
  // Returns goals, neighbours and symmetries.  The kernel numbers squares from
  // 0.
  const kernel::Game& kernel() const { return kernel_; }
  int squares() const { return kernel_.squares; }
  int pieces() const { return kernel_.pieces; }  // of each side
  // Returns the names of this board's squares, which are numbers.
  SquareNames names() const;

  // Returns the letters of a style.  `name` is the letters or Scarne's name, in
  // upper or lower case ("AASS", "two-move alternate").  InvalidArgument if the
  // rules do not have the style; the message lists the styles of the rules.
  absl::StatusOr<std::string> FindStyle(absl::string_view name) const;

  // Returns the position at the start of a game, with an empty board.
  Position Start(absl::string_view style = "", bool centre_ban = false) const {
    return {.style = std::string(style), .centre_ban = centre_ban};
  }

  // OK if the position is possible in a game.  Otherwise InvalidArgument:
  // squares are off the board or used twice, the number of pieces or the side
  // to move is wrong, the side to move has a goal, or the rules have no such
  // style or no centre ban.
  absl::Status Check(const Position& position) const;

  // The methods below require positions that pass Check.

  // Returns the letters of the position's style.
  std::string StyleOf(const Position& position) const {
    return position.style.empty() ? std::string(pieces(), 'S') : position.style;
  }

  // Returns the side that chooses the move: the side to move, or its opponent
  // if the letter of the next drop is A.
  Colour Chooser(const Position& position) const;

  // True if the opponent of the side to move has a goal, or if the side to move
  // has no move.  In both cases the side to move has lost.
  bool IsOver(const Position& position) const;

  // Returns all drops or moves; none if the game is over.  They are in the
  // order of the lists in Steele's letter: drops by square; moves by piece, and
  // for one piece north, west, east, south, north-west, north-east, south-west,
  // south-east.
  std::vector<Move> Moves(const Position& position) const;

  // Returns the position after a move, which must be one of Moves(position).
  Position After(const Position& position, Move move) const;

  // The same for any move.  InvalidArgument if the move is not possible.  The
  // message has the reason, and writes squares with `names`.
  absl::StatusOr<Position> Play(const Position& position, Move move,
                                const SquareNames& names = {}) const;

  // The place of a position in a table (docs/formats.md).  It does not depend
  // on colours.
  struct Place {
    int section;     // index in sections()
    uint64_t index;  // index in the section
  };
  // Returns the place of a position, which must pass Check.  A position that
  // does not pass may abort the program.
  Place PlaceOf(const Position& position) const;
  // Returns a position at a place, without the centre ban.  The style is the
  // first style of the rules that ends with the drops of the section.  In the
  // drop phase, the number of pieces determines the side to move, and `to_move`
  // has no effect.
  Position PositionAt(Place place, Colour to_move) const;
  const std::vector<kernel::Section>& sections() const { return sections_; }

  // Returns one line of text for each row: @ for black, O for red, - for empty
  // squares.
  std::string Draw(const Position& position) const;

 private:
  bool InDropPhase(const Position& position) const {
    return std::popcount(position.own()) < pieces();
  }
  // Returns the letters of the drops to come.
  std::string Drops(const Position& position) const;
  Squares Banned(const Position& position) const;

  // A shared pointer, so that this header needs no header of protobuf and
  // copies of a game share the rules.
  std::shared_ptr<const Rules> rules_;
  kernel::Game kernel_;
  std::vector<kernel::Section> sections_;
  std::vector<std::vector<int>>
      neighbours_;  // [i]: of square i + 1, in the order of Moves
  Squares banned_ = 0;
};

}  // namespace teeko

#endif  // TEEKO_GAME_GAME_H_
