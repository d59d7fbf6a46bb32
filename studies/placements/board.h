// The positions with all pieces placed, as pairs of ranks: the kernel's game
// (verify/kernel.h), with look-ups for speed.

#ifndef TEEKO_STUDIES_PLACEMENTS_BOARD_H_
#define TEEKO_STUDIES_PLACEMENTS_BOARD_H_

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "proto/extra_rules.pb.h"
#include "proto/rules.pb.h"
#include "verify/kernel.h"

namespace teeko::extra_rules {

using kernel::ForEachSquare;
using kernel::Only;
using kernel::Set;

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
  return pieces ^ Only(move.from) ^ Only(move.to);
}

// A move in five bits: which of the mover's pieces, in ascending order, and to
// which of its neighbours.  Holds for one set of pieces only.
using MoveCode = uint8_t;

// A position by the ranks of its two sets among `placements()`.
struct Position {
  int mover;
  int opponent;

  friend bool operator==(const Position&, const Position&) = default;
  friend auto operator<=>(const Position&, const Position&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Position& p) {
    return H::combine(std::move(h), p.mover, p.opponent);
  }
};

// For findings.
Placement PlacementOf(kernel::Position position);

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

  // The sets of as many squares as a side has pieces, ascending, and the place
  // of one in that list, which is its rank.
  const std::vector<Set>& placements() const { return placements_; }
  int Rank(Set set) const {
    const Low& low = low_[set & kLowMask];
    return low.rank + high_rank_[low.squares][set >> kLowBits];
  }
  kernel::Position SetsOf(Position position) const {
    return {placements_[position.mover], placements_[position.opponent]};
  }
  Position PositionOf(kernel::Position sets) const {
    return {Rank(sets.mover), Rank(sets.opponent)};
  }

  // kernel::Game's, the identity first, applied to ranks and moves.
  size_t symmetries() const { return game_.symmetries.size(); }
  int Image(size_t symmetry, int rank) const {
    return rank_images_[symmetry][rank];
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
    return Canonical(position).first == position;
  }
  // How many different images a position has.
  int OrbitSize(Position position) const;

  MoveCode Encode(Set pieces, Move move) const;
  Move Decode(Set pieces, MoveCode code) const;

  // Calls visit(move, moved) for every move of a piece of `own`; `moved` is the
  // set after it.  Moves that lead to `own` are these, taken back.
  template <typename Visit>
  void ForEachMove(Set own, Set other, Visit visit) const {
    AnyMove(own, other, [&](Move move, Set moved) {
      visit(move, moved);
      return false;
    });
  }

  // Whether test(move, moved) is true of some move; none is tried after it.
  template <typename Test>
  bool AnyMove(Set own, Set other, Test test) const {
    for (Set pieces = own; pieces != 0; pieces &= pieces - 1) {
      const int8_t from = std::countr_zero(pieces);
      Set empty = Neighbours(from) & ~(own | other);
      for (; empty != 0; empty &= empty - 1) {
        const Move move{from, static_cast<int8_t>(std::countr_zero(empty))};
        if (test(move, After(own, move))) return true;
      }
    }
    return false;
  }

 private:
  // rank(c1 < c2 < …) = C(c1, 1) + C(c2, 2) + …, summed in two halves: that of
  // the low squares by their set, that of the high ones by how many are low.
  static constexpr int kLowBits = 13;
  static constexpr Set kLowMask = kernel::Below(kLowBits);
  struct Low {
    uint16_t rank;
    uint16_t squares;
  };

  kernel::Game game_;
  Set corners_ = 0;
  std::vector<Set> placements_;
  std::vector<Low> low_;
  std::array<std::vector<uint16_t>, kMaxPieces + 1> high_rank_;
  std::vector<std::vector<uint16_t>> rank_images_;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_BOARD_H_
