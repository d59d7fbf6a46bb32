// The positions with all pieces placed, as pairs of ranks, and their values:
// the kernel's game (kernel/kernel.h), with look-ups for speed.

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
#include "teeko/proto/extra_rules.pb.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::studies {

using kernel::Bit;
using kernel::ForEachSquare;

// From one square to another, both counted from 0.
struct Move {
  int8_t from;
  int8_t to;

  Move Back() const { return {to, from}; }
  friend bool operator==(const Move&, const Move&) = default;
};

// "7-1": squares as people count them.
std::string MoveName(Move move);

// The pieces of a side after a move.
constexpr Set After(Set pieces, Move move) {
  return pieces ^ Bit(move.from) ^ Bit(move.to);
}

// A position by the ranks of its two sets among `placements()`.
struct Position {
  int mover;
  int opponent;

  friend auto operator<=>(const Position&, const Position&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Position& p) {
    return H::combine(std::move(h), p.mover, p.opponent);
  }
};

// The same board, the other side to move.
constexpr Position Swapped(Position position) {
  return {position.opponent, position.mover};
}

// For findings.
extra_rules::Placement PlacementOf(kernel::Position position);

// Const methods are thread-safe.
class Board {
 public:
  static constexpr int kMaxSquares = 25;
  static constexpr int kMaxPieces = 4;

  // Why the extra rules are not solved for these rules, which have passed
  // ValidateRules (proto/rules_file.h); empty if they are.
  static std::string NotApplicable(const Rules& rules);

  // Requires that NotApplicable(rules) is empty.
  explicit Board(const Rules& rules);

  const kernel::Game& game() const { return game_; }
  int squares() const { return game_.squares; }

  // Squares to which a piece on `square` can move if they are empty.
  Set Neighbours(int square) const { return game_.neighbours[square]; }

  // Squares with three neighbours at a corner of a board with edges.
  Set corners() const { return corners_; }

  // The sets of as many squares as a side has pieces, ascending; and the place
  // of one in that list, its rank.
  const std::vector<Set>& placements() const { return layout_.first().all(); }
  size_t count() const { return placements().size(); }
  int Rank(Set set) const { return kernel::Rank(set); }
  kernel::Position SetsOf(Position position) const {
    return {placements()[position.mover], placements()[position.opponent]};
  }
  Position PositionOf(kernel::Position sets) const {
    return {Rank(sets.mover), Rank(sets.opponent)};
  }

  // Where to keep what is known of the class of a position under symmetry: in
  // the row of the mover's set.
  const Layout& layout() const { return layout_; }
  size_t Index(Position position) const {
    return layout_.PlaceOf(position.mover, position.opponent);
  }
  // The least position of the class at a place.
  Position At(size_t index) const {
    return {layout_.first().least()[index / count()],
            static_cast<int>(index % count())};
  }

  // kernel::Game's, the identity first, applied to ranks and moves.
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
  // The least of a position's images, and a symmetry that leads to it.
  std::pair<Position, size_t> Canonical(Position position) const;
  bool IsCanonical(Position position) const {
    return At(Index(position)) == position;
  }
  // How many different images a position has.
  int OrbitSize(Position position) const;

  // The moves of a side on a board that is else empty, and the ranks of the
  // sets after them.
  struct Step {
    Move move;
    uint16_t rank;
  };
  const std::vector<Step>& Steps(int rank) const { return steps_[rank]; }

  // Calls visit(move, next) for the mover's moves, next being the other side's
  // position; or visit(back, before) for the positions from which the
  // opponent's last move, taken back by `back`, can have led here.
  template <typename Visit>
  void ForEachNext(Position position, Visit visit) const {
    AnyNext(position, [&](Move move, Position next) {
      visit(move, next);
      return false;
    });
  }
  // Whether test(move, next) is true of some move; none is tried after it.
  template <typename Test>
  bool AnyNext(Position position, Test test) const {
    const Set other = placements()[position.opponent];
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

// A kernel::Value in one byte: 0 a draw, n + 1 decided in n plies, 255 no
// value.  Large n are cut down to 251 or 252: who wins stays as it was.
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

// The values of all positions, the same for images of each other: in the plain
// game, without an extra rule, unless told otherwise.  Const methods are
// thread-safe.
class Values {
 public:
  // `value` gives the values of the positions with all pieces placed by their
  // index in a table (docs/formats.md), on any of oneTBB's threads; it is asked
  // for one of each class.  The board must outlive this.
  Values(const Board& board, absl::FunctionRef<int(uint64_t index)> value);

  // kNoValue too if the sets meet.
  Value At(Position position) const { return AtIndex(board_->Index(position)); }
  Value AtIndex(size_t index) const { return values_[index]; }

  // Of all images of the position.
  void Correct(Position position, Value value) {
    values_[board_->Index(position)] = value;
  }

 private:
  const Board* board_;
  std::vector<Value> values_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PLACEMENTS_BOARD_H_
