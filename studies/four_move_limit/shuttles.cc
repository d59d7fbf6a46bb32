#include "studies/four_move_limit/shuttles.h"

#include <algorithm>
#include <map>

namespace teeko::extra_rules {
namespace {

// steady[i][j]: the largest number of steady replies of which the first is
// reply j of shuttle i.
using ReplyCounts = std::vector<std::vector<int>>;

bool TakesBack(const Move& move, const Move& earlier) {
  return move.from == earlier.to && move.to == earlier.from;
}

// Allows one more reply than `counts` did.
ReplyCounts Extended(const std::vector<Shuttle>& shuttles,
                     const ReplyCounts& counts) {
  ReplyCounts extended = counts;
  for (size_t i = 0; i < shuttles.size(); ++i) {
    for (size_t j = 0; j < shuttles[i].replies.size(); ++j) {
      const Shuttle::Reply& reply = shuttles[i].replies[j];
      const std::vector<Shuttle::Reply>& next = shuttles[reply.target].replies;
      int longest = 0;
      for (size_t k = 0; k < next.size(); ++k) {
        if (TakesBack(next[k].move, reply.move)) continue;
        longest = std::max(longest, counts[reply.target][k]);
      }
      extended[i][j] = 1 + longest;
    }
  }
  return extended;
}

}  // namespace

std::vector<Shuttle> FindShuttles(const Board& board, const OnlyMoves& only) {
  std::vector<Shuttle> shuttles;
  std::map<Position, int> index;
  std::vector<std::vector<Position>> targets;
  for (const Position& position : only.positions()) {
    const Set shuttler = board.placements()[position.mover];
    const Set presser = board.placements()[position.opponent];
    const Move move = DecodeMove(board, shuttler, only.Of(position));
    const Set moved = shuttler ^ Bit(move.from) ^ Bit(move.to);
    const int moved_rank = board.Rank(moved);
    const MoveCode back = EncodeMove(board, moved, move.to, move.from);
    Shuttle shuttle{position, move, {}};
    std::vector<Position> reached;
    board.ForEachMove(presser, moved, [&](int from, int to, Set replied) {
      const Position next{moved_rank, board.Rank(replied)};
      if (!only.Is(next, back)) return;
      shuttle.replies.push_back({{from, to}, 0});
      reached.push_back(next);
    });
    if (reached.empty()) continue;
    index[position] = shuttles.size();
    shuttles.push_back(shuttle);
    targets.push_back(reached);
  }
  for (size_t i = 0; i < shuttles.size(); ++i) {
    for (size_t j = 0; j < targets[i].size(); ++j) {
      shuttles[i].replies[j].target = index.at(targets[i][j]);
    }
  }
  return shuttles;
}

std::vector<int> SteadyReplies(const std::vector<Shuttle>& shuttles, int cap) {
  ReplyCounts counts;
  for (const Shuttle& shuttle : shuttles) {
    counts.emplace_back(shuttle.replies.size(), 0);
  }
  for (int i = 0; i < cap; ++i) counts = Extended(shuttles, counts);
  std::vector<int> longest;
  for (const std::vector<int>& of_shuttle : counts) {
    longest.push_back(*std::max_element(of_shuttle.begin(), of_shuttle.end()));
  }
  return longest;
}

}  // namespace teeko::extra_rules
