#include "studies/four_move_limit/only_moves.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "absl/container/flat_hash_map.h"

namespace teeko::extra_rules {
namespace {

// The position after the only move of one that has one.
Position AfterOnlyMove(const Board& board, const OnlyMoves& only,
                       Position position) {
  const Set mover = board.placements()[position.mover];
  return {position.opponent,
          board.Rank(After(mover, board.Decode(mover, only.Of(position))))};
}

// The least of a cycle's images that begins with its own least position.
Cycle Canonical(const Board& board, const Cycle& cycle) {
  Cycle least;
  for (size_t s = 0; s < board.symmetries(); ++s) {
    Cycle image;
    for (const Position position : cycle) {
      image.push_back(board.Image(s, position));
    }
    std::ranges::rotate(image, std::ranges::min_element(image));
    if (least.empty() || image < least) least = image;
  }
  return least;
}

}  // namespace

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
    for (size_t s = 0; s < board.symmetries(); ++s) {
      rows.insert(board.Image(s, opponent));
    }
    if (*rows.begin() != opponent) return;
    for (int mover = 0; mover < placements; ++mover) {
      const Value value = values.At({mover, opponent});
      if (value == kNoValue || MoverLoses(value)) continue;
      int good = 0;  // moves that keep the draw, or the win
      Move only = {};
      board.AnyMove(sets[mover], sets[opponent], [&](Move move, Set moved) {
        const Value reply = values.At({opponent, board.Rank(moved)});
        if (MoverWins(value) ? !MoverLoses(reply) : MoverWins(reply)) {
          return false;
        }
        only = move;
        return ++good > 1;
      });
      if (good != 1) continue;
      if (MoverWins(value)) {
        if (!kernel::HasGoal(board.game(), After(sets[mover], only))) {
          only_wins += rows.size();
        }
        continue;
      }
      for (size_t s = 0; s < board.symmetries(); ++s) {
        const Position image = board.Image(s, Position{mover, opponent});
        codes_[Index(image)] =
            board.Encode(sets[image.mover], board.Image(s, only)) + 1;
      }
    }
  });
  only_wins_ = only_wins;
  for (int opponent = 0; opponent < placements; ++opponent) {
    for (int mover = 0; mover < placements; ++mover) {
      const Position position{mover, opponent};
      if (Has(position) && board.IsCanonical(position)) {
        canonical_.push_back(position);
      }
    }
  }
}

std::vector<Cycle> UniqueMoveCycles(const Board& board, const OnlyMoves& only) {
  std::set<Cycle> cycles;
  absl::flat_hash_map<Position, Position> walks;  // first to come by, its start
  for (const Position start : only.canonical()) {
    Position position = start;
    while (only.Has(position) && walks.try_emplace(position, start).second) {
      position = AfterOnlyMove(board, only, position);
    }
    // The walk has ended, run into an earlier one, or closed a cycle.
    if (!only.Has(position) || walks[position] != start) continue;
    Cycle cycle;
    do {
      cycle.push_back(position);
      position = AfterOnlyMove(board, only, position);
      // Once round, the sides may have changed places.
    } while (position != cycle[0] || cycle.size() % 2 == 1);
    cycles.insert(Canonical(board, cycle));
  }
  return {cycles.begin(), cycles.end()};
}

std::vector<Shuttle> FindShuttles(const Board& board, const OnlyMoves& only) {
  std::vector<Shuttle> shuttles;
  for (const Position canonical : only.canonical()) {
    std::set<Position> orbit;
    for (size_t s = 0; s < board.symmetries(); ++s) {
      orbit.insert(board.Image(s, canonical));
    }
    for (const Position position : orbit) {
      Shuttle shuttle = {
          position,
          board.Decode(board.placements()[position.mover], only.Of(position)),
          {}};
      ForEachShuttlingReply(
          board, position, shuttle.only_move,
          [&](Position next, MoveCode code) { return only.Is(next, code); },
          [&](Reply reply) { shuttle.replies.push_back(reply); });
      if (!shuttle.replies.empty()) shuttles.push_back(shuttle);
    }
  }
  return shuttles;
}

int SteadyReplies(const std::vector<Shuttle>& shuttles, int cap) {
  absl::flat_hash_map<Position, size_t> index;
  // begins[i][j]: n steady replies in a row can begin with reply j of shuttle
  // i.
  std::vector<std::vector<bool>> begins;
  for (const Shuttle& shuttle : shuttles) {
    index[shuttle.position] = begins.size();
    begins.emplace_back(shuttle.replies.size(), true);
  }
  for (int n = 1; n <= cap; ++n) {
    bool any = false;
    auto longer = begins;
    for (size_t i = 0; i < shuttles.size(); ++i) {
      for (size_t j = 0; j < begins[i].size(); ++j) {
        any = any || begins[i][j];
        const Reply& reply = shuttles[i].replies[j];
        const size_t target = index.at(reply.next);
        const std::vector<Reply>& next = shuttles[target].replies;
        longer[i][j] = false;
        for (size_t k = 0; k < next.size(); ++k) {
          longer[i][j] = longer[i][j] || (begins[target][k] &&
                                          next[k].move != reply.move.Back());
        }
      }
    }
    if (!any) return n - 1;
    begins = std::move(longer);
  }
  return cap;
}

}  // namespace teeko::extra_rules
