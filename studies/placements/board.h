// Positions with all pieces placed, as pairs of ranks, and their values.  Wraps
// the kernel's game (kernel/kernel.h) with look-up tables for speed.

#ifndef TEEKO_STUDIES_PLACEMENTS_BOARD_H_
#define TEEKO_STUDIES_PLACEMENTS_BOARD_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "studies/placements/layout.h"
#include "teeko/proto/rules.pb.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"

namespace teeko::studies {

using kernel::Bit;
using kernel::ForEachSquare;

// A move from one square to another; squares are counted from 0.
struct Move {
  int8_t from;
  int8_t to;

  Move Back() const { return {to, from}; }
  friend bool operator==(const Move&, const Move&) = default;
};

// Returns "7-1", with squares counted from 1.
std::string MoveName(Move move);

constexpr Set After(Set pieces, Move move) {
  return pieces ^ Bit(move.from) ^ Bit(move.to);
}

// A position as the ranks of its two sets in `sets()`.
struct Position {
  int mover;
  int opponent;

  friend auto operator<=>(const Position&, const Position&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Position& p) {
    return H::combine(std::move(h), p.mover, p.opponent);
  }
};

// Returns the same board with the other side to move.
constexpr Position Swapped(Position position) {
  return {position.opponent, position.mover};
}

// Converts a position to a message of the findings.
extra_rules::Placement PlacementOf(kernel::Position position);

// The moves and symmetries of the placements of one game, and their indices.
// Const methods are thread-safe.
class Board {
 public:
  static constexpr int kMaxSquares = 25;
  static constexpr int kMaxPieces = 4;

  // Returns the reason why the studies of the extra rules do not apply to these
  // rules; empty if they apply.  The rules must be valid (proto/rules_file.h).
  static std::string NotApplicable(const Rules& rules);

  // Requires that NotApplicable(rules) is empty.
  explicit Board(const Rules& rules);

  const kernel::Game& game() const { return game_; }
  int squares() const { return game_.squares; }

  // Returns the squares to which a piece on `square` can move if they are
  // empty.
  Set Neighbours(int square) const { return game_.neighbours[square]; }

  // Returns the corners: the squares with three neighbours, if the board has
  // edges.
  Set corners() const { return corners_; }

  // Returns all sets that the pieces of one side can occupy in a placement, in
  // ascending order.  Rank returns the index of a set in this list.
  const std::vector<Set>& sets() const { return layout_.first().all(); }
  size_t count() const { return sets().size(); }
  int Rank(Set set) const { return kernel::Rank(set); }
  kernel::Position SetsOf(Position position) const {
    return {sets()[position.mover], sets()[position.opponent]};
  }
  Position PositionOf(kernel::Position sets) const {
    return {Rank(sets.mover), Rank(sets.opponent)};
  }

  // Index returns a number for the orbit of a position, by which studies store
  // data.  The positions with the same orbit of the mover's set form a row,
  // with consecutive numbers.
  const Layout& layout() const { return layout_; }
  size_t Index(Position position) const {
    return layout_.IndexOf(position.mover, position.opponent);
  }
  // Returns the canonical position of the orbit with this index.
  Position At(size_t index) const {
    return {layout_.first().canonical()[index / count()],
            static_cast<int>(index % count())};
  }

  // The symmetries of kernel::Game, with the identity first, applied to ranks,
  // positions and moves.
  size_t symmetries() const { return game_.symmetries.size(); }
  int Image(size_t symmetry, int rank) const {
    return layout_.first().images()[symmetry][rank];
  }
  Position Image(size_t symmetry, Position position) const {
    return {Image(symmetry, position.mover),
            Image(symmetry, position.opponent)};
  }
  Move Image(size_t symmetry, Move move) const {
    const std::vector<int>& map = game_.symmetries[symmetry];
    return {static_cast<int8_t>(map[move.from]),
            static_cast<int8_t>(map[move.to])};
  }
  // Returns the canonical image of a position, and a symmetry that leads to it.
  std::pair<Position, size_t> Canonical(Position position) const;
  bool IsCanonical(Position position) const {
    return At(Index(position)) == position;
  }
  // Returns the number of different images of a position.
  int OrbitSize(Position position) const;

  // A move that a side could make if the other side had no pieces, and the rank
  // of the side's set after it.
  struct Step {
    Move move;
    uint16_t rank;
  };
  const std::vector<Step>& Steps(int rank) const { return steps_[rank]; }

  // ForEachNext calls visit(move, next) for each move of the mover; `next` is
  // the position after it, with the other side to move.  ForEachBefore calls
  // visit(back, before) for each predecessor; `back` takes back the opponent's
  // last move.
  template <typename Visit>
  void ForEachNext(Position position, Visit visit) const {
    AnyNext(position, [&](Move move, Position next) {
      visit(move, next);
      return false;
    });
  }
  // True if test(move, next) is true for a move.  Stops at the first such move.
  template <typename Test>
  bool AnyNext(Position position, Test test) const {
    const Set other = sets()[position.opponent];
    for (const auto [move, rank] : Steps(position.mover)) {
      if ((other & Bit(move.to)) == 0 &&
          test(move, Position{position.opponent, rank})) {
        return true;
      }
    }
    return false;
  }
  template <typename Visit>
  void ForEachBefore(Position position, Visit visit) const {
    ForEachNext(Swapped(position), [&](Move back, Position before) {
      visit(back, Swapped(before));
    });
  }

 private:
  kernel::Game game_;
  Set corners_ = 0;
  Layout layout_;
  std::vector<std::vector<Step>> steps_;  // by rank
};

// ---- Values ----

// A kernel::Value in one byte: 0 is a draw, n + 1 is a win or loss in n plies,
// 255 is no value.  If n is larger than 252, the number is 252 for a win and
// 253 for a loss.
using Value = uint8_t;
inline constexpr Value kDraw = 0;
inline constexpr Value kLossInZero = 1;
inline constexpr Value kLargest = 253;
inline constexpr Value kNoValue = 255;

constexpr bool MoverWins(Value value) {
  return value != kDraw && value % 2 == 0;
}
constexpr bool MoverLoses(Value value) {
  return value % 2 == 1 && value != kNoValue;
}

// The values of all positions.  Images of each other have the same value.  By
// default these are the values of the plain game, without an extra rule.  Const
// methods are thread-safe.
class Values {
 public:
  // `value` returns the value of a position with all pieces placed by its index
  // in a table (docs/formats.md).  It is called once for each position of a
  // stored row, on oneTBB threads.  The board must outlive this object.
  Values(const Board& board, absl::FunctionRef<int(uint64_t index)> value);

  // Returns the value; kNoValue also if the two sets overlap.
  Value At(Position position) const { return AtIndex(board_->Index(position)); }
  Value AtIndex(size_t index) const { return values_[index]; }

  // Sets the value of all images of a position.
  void Correct(Position position, Value value) {
    values_[board_->Index(position)] = value;
  }

 private:
  const Board* board_;
  std::vector<Value> values_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PLACEMENTS_BOARD_H_
