// Drawn positions in which the mover has exactly one move that does not lose.

#ifndef TEEKO_STUDIES_PLACEMENTS_ONLY_MOVES_H_
#define TEEKO_STUDIES_PLACEMENTS_ONLY_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "studies/placements/board.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

// A move in five bits: which of the mover's pieces, in ascending order, and to
// which of its neighbours.  Holds for one set of pieces only.
using MoveCode = uint8_t;
MoveCode EncodeMove(const Board& board, Set pieces, int from, int to);
struct Move {
  int from;
  int to;

  friend bool operator==(const Move&, const Move&) = default;
};
Move DecodeMove(const Board& board, Set pieces, MoveCode code);

// A position by the ranks of its sets (Board::Rank).
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

Position ImageOf(const Board& board, size_t symmetry, Position position);

// The least of a position's images, and a symmetry that leads to it.
struct CanonicalPosition {
  Position position;
  size_t symmetry;
};
CanonicalPosition CanonicalForm(const Board& board, Position position);

// How many different images a position has.
int OrbitSize(const Board& board, Position position);

class OnlyMoves {
 public:
  // Goes through all placements, on oneTBB threads.
  OnlyMoves(const Board& board, const Values& values);

  // Whether a drawn position has one move that does not lose, and it is this.
  bool Is(Position position, MoveCode code) const {
    return codes_[Index(position)] == code + 1;
  }
  bool Has(Position position) const { return codes_[Index(position)] != 0; }
  // Requires Has(position).
  MoveCode Of(Position position) const { return codes_[Index(position)] - 1; }

  // All of them, by opponent, then by mover.
  const std::vector<Position>& positions() const { return positions_; }

  // Won positions in which one move only keeps the win.
  uint64_t only_wins() const { return only_wins_; }

 private:
  size_t Index(Position position) const {
    return static_cast<size_t>(position.opponent) * placements_ +
           position.mover;
  }

  size_t placements_;
  std::vector<uint8_t> codes_;  // code + 1, or 0
  std::vector<Position> positions_;
  uint64_t only_wins_ = 0;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_ONLY_MOVES_H_
