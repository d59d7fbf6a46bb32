#include "studies/four_move_limit/only_moves.h"

#include <tbb/concurrent_vector.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace teeko::studies {
namespace {

// Collects positions from several threads.
using Found = tbb::concurrent_vector<Position>;

// Orders positions by opponent, then by mover.
constexpr auto kByRow = [](Position a, Position b) {
  return Swapped(a) < Swapped(b);
};

// Bits that were added at least once, and at least twice.
struct Count {
  uint64_t once = 0;
  uint64_t twice = 0;

  void Add(uint64_t bits) {
    twice |= once & bits;
    once |= bits;
  }
};

// Returns the smallest of the cycle's images, each of which begins with its
// smallest position.
Cycle Canonical(const Board& board, const Cycle& cycle) {
  std::set<Cycle> images;
  for (size_t s = 0; s < board.symmetries(); ++s) {
    Cycle image;
    for (const Position position : cycle) {
      image.push_back(board.Image(s, position));
    }
    std::rotate(image.begin(), std::ranges::min_element(image), image.end());
    images.insert(image);
  }
  return *images.begin();
}

}  // namespace

template <typename Visit>
void OnlyMoves::ForEachBit(Position position, Visit visit) const {
  const Sets& sets = board_.layout().first();
  const Sets::Member row = sets.MemberOf(position.opponent);
  if (!row.symmetric) return visit(BitOf(position));
  for (size_t s = 0; s < board_.symmetries(); ++s) {
    const Position image = board_.Image(s, position);
    if (image.opponent == sets.canonical()[row.orbit]) visit(BitOf(image));
  }
}

template <typename Visit>
void OnlyMoves::ForEachPosition(size_t word, uint64_t bits, Visit visit) const {
  const int defender = word % board_.count();
  const size_t row = word / board_.count() * 64;
  ForEachSquare(bits, [&](int bit) {
    const int attacker = board_.layout().first().canonical()[row + bit];
    if (board_.IsCanonical({attacker, defender})) {
      visit(Position{defender, attacker});
    }
  });
}

template <typename Visit>
void OnlyMoves::ForEachSlice(Visit visit) const {
  tbb::parallel_for(size_t{0}, refuted_.size() / board_.count(),
                    [&](size_t slice) { visit(slice * board_.count()); });
}

OnlyMoves::OnlyMoves(const Board& board, const Values& values)
    : board_(board),
      refuted_((board.layout().rows() + 63) / 64 * board.count()),
      drawn_(refuted_.size()),
      single_(refuted_.size()),
      lost_plane_(refuted_.size()) {
  const std::vector<int>& attackers = board.layout().first().canonical();
  std::vector<bool> has_goal;
  for (const Set set : board.sets()) {
    has_goal.push_back(kernel::HasGoal(board.game(), set));
  }
  std::atomic<uint64_t> only_wins = 0;
  Found canonical;
  ForEachSlice([&](size_t start) {
    // Positions with the attacker to move.  `losing`: he loses.  `legal`: the
    // two sets do not overlap, and he has no goal.
    Plane losing(board.count());
    Plane legal(board.count());
    const size_t first_row = start / board.count() * 64;
    const size_t rows = std::min<size_t>(attackers.size() - first_row, 64);
    for (size_t row = 0; row < rows; ++row) {
      for (size_t defender = 0; defender < board.count(); ++defender) {
        const Value value =
            values.At({attackers[first_row + row], static_cast<int>(defender)});
        const bool valued = value != kNoValue;
        legal[defender] |= uint64_t{valued} << row;
        losing[defender] |= uint64_t{MoverLoses(value)} << row;
        refuted_[start + defender] |= uint64_t{!valued || MoverWins(value)}
                                      << row;
      }
    }
    for (size_t defender = 0; defender < board.count(); ++defender) {
      if (has_goal[defender]) continue;
      Count holding;
      Count winning;
      uint64_t drawing = 0;
      for (const Board::Step& step : board.Steps(defender)) {
        const uint64_t holds = ~refuted_[start + step.rank];
        const uint64_t wins = losing[step.rank];
        holding.Add(holds);
        winning.Add(wins);
        // A limit never forbids a move that completes a goal.  Such a move
        // counts twice, so it is no only move.
        if (has_goal[step.rank]) winning.Add(wins);
        drawing |= holds & ~wins;
      }
      const size_t word = start + defender;
      drawn_[word] = legal[defender] & drawing & ~winning.once;
      single_[word] = drawn_[word] & ~holding.twice;
      ForEachPosition(word, single_[word], [&](Position position) {
        canonical.push_back(position);
      });
      ForEachPosition(
          word, legal[defender] & winning.once & ~winning.twice,
          [&](Position position) { only_wins += board.OrbitSize(position); });
    }
  });
  only_wins_ = only_wins;
  canonical_.assign(canonical.begin(), canonical.end());

  Found shuttling;
  tbb::parallel_for(size_t{0}, canonical_.size(), [&](size_t i) {
    if (ShuttlingReplies(canonical_[i]).empty()) return;
    shuttling.push_back(board.Canonical(canonical_[i]).first);
  });
  for (const Position position : shuttling) {
    shuttles_.push_back({position, ShuttlingReplies(position)});
  }
  std::ranges::sort(shuttles_, kByRow, &Shuttle::position);
}

Ply OnlyMoves::Of(Position position) const {
  Ply only = {};
  board_.AnyNext(position, [&](Move move, Position next) {
    only = {move, next};
    return !AttackerToMoveWins(next);
  });
  return only;
}

std::vector<Ply> OnlyMoves::ShuttlingReplies(Position position) const {
  std::vector<Ply> replies;
  const Ply only = Of(position);
  board_.ForEachNext(only.next, [&](Move reply, Position next) {
    if (Holding(next) == 1 && Of(next).move == only.move.Back()) {
      replies.push_back({reply, next});
    }
  });
  return replies;
}

void OnlyMoves::SolveOneSided(absl::FunctionRef<void(uint64_t lost)> progress) {
  uint64_t positions = 0;
  Plane refuted_now(refuted_.size());
  Found caught;
  for (const Shuttle& shuttle : shuttles_) caught.push_back(shuttle.position);
  while (!caught.empty()) {
    const size_t known = lost_.size();
    for (const Position position : caught) {
      if (Holding(position) == 0) continue;
      ForEachBit(position,
                 [&](const Bit& bit) { lost_plane_[bit.word] |= bit.mask; });
      lost_.push_back(Swapped(board_.Canonical(Swapped(position)).first));
      positions += board_.OrbitSize(position);
    }
    // The attacker wins the positions from which he can move to these.
    tbb::parallel_for(known, lost_.size(), [&](size_t i) {
      board_.ForEachBefore(lost_[i], [&](Move, Position before) {
        ForEachBit(Swapped(before), [&](const Bit& bit) {
          const uint64_t was =
              std::atomic_ref(refuted_[bit.word]).fetch_or(bit.mask);
          if ((was & bit.mask) == 0) {
            std::atomic_ref(refuted_now[bit.word]).fetch_or(bit.mask);
          }
        });
      });
    });
    caught.clear();
    Found single;
    ForEachSlice([&](size_t start) {
      Plane due(board_.count());
      for (size_t moved = 0; moved < board_.count(); ++moved) {
        const uint64_t refuted = std::exchange(refuted_now[start + moved], 0);
        if (refuted == 0) continue;
        for (const Board::Step& step : board_.Steps(moved)) {
          due[step.rank] |= refuted;
        }
      }
      for (size_t defender = 0; defender < board_.count(); ++defender) {
        const size_t word = start + defender;
        const uint64_t open = due[defender] & drawn_[word] & ~lost_plane_[word];
        if (open == 0) continue;
        Count holding;
        for (const Board::Step& step : board_.Steps(defender)) {
          holding.Add(~refuted_[start + step.rank]);
        }
        single_[word] |= open & ~holding.twice;
        ForEachPosition(word, open & ~holding.once,
                        [&](Position position) { caught.push_back(position); });
        ForEachPosition(word, open & holding.once & ~holding.twice,
                        [&](Position position) { single.push_back(position); });
      }
    });
    // A shuttle leads to another shuttle; the defender loses both.
    tbb::parallel_for(size_t{0}, single.size(), [&](size_t i) {
      const std::vector<Ply> replies = ShuttlingReplies(single[i]);
      if (replies.empty()) return;
      caught.push_back(single[i]);
      for (const Ply& reply : replies) caught.push_back(reply.next);
    });
    progress(positions);
  }
  tbb::parallel_sort(lost_, kByRow);
}

std::vector<Cycle> UniqueMoveCycles(const Board& board, const OnlyMoves& only) {
  std::set<Cycle> cycles;
  // By position: the start of the first walk that came there.
  absl::flat_hash_map<Position, Position> walks;
  const auto has = [&](Position position) {
    return only.Holding(position) == 1;
  };
  for (const Position start : only.canonical()) {
    if (!has(only.Of(start).next)) continue;  // true for most positions
    Position position = start;
    while (has(position) && walks.try_emplace(position, start).second) {
      position = only.Of(position).next;
    }
    // The walk has ended, has met an earlier walk, or has closed a cycle.
    if (!has(position) || walks[position] != start) continue;
    Cycle cycle;
    do {
      cycle.push_back(position);
      position = only.Of(position).next;
      // After one round, the sides may have changed places.
    } while (position != cycle[0] || cycle.size() % 2 == 1);
    cycles.insert(Canonical(board, cycle));
  }
  return {cycles.begin(), cycles.end()};
}

int SteadyReplies(const Board& board, const std::vector<Shuttle>& shuttles,
                  int cap) {
  absl::flat_hash_map<Position, size_t> index;
  // By shuttle and reply: the number of consecutive replies that can begin with
  // this one, at most the number of iterations so far.
  std::vector<std::vector<int>> longest;
  for (const Shuttle& shuttle : shuttles) {
    index[shuttle.position] = longest.size();
    longest.emplace_back(shuttle.replies.size(), 0);
  }
  int most = 0;
  for (int n = 0; n < cap; ++n) {
    const std::vector<std::vector<int>> shorter = longest;
    for (size_t i = 0; i < shuttles.size(); ++i) {
      for (size_t j = 0; j < shuttles[i].replies.size(); ++j) {
        const Ply& reply = shuttles[i].replies[j];
        const auto [next, symmetry] = board.Canonical(reply.next);
        const Move back = board.Image(symmetry, reply.move.Back());
        const size_t target = index.at(next);
        int after = 0;
        for (size_t k = 0; k < shorter[target].size(); ++k) {
          if (shuttles[target].replies[k].move == back) continue;
          after = std::max(after, shorter[target][k]);
        }
        longest[i][j] = after + 1;
        most = std::max(most, after + 1);
      }
    }
  }
  return most;
}

}  // namespace teeko::studies
