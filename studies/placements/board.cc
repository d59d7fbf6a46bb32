#include "studies/placements/board.h"

#include <tbb/parallel_for.h>

#include <bit>

#include "absl/strings/str_cat.h"
#include "kernel/rules.h"

namespace teeko::studies {

std::string MoveName(Move move) {
  return absl::StrCat(move.from + 1, "-", move.to + 1);
}

extra_rules::Placement PlacementOf(kernel::Position position) {
  extra_rules::Placement placement;
  ForEachSquare(position.mover, [&](int i) { placement.add_mover(i + 1); });
  ForEachSquare(position.opponent,
                [&](int i) { placement.add_opponent(i + 1); });
  return placement;
}

std::string Board::NotApplicable(const Rules& rules) {
  if (rules.moves() != Rules::KING) {
    return "the extra rules are solved for pieces that move like kings";
  }
  if (rules.rows() * rules.columns() <= kMaxSquares &&
      rules.pieces() <= kMaxPieces) {
    return "";
  }
  return absl::StrCat("the extra rules are solved on boards of up to ",
                      kMaxSquares, " squares with up to ", kMaxPieces,
                      " pieces a side");
}

Board::Board(const Rules& rules)
    : game_(kernel::GameOf(rules)), layout_(game_, game_.pieces, game_.pieces) {
  for (int square = 0; square < squares(); ++square) {
    if (rules.edges() == Rules::BOUNDED &&
        std::popcount(Neighbours(square)) == 3) {
      corners_ |= Bit(square);
    }
  }
  for (const Set set : sets()) {
    std::vector<Step>& steps = steps_.emplace_back();
    kernel::ForEachSuccessor(game_, {set, 0}, [&](kernel::Position next) {
      const Set moved = next.opponent;
      steps.push_back({{static_cast<int8_t>(std::countr_zero(set & ~moved)),
                        static_cast<int8_t>(std::countr_zero(moved & ~set))},
                       static_cast<uint16_t>(Rank(moved))});
    });
  }
}

std::pair<Position, size_t> Board::Canonical(Position position) const {
  const Position least = At(Index(position));
  size_t symmetry = layout_.first().MemberOf(position.mover).symmetry;
  while (Image(symmetry, position) != least) ++symmetry;
  return {least, symmetry};
}

int Board::OrbitSize(Position position) const {
  int stabilizer = 0;  // symmetries that do not change the position
  for (size_t s = 0; s < symmetries(); ++s) {
    stabilizer += Image(s, position) == position;
  }
  return symmetries() / stabilizer;
}

Values::Values(const Board& board, absl::FunctionRef<int(uint64_t index)> value)
    : board_(&board), values_(board.layout().size(), kNoValue) {
  const kernel::Game& game = board.game();
  const uint64_t in_row =
      kernel::Choose(game.squares - game.pieces, game.pieces);
  const std::vector<Set>& sets = board.sets();
  tbb::parallel_for(size_t{0}, board.layout().rows(), [&](size_t row) {
    const int mover = board.layout().first().canonical()[row];
    uint64_t table_index = mover * in_row;
    size_t index = row * sets.size();
    for (const Set opponent : sets) {
      const size_t current = index++;
      if ((sets[mover] & opponent) != 0) continue;
      const int wide = value(table_index++);
      values_[current] = wide == kernel::kNoValue ? kNoValue
                         : wide > kLargest        ? kLargest - 1 + wide % 2
                                                  : wide;
    }
  });
}

}  // namespace teeko::studies
