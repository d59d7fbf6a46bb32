#include "studies/placements/only_moves.h"

#include <tbb/parallel_for.h>

#include <atomic>
#include <bit>
#include <set>

namespace teeko::extra_rules {

Position ImageOf(const Board& board, size_t symmetry, Position position) {
  return {board.RankImage(symmetry, position.mover),
          board.RankImage(symmetry, position.opponent)};
}

MoveCode EncodeMove(const Board& board, Set pieces, int from, int to) {
  const int piece = std::popcount(pieces & (Bit(from) - 1));
  const int neighbour = std::popcount(board.Neighbours(from) & (Bit(to) - 1));
  return piece * 8 + neighbour;
}

Move DecodeMove(const Board& board, Set pieces, MoveCode code) {
  const auto nth = [](Set set, int n) {
    while (n-- > 0) set &= set - 1;
    return std::countr_zero(set);
  };
  const int from = nth(pieces, code / 8);
  return {from, nth(board.Neighbours(from), code % 8)};
}

CanonicalPosition CanonicalForm(const Board& board, Position position) {
  CanonicalPosition least = {position, 0};
  for (size_t s = 1; s < board.symmetries().size(); ++s) {
    const Position image = ImageOf(board, s, position);
    if (image < least.position) least = {image, s};
  }
  return least;
}

int OrbitSize(const Board& board, Position position) {
  int fixing = 0;  // symmetries that leave it as it is
  for (size_t s = 0; s < board.symmetries().size(); ++s) {
    fixing += ImageOf(board, s, position) == position;
  }
  return board.symmetries().size() / fixing;
}

OnlyMoves::OnlyMoves(const Board& board, const Values& values)
    : placements_(board.placements().size()),
      codes_(placements_ * placements_) {
  const std::vector<Set>& sets = board.placements();
  const int placements = placements_;
  std::atomic<uint64_t> only_wins = 0;
  // All positions after a move of the mover are in the opponent's row.  Of the
  // rows that are images of each other the first is done, for all of them.
  tbb::parallel_for(0, placements, [&](int opponent) {
    std::set<int> rows;
    for (size_t s = 0; s < board.symmetries().size(); ++s) {
      rows.insert(board.RankImage(s, opponent));
    }
    if (*rows.begin() != opponent) return;
    uint64_t wins = 0;
    for (int mover = 0; mover < placements; ++mover) {
      const Value value = values.At(mover, opponent);
      if (value == kNoValue || MoverLoses(value)) continue;
      int good = 0;  // moves that keep the draw, or the win
      Move move = {};
      board.AnyMove(
          sets[mover], sets[opponent], [&](int from, int to, Set moved) {
            const Value reply = values.At(opponent, board.Rank(moved));
            if (MoverWins(value) ? !MoverLoses(reply) : MoverWins(reply)) {
              return false;
            }
            move = {from, to};
            return ++good > 1;
          });
      if (good != 1) continue;
      if (MoverWins(value)) {
        ++wins;
        continue;
      }
      for (size_t s = 0; s < board.symmetries().size(); ++s) {
        const int image = board.RankImage(s, mover);
        const auto& map = board.symmetries()[s];
        codes_[Index({image, board.RankImage(s, opponent)})] =
            EncodeMove(board, sets[image], map[move.from], map[move.to]) + 1;
      }
    }
    only_wins += wins * rows.size();
  });
  only_wins_ = only_wins;
  for (int opponent = 0; opponent < placements; ++opponent) {
    for (int mover = 0; mover < placements; ++mover) {
      if (Has({mover, opponent})) positions_.push_back({mover, opponent});
    }
  }
}

}  // namespace teeko::extra_rules
