// The rules with colours and square numbers: which positions are possible,
// which moves, and in what order they are listed.  Goals, neighbours and
// sections are the verifier's (kernel/kernel.h).

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
  // `rules` must be valid, with its styles written out (proto/rules_file.h).
  explicit Game(const Rules& rules);

  const Rules& rules() const { return *rules_; }
  // Returns the rules as the text of a rules file.
  std::string RulesText() const;
  // Goals, symmetries and the rest; squares count from 0 there.
  const kernel::Game& kernel() const { return kernel_; }
  int squares() const { return kernel_.squares; }
  int pieces() const { return kernel_.pieces; }  // a side
  // What squares are called, by number.
  SquareNames names() const;

  // The letters of a style given by them or by Scarne's name, in either case
  // ("AASS", "two-move alternate").  InvalidArgument lists what there is.
  absl::StatusOr<std::string> FindStyle(absl::string_view name) const;

  // The empty board.
  Position Start(absl::string_view style = "", bool centre_ban = false) const {
    return {.style = std::string(style), .centre_ban = centre_ban};
  }

  // OK if a game can come to this position, or InvalidArgument: squares beyond
  // the board or used twice, a wrong number of pieces, the wrong side to move,
  // a goal of the side to move, a style that the rules do not have, a centre
  // ban where the rules ban nothing.
  absl::Status Check(const Position& position) const;

  // The methods below take positions that pass Check.

  // The letters of its style.
  std::string StyleOf(const Position& position) const {
    return position.style.empty() ? std::string(pieces(), 'S') : position.style;
  }

  // Who picks the move: the side to move, or its opponent if the next drop's
  // letter is A.
  Colour Chooser(const Position& position) const;

  // True if the side that has just moved has a goal, or the side to move has
  // no move; it has lost then.
  bool IsOver(const Position& position) const;

  // All moves, none if the game is over, in the order of the letter's lists:
  // drops by square; moves by piece, for one piece north, west, east, south,
  // north-west, north-east, south-west, south-east.
  std::vector<Move> Moves(const Position& position) const;

  // The position after a move that is one of Moves(position).
  Position After(const Position& position, Move move) const;

  // The same for any move.  InvalidArgument says why it is not possible, and
  // calls squares by `names`.
  absl::StatusOr<Position> Play(const Position& position, Move move,
                                const SquareNames& names = {}) const;

  // The table's view of a position, without colours: its section, an index in
  // sections(), and its index there (docs/formats.md).
  struct Place {
    int section;
    uint64_t index;
  };
  // Ends the program if the position has no place.
  Place PlaceOf(const Position& position) const;
  // And back, in the first of the styles that have these drops to come.  As
  // long as there are any, their number says who is to move, whatever `to_move`
  // does.
  Position PositionAt(Place place, Colour to_move) const;
  const std::vector<kernel::Section>& sections() const { return sections_; }

  // One line of text a row: @ for black, O for red, - for empty squares.
  std::string Draw(const Position& position) const;

 private:
  bool DropsToCome(const Position& position) const {
    return std::popcount(position.own()) < pieces();
  }
  // Letters of the drops to come.
  std::string Drops(const Position& position) const;
  Squares Banned(const Position& position) const;

  // Copies share it; no user of this header needs protobuf.
  std::shared_ptr<const Rules> rules_;
  kernel::Game kernel_;
  std::vector<kernel::Section> sections_;
  std::vector<std::vector<int>> neighbours_;  // of square i + 1, as listed
  Squares banned_ = 0;
};

}  // namespace teeko

#endif  // TEEKO_GAME_GAME_H_
