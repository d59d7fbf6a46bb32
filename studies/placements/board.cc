#include "studies/placements/board.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "verify/order.h"
#include "verify/rules.h"

namespace teeko::extra_rules {

std::string MoveName(Move move) {
  return absl::StrCat(move.from + 1, "-", move.to + 1);
}

Placement PlacementOf(kernel::Position position) {
  Placement placement;
  ForEachSquare(position.mover, [&](int i) { placement.add_mover(i + 1); });
  ForEachSquare(position.opponent,
                [&](int i) { placement.add_opponent(i + 1); });
  return placement;
}

std::string Board::NotApplicable(const Rules& rules) {
  if (rules.rows() * rules.columns() <= kMaxSquares &&
      rules.pieces() <= kMaxPieces) {
    return "";
  }
  return absl::StrCat("the extra rules are solved on boards of up to ",
                      kMaxSquares, " squares with up to ", kMaxPieces,
                      " pieces a side");
}

Board::Board(const Rules& rules) : game_(verify::GameOf(rules)) {
  for (int square = 0; square < squares(); ++square) {
    if (rules.edges() == Rules::BOUNDED &&
        std::popcount(Neighbours(square)) == 3) {
      corners_ |= Only(square);
    }
  }
  for (Set low = 0; low <= kLowMask; ++low) {
    low_.push_back({static_cast<uint16_t>(kernel::Rank(low)),
                    static_cast<uint16_t>(std::popcount(low))});
  }
  for (int below = 0; below <= kMaxPieces; ++below) {
    for (Set high = 0; high < Only(kMaxSquares - kLowBits); ++high) {
      int size = below;
      uint64_t rank = 0;
      ForEachSquare(high, [&](int square) {
        rank += kernel::Choose(square + kLowBits, ++size);
      });
      high_rank_[below].push_back(rank);
    }
  }
  for (uint64_t r = 0; r < kernel::Choose(squares(), game_.pieces); ++r) {
    placements_.push_back(kernel::Unrank(r, game_.pieces));
  }
  for (const std::vector<int>& symmetry : game_.symmetries) {
    std::vector<uint16_t>& images = rank_images_.emplace_back();
    for (const Set set : placements_) {
      images.push_back(Rank(kernel::Image(symmetry, set)));
    }
  }
}

std::pair<Position, size_t> Board::Canonical(Position position) const {
  std::pair<Position, size_t> least = {position, 0};
  for (size_t s = 1; s < symmetries(); ++s) {
    least = std::min(least, {Image(s, position), s});
  }
  return least;
}

int Board::OrbitSize(Position position) const {
  int fixing = 0;  // symmetries that leave it as it is
  for (size_t s = 0; s < symmetries(); ++s) {
    fixing += Image(s, position) == position;
  }
  return symmetries() / fixing;
}

Values::Values(const Board& board, absl::FunctionRef<int(uint64_t index)> value)
    : board_(&board), values_(board.count() * board.count(), kNoValue) {
  const kernel::Game& game = board.game();
  const uint64_t in_row =
      kernel::Choose(game.squares - game.pieces, game.pieces);
  const std::vector<Set>& sets = board.placements();
  tbb::parallel_for(size_t{0}, sets.size(), [&](size_t mover) {
    uint64_t index = mover * in_row;
    size_t place = mover * sets.size();
    for (const Set opponent : sets) {
      const size_t here = place++;
      if ((sets[mover] & opponent) != 0) continue;
      const int wide = value(index++);
      values_[here] = wide == kernel::kNoValue ? kNoValue
                      : wide > kLargest        ? kLargest - 1 + wide % 2
                                               : wide;
    }
  });
}

}  // namespace teeko::extra_rules
