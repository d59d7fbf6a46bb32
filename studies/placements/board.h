// Squares, moves, ranks and symmetries, as the extra rules need them.

#ifndef TEEKO_STUDIES_PLACEMENTS_BOARD_H_
#define TEEKO_STUDIES_PLACEMENTS_BOARD_H_

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/rules.pb.h"

namespace teeko::extra_rules {

// A set of squares: bit i stands for square i + 1.
using Set = uint32_t;

constexpr Set Bit(int square) { return Set{1} << square; }

// Calls visit(square) for the squares of a set, 0-based, ascending.
template <typename Visitor>
void ForEachSquare(Set set, Visitor visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// A board of at most 25 squares with the same number of pieces a side.
class Board {
 public:
  // InvalidArgument if the board has more than kMaxSquares squares or a side
  // more than kMaxPieces pieces.  `rules` have passed ValidateRules.
  static absl::StatusOr<Board> Create(const Rules& rules);

  static constexpr int kMaxSquares = 25;
  static constexpr int kMaxPieces = 4;

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int squares() const { return rows_ * columns_; }
  int pieces() const { return pieces_; }

  // Squares a piece on `square` can move to if they are empty.
  Set Neighbours(int square) const { return neighbours_[square]; }

  // The sets of `pieces` squares in ascending order, and the place of one.
  const std::vector<Set>& placements() const { return placements_; }
  int Rank(Set set) const {
    const Low& low = low_[set & kLowMask];
    return low.rank + high_rank_[low.count][set >> kLowBits];
  }

  // The symmetries of the board: symmetry s takes square i to [s][i].  The
  // first is the identity.  Those of a wrapped board include its shifts.
  const std::vector<std::array<int8_t, kMaxSquares>>& symmetries() const {
    return symmetries_;
  }
  Set Image(int symmetry, Set set) const;
  // The rank of the image of the set with a rank.
  int RankImage(int symmetry, int rank) const {
    return rank_images_[symmetry][rank];
  }

  // Calls visit(from, to, moved) for every move of a piece of `own`; `moved`
  // is the set after it.  Un-moves are the same: moves can be taken back.
  template <typename Visitor>
  void ForEachMove(Set own, Set other, Visitor visit) const {
    ForEachSquare(own, [&](int from) {
      ForEachSquare(neighbours_[from] & ~(own | other), [&](int to) {
        visit(from, to, own ^ Bit(from) ^ Bit(to));
      });
    });
  }

  // Whether test(from, to, moved) is true of some move.
  template <typename Test>
  bool AnyMove(Set own, Set other, Test test) const {
    for (Set pieces = own; pieces != 0; pieces &= pieces - 1) {
      const int from = std::countr_zero(pieces);
      Set targets = neighbours_[from] & ~(own | other);
      for (; targets != 0; targets &= targets - 1) {
        const int to = std::countr_zero(targets);
        if (test(from, to, own ^ Bit(from) ^ Bit(to))) return true;
      }
    }
    return false;
  }

  // "@" and "O" for the two sets, "-" for empty squares, a line a row.
  std::string Draw(Set at_signs, Set circles) const;

 private:
  static constexpr int kLowBits = 13;
  static constexpr Set kLowMask = (Set{1} << kLowBits) - 1;

  Board() = default;

  int rows_ = 0;
  int columns_ = 0;
  int pieces_ = 0;
  std::array<Set, kMaxSquares> neighbours_ = {};
  std::vector<Set> placements_;
  // rank(c1 < c2 < …) = C(c1, 1) + C(c2, 2) + …, summed in two halves.
  struct Low {
    uint16_t rank;
    uint16_t count;  // squares
  };
  std::vector<Low> low_;
  std::array<std::vector<uint16_t>, kMaxPieces + 1> high_rank_;
  std::vector<std::array<int8_t, kMaxSquares>> symmetries_;
  std::vector<std::vector<uint16_t>> rank_images_;
};

// "7-1" for a move between 0-based squares.
std::string MoveName(int from, int to);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_BOARD_H_
