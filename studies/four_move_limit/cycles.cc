#include "studies/four_move_limit/cycles.h"

#include <algorithm>
#include <set>

#include "absl/container/flat_hash_set.h"

namespace teeko::extra_rules {
namespace {

// The least of a cycle's images that begins with its own least position.
Cycle Canonical(const Board& board, const Cycle& cycle) {
  Cycle least;
  for (size_t s = 0; s < board.symmetries().size(); ++s) {
    Cycle image;
    for (const Position& position : cycle) {
      image.push_back({board.RankImage(s, position.mover),
                       board.RankImage(s, position.opponent)});
    }
    std::rotate(image.begin(), std::min_element(image.begin(), image.end()),
                image.end());
    if (least.empty() || image < least) least = image;
  }
  return least;
}

}  // namespace

Position AfterOnlyMove(const Board& board, const OnlyMoves& only,
                       Position position) {
  const Set mover = board.placements()[position.mover];
  const Move move = DecodeMove(board, mover, only.Of(position));
  return {position.opponent, board.Rank(mover ^ Bit(move.from) ^ Bit(move.to))};
}

std::vector<Cycle> UniqueMoveCycles(const Board& board, const OnlyMoves& only) {
  // A position has one successor here: what never leaves the set of positions
  // with an only move ends in a cycle.
  std::vector<Position> lasting = only.positions();
  absl::flat_hash_set<Position> members;
  size_t before = 0;
  do {
    before = lasting.size();
    std::erase_if(lasting, [&](const Position& position) {
      const Position next = AfterOnlyMove(board, only, position);
      return members.empty() ? !only.Has(next) : !members.contains(next);
    });
    members = {lasting.begin(), lasting.end()};
  } while (lasting.size() < before && !lasting.empty());

  std::set<Cycle> cycles;
  absl::flat_hash_set<Position> seen;
  for (const Position& start : lasting) {
    std::vector<Position> walk;
    absl::flat_hash_set<Position> on_walk;
    Position position = start;
    while (!seen.contains(position) && on_walk.insert(position).second) {
      walk.push_back(position);
      position = AfterOnlyMove(board, only, position);
    }
    seen.insert(walk.begin(), walk.end());
    const auto first = std::find(walk.begin(), walk.end(), position);
    if (first == walk.end()) continue;  // ran into an earlier walk
    Cycle cycle(first, walk.end());
    if (cycle.size() % 2 == 1) {
      // Once round the sides have changed places.
      cycle.insert(cycle.end(), first, walk.end());
    }
    cycles.insert(Canonical(board, cycle));
  }
  return {cycles.begin(), cycles.end()};
}

}  // namespace teeko::extra_rules
