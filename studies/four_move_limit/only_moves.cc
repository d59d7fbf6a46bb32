#include "studies/four_move_limit/only_moves.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

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
  return {position.opponent, board.Rank(After(mover, only.Of(position)))};
}

// By opponent, then by mover: as rows are.
constexpr auto kByRow = [](Position a, Position b) {
  return std::pair(a.opponent, a.mover) < std::pair(b.opponent, b.mover);
};

// What threads have found, each once, by row.
using Found = tbb::enumerable_thread_specific<std::vector<Position>>;
std::vector<Position> Gather(const Found& found) {
  std::vector<Position> all;
  for (const std::vector<Position>& some : found) {
    all.insert(all.end(), some.begin(), some.end());
  }
  tbb::parallel_sort(all.begin(), all.end(), kByRow);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// The least of a cycle's images that begins with its own least position.
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

template <typename Test>
OnlyMoves::Cell OnlyMoves::Count(Position position, Test test) const {
  Cell found{.holding = 0};
  board_.AnyNext(position, [&](Move move, Position next) {
    if (!test(next)) return false;
    found.from = move.from;
    found.to = move.to;
    return ++found.holding == 2;
  });
  return found;
}

OnlyMoves::Cell OnlyMoves::Evaluate(Position position) const {
  return Count(position, [&](Position next) {
    return !MoverWins(values_.At(next)) && !AttackerToMoveWins(next);
  });
}

void OnlyMoves::Mark(Position position, const Cell& found) {
  for (size_t s = 0; s < board_.symmetries(); ++s) {
    Cell& cell = cells_[Index(board_.Image(s, position))];
    const Move only = board_.Image(s, found.only());
    cell.from = only.from;
    cell.to = only.to;
    cell.holding = found.holding;
  }
}

OnlyMoves::OnlyMoves(const Board& board, const Values& values)
    : board_(board), values_(values), cells_(board.count() * board.count()) {
  const std::vector<Set>& sets = board.placements();
  const int count = board.count();
  std::atomic<uint64_t> only_wins = 0;
  Found canonical;
  // Of the rows that are images of each other the first is done, for all.
  tbb::parallel_for(0, count, [&](int opponent) {
    std::set<int> rows;
    for (size_t s = 0; s < board.symmetries(); ++s) {
      rows.insert(board.Image(s, opponent));
    }
    if (*rows.begin() != opponent) return;
    for (int mover = 0; mover < count; ++mover) {
      if ((sets[mover] & sets[opponent]) != 0) continue;
      const Position position{mover, opponent};
      const Value value = values.At(position);
      if (value == kDraw) {
        const Cell found = Evaluate(position);
        if (found.holding != 1) continue;
        Mark(position, found);
        canonical.local().push_back(board.Canonical(position).first);
      } else if (MoverWins(value)) {
        const Cell found = Count(position, [&](Position next) {
          return MoverLoses(values.At(next));
        });
        if (found.holding == 1 &&
            !kernel::HasGoal(board.game(), After(sets[mover], found.only()))) {
          only_wins += rows.size();
        }
      }
    }
  });
  only_wins_ = only_wins;
  canonical_ = Gather(canonical);
}

std::vector<Reply> OnlyMoves::ShuttlingReplies(Position position) const {
  std::vector<Reply> replies;
  const Move back = Of(position).Back();
  board_.ForEachNext(AfterOnlyMove(board_, *this, position),
                     [&](Move reply, Position next) {
                       if (Holding(next) == 1 && Of(next) == back) {
                         replies.push_back({reply, next});
                       }
                     });
  return replies;
}

std::vector<Shuttle> OnlyMoves::Shuttles() const {
  std::vector<Shuttle> shuttles;
  for (const Position position : canonical_) {
    const std::vector<Reply> replies = ShuttlingReplies(position);
    if (!replies.empty()) shuttles.push_back({position, replies});
  }
  return shuttles;
}

void OnlyMoves::SolveOneSided(absl::FunctionRef<void(uint64_t lost)> progress) {
  // Classes to look at again; at first, where shuttles are.
  std::vector<Position> affected;
  for (const Shuttle& shuttle : Shuttles()) {
    affected.push_back(shuttle.position);
  }
  while (!affected.empty()) {
    std::vector<Cell> found(affected.size());
    tbb::parallel_for(size_t{0}, affected.size(),
                      [&](size_t i) { found[i] = Evaluate(affected[i]); });
    std::vector<Position> lost;
    const auto lose = [&](Position position) {
      if (Holding(position) == 0) return;
      Mark(position, {.holding = 0});
      lost.push_back(position);
    };
    for (size_t i = 0; i < affected.size(); ++i) {
      if (found[i].holding == 0) lose(affected[i]);
      if (found[i].holding == 1) Mark(affected[i], found[i]);
    }
    // A shuttle catches both positions that make it.
    for (const Position position : affected) {
      if (Holding(position) != 1) continue;
      const std::vector<Reply> replies = ShuttlingReplies(position);
      for (const Reply& reply : replies) {
        lose(board_.Canonical(reply.next).first);
      }
      if (!replies.empty()) lose(position);
    }
    affected = Refute(lost);
    lost_.insert(lost_.end(), lost.begin(), lost.end());
    progress(lost_.size());
  }
  std::ranges::sort(lost_, kByRow);
}

std::vector<Position> OnlyMoves::Refute(const std::vector<Position>& lost) {
  std::vector<Position> wins;  // of the attacker, to move
  for (const Position position : lost) {
    board_.ForEachBefore(position, [&](Move, Position before) {
      if (values_.At(before) != kDraw || AttackerToMoveWins(before)) return;
      wins.push_back(before);
      for (size_t s = 0; s < board_.symmetries(); ++s) {
        const auto [attacker, defender] = board_.Image(s, before);
        cells_[Index({defender, attacker})].attacker_wins = true;
      }
    });
  }
  Found found;
  tbb::parallel_for(size_t{0}, wins.size(), [&](size_t i) {
    board_.ForEachBefore(wins[i], [&](Move, Position before) {
      if (values_.At(before) == kDraw && Holding(before) != 0) {
        found.local().push_back(board_.Canonical(before).first);
      }
    });
  });
  return Gather(found);
}

std::vector<Cycle> UniqueMoveCycles(const Board& board, const OnlyMoves& only) {
  std::set<Cycle> cycles;
  absl::flat_hash_map<Position, Position> walks;  // first to come by, its start
  const auto has = [&](Position position) {
    return only.Holding(position) == 1;
  };
  for (const Position start : only.canonical()) {
    Position position = start;
    while (has(position) && walks.try_emplace(position, start).second) {
      position = AfterOnlyMove(board, only, position);
    }
    // The walk has ended, run into an earlier one, or closed a cycle.
    if (!has(position) || walks[position] != start) continue;
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

int SteadyReplies(const Board& board, const std::vector<Shuttle>& shuttles,
                  int cap) {
  absl::flat_hash_map<Position, size_t> index;
  // By shuttle and reply, how many in a row can begin with that: at most the
  // number of times it has been worked out.
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
        const Reply& reply = shuttles[i].replies[j];
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

}  // namespace teeko::extra_rules
