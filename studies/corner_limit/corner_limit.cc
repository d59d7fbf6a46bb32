#include "studies/corner_limit/corner_limit.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace teeko::studies {
namespace {

// Returns the value that the mover prefers.  A fast win is better than a slow
// win, and a slow loss is better than a fast loss.
constexpr Value Better(Value a, Value b) {
  return std::ranges::max(a, b, {}, kernel::Utility);
}

// Returns the mover's value of a position, given the other side's value after
// the best move.
constexpr Value BeforeMove(Value after) {
  return after == kDraw || after >= kLargest - 1 ? kDraw : after + 1;
}

// True for the value of a position in which the plain game is not over.
constexpr bool IsOpen(Value value) {
  return value != kNoValue && value != kLossInZero;
}

// Solves the game with a limit.  Starts with the values of the plain game, and
// corrects them until every value follows from the values one ply later.
class CornerGame {
 public:
  CornerGame(const Board& board, const Values& values)
      : board_(board), plain_(values) {
    const std::vector<Set>& sets = board.sets();
    const int count = board.count();
    ForEachSquare(board.corners(), [&](int corner) {
      const Set around = board.Neighbours(corner);
      for (int boxer = 0; boxer < count; ++boxer) {
        if ((around & ~sets[boxer]) != 0) continue;
        for (int boxed = 0; boxed < count; ++boxed) {
          if ((sets[boxed] & Bit(corner)) == 0) continue;
          if (board.IsCanonical({boxer, boxed}) &&
              values.At({boxer, boxed}) != kNoValue) {
            index_[{{boxer, boxed}, corner}] = boxings_.size();
            boxings_.push_back({{boxer, boxed}, corner});
          }
          // Add each position once, for its first corner.
          if (IsOpen(values.At({boxed, boxer})) &&
              (BoxedCorners(board, sets[boxed], sets[boxer]) &
               kernel::Below(corner)) == 0) {
            boxed_to_move_.push_back({boxed, boxer});
            if (board.IsCanonical({boxed, boxer})) {
              canonical_.insert({boxed, boxer});
            }
          }
        }
      }
    });
    tbb::parallel_for(size_t{0}, boxings_.size(),
                      [&](size_t i) { AddMoves(boxings_[i]); });
  }

  // The values of positions in which no limit is running.
  struct Solution {
    Values values;
    absl::flat_hash_set<Position> corrected = {};  // one position of each orbit
  };
  Solution Solve(int limit) const {
    Solution solution = {plain_};
    // Start as if invoking the limit lost at once.  No value is worse for the
    // side that invokes.
    LimitedValues full(boxings_.size(), kLossInZero + 1);
    while (true) {
      const LimitedValues complying = Complying(solution.values, full);
      LimitedValues limited = complying;
      for (int left = 2; left <= limit; ++left) {
        LimitedValues longer = OneMoveLonger(complying, limited);
        if (longer == limited) break;  // longer limits change nothing either
        limited = std::move(longer);
      }
      if (limited == full) return solution;
      full = std::move(limited);
      Correct(solution, full);
    }
  }

  // Returns the changes that the limit causes; `solution` is the game with it.
  extra_rules::CornerLimit Compare(int limit, const Solution& solution) const {
    extra_rules::CornerLimit result;
    result.set_moves(limit);
    result.set_boxed(boxed_to_move_.size());

    enum { kLost, kDrawn, kWon };
    const auto outcome = [](Value value) {
      return MoverWins(value) ? kWon : value == kDraw ? kDrawn : kLost;
    };
    uint64_t changed[3][3] = {};  // [outcome without limit][outcome with it]
    for (const Position position : solution.corrected) {
      const Value was = plain_.At(position);
      const Value is = solution.values.At(position);
      if (was == is) continue;
      changed[outcome(was)][outcome(is)] += board_.OrbitSize(position);
    }
    result.set_draws_won(changed[kDrawn][kWon]);
    result.set_draws_lost(changed[kDrawn][kLost]);
    result.set_losses_drawn(changed[kLost][kDrawn]);
    result.set_losses_won(changed[kLost][kWon]);
    result.set_wins_drawn(changed[kWon][kDrawn]);
    result.set_wins_lost(changed[kWon][kLost]);
    result.set_other_length(changed[kLost][kLost] + changed[kWon][kWon]);

    for (const Position position : boxed_to_move_) {
      const auto was = outcome(plain_.At(position));
      if (outcome(solution.values.At(position)) <= was) continue;
      const extra_rules::Placement placement =
          PlacementOf(board_.SetsOf(position));
      if (was == kDrawn && !result.has_draw_won()) {
        *result.mutable_draw_won() = placement;
      } else if (was == kLost && !result.has_loss_rescued()) {
        *result.mutable_loss_rescued() = placement;
      }
    }
    return result;
  }

 private:
  // A position under a limit: one side boxes in a piece of the other side in a
  // corner, and is to move.
  struct Boxing {
    Position position;
    int corner;
    // A successor by a move that complies or completes a goal.  If the mover is
    // boxed in, too, it may invoke a limit with this move.  `limited` has, for
    // each corner of such a piece, the index of the successor in `boxings_`.
    struct Complied {
      Position next;
      std::vector<uint32_t> limited;
    };
    std::vector<Complied> complied = {};
    // For each other move: the indices in `boxings_` of the positions after the
    // replies.
    std::vector<std::vector<uint32_t>> others = {};
  };
  // Values by index in `boxings_`.
  using LimitedValues = std::vector<Value>;

  // Returns the index in `boxings_` of the canonical image of a position.
  uint32_t IndexOf(Position position, int corner) const {
    const auto [least, symmetry] = board_.Canonical(position);
    return index_.at({least, board_.game().symmetries[symmetry][corner]});
  }

  void AddMoves(Boxing& boxing) const {
    if (!IsOpen(plain_.At(boxing.position))) return;
    const Set around = board_.Neighbours(boxing.corner);
    const auto [own, other] = board_.SetsOf(boxing.position);
    const Set boxed_in = BoxedCorners(board_, own, other);
    board_.ForEachNext(boxing.position, [&](Move move, Position next) {
      if ((around & Bit(move.from)) != 0) {
        boxing.complied.push_back({next, {}});
        ForEachSquare(boxed_in, [&](int corner) {
          boxing.complied.back().limited.push_back(IndexOf(next, corner));
        });
      } else if (plain_.At(next) == kLossInZero) {
        boxing.complied.push_back({next, {}});
      } else {
        std::vector<uint32_t>& replies = boxing.others.emplace_back();
        board_.ForEachNext(next, [&](Move, Position replied) {
          replies.push_back(IndexOf(replied, boxing.corner));
        });
      }
    });
  }

  // Returns the values with one move left to comply.  `values` has the values
  // of positions without a limit, `full` those right after invoking.
  LimitedValues Complying(const Values& values,
                          const LimitedValues& full) const {
    LimitedValues complying;
    for (const Boxing& boxing : boxings_) {
      Value best = kLossInZero;  // the mover forfeits or loses the plain game
      for (const auto& [next, limited] : boxing.complied) {
        best = Better(best, BeforeMove(values.At(next)));
        for (const uint32_t index : limited) {
          best = Better(best, BeforeMove(full[index]));
        }
      }
      complying.push_back(best);
    }
    return complying;
  }

  // Returns the values with one more move left than in `shorter`.
  LimitedValues OneMoveLonger(const LimitedValues& complying,
                              const LimitedValues& shorter) const {
    LimitedValues longer = complying;
    tbb::parallel_for(size_t{0}, boxings_.size(), [&](size_t i) {
      for (const std::vector<uint32_t>& replies : boxings_[i].others) {
        Value reply = kLossInZero;
        for (const uint32_t index : replies) {
          reply = Better(reply, BeforeMove(shorter[index]));
        }
        longer[i] = Better(longer[i], BeforeMove(reply));
      }
    });
    return longer;
  }

  // Returns the value of a position, from the values one ply later.
  Value ValueOf(Position position, const Values& values,
                const LimitedValues& full) const {
    const auto [own, other] = board_.SetsOf(position);
    const Set boxed_in = BoxedCorners(board_, own, other);
    Value best = kLossInZero;
    board_.ForEachNext(position, [&](Move, Position next) {
      best = Better(best, BeforeMove(values.At(next)));
      ForEachSquare(boxed_in, [&](int corner) {
        best = Better(best, BeforeMove(full[IndexOf(next, corner)]));
      });
    });
    return best;
  }

  // Corrects values until every value follows from the values one ply later.
  void Correct(Solution& solution, const LimitedValues& full) const {
    auto& [values, corrected] = solution;
    for (absl::flat_hash_set<Position> open = canonical_; !open.empty();) {
      std::vector<std::pair<Position, Value>> corrections;
      for (const Position position : open) {
        const Value value = ValueOf(position, values, full);
        if (value != values.At(position)) {
          corrections.push_back({position, value});
        }
      }
      open.clear();
      for (const auto& [position, value] : corrections) {
        values.Correct(position, value);
        corrected.insert(position);
        board_.ForEachBefore(position, [&](Move, Position before) {
          if (!IsOpen(plain_.At(before))) return;
          open.insert(board_.Canonical(before).first);
        });
      }
    }
  }

  const Board& board_;
  const Values& plain_;
  std::vector<Boxing> boxings_;  // of the canonical position of each orbit
  // The index in `boxings_` of a canonical position and a corner.
  absl::flat_hash_map<std::pair<Position, int>, uint32_t> index_;
  // Positions in which the mover is boxed in, and may invoke the limit.
  std::vector<Position> boxed_to_move_;
  // The canonical positions of `boxed_to_move_`.
  absl::flat_hash_set<Position> canonical_;
};

}  // namespace

Set BoxedCorners(const Board& board, Set own, Set other) {
  Set boxed = 0;
  ForEachSquare(own & board.corners(), [&](int corner) {
    if ((board.Neighbours(corner) & ~other) == 0) boxed |= Bit(corner);
  });
  return boxed;
}

uint64_t ChangedOutcomes(const extra_rules::CornerLimit& limit) {
  return limit.draws_won() + limit.draws_lost() + limit.losses_drawn() +
         limit.losses_won() + limit.wins_drawn() + limit.wins_lost();
}

std::vector<extra_rules::CornerLimit> SolveCornerLimits(const Board& board,
                                                        const Values& values,
                                                        int longest) {
  const CornerGame game(board, values);
  std::vector<extra_rules::CornerLimit> limits(longest);
  tbb::parallel_for(0, longest, [&](int i) {
    limits[i] = game.Compare(i + 1, game.Solve(i + 1));
  });
  return limits;
}

Values ValuesWithCornerLimit(const Board& board, const Values& values,
                             int limit) {
  return CornerGame(board, values).Solve(limit).values;
}

}  // namespace teeko::studies
