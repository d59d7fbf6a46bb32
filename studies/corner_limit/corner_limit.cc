#include "studies/corner_limit/corner_limit.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace teeko::extra_rules {
namespace {

// Orders values by what the mover likes better: fast wins, slow losses.
constexpr Value Better(Value a, Value b) {
  return kernel::Utility(a) < kernel::Utility(b) ? b : a;
}

// What a position is worth to the mover for a move after which it has this
// value for the other side.
constexpr Value BeforeMove(Value after) {
  return after == kDraw || after >= kLargest - 1 ? kDraw : after + 1;
}

// The game with a limit, by its value in plies: values of the plain game are
// corrected, where they are not what follows from those one ply on, until all
// are.
class CornerGame {
 public:
  // For limits of up to `longest` moves.
  CornerGame(const Board& board, const Values& values, int longest);

  // The values of positions without a limit; nullopt if all are the plain ones.
  std::optional<Values> Solve(int limit) const;

  // What the limit changes if these are the values with it.
  CornerLimit Compare(int limit, const std::optional<Values>& values) const;

 private:
  // A position with one side boxing in a piece of the other in a corner, and to
  // move, as it is under a limit.
  struct Boxing {
    Position position;
    int corner;
    // Where moves lead that comply or make a goal: seen by the other side,
    // and the places in `boxings_` if there the mover is boxed in as well and
    // invokes in its turn.
    struct Complied {
      Position next;
      std::vector<uint32_t> limited;
    };
    std::vector<Complied> complied;
    // For each other move, the places in `boxings_` of the replies to it.
    std::vector<std::vector<uint32_t>> others;
  };
  // By place in `boxings_`.
  using LimitedValues = std::vector<Value>;

  void AddMoves(Boxing& boxing) const;
  // Values with one more move left than in `shorter`, which is empty if that is
  // the first, from those of positions without a limit.  `full`: right after
  // invoking, as far as known; empty if not.
  LimitedValues OneMoveLonger(const Values& values,
                              const LimitedValues& shorter,
                              const LimitedValues& full) const;
  // What follows from the values one ply on.  `full`: right after invoking.
  Value ValueOf(Position position, const Values& values,
                const LimitedValues& full) const;
  // Corrects all values that follow from others; whether there were any.
  bool Correct(Values& values, const LimitedValues& full) const;
  std::vector<Position> Before(const std::vector<Position>& changed) const;

  const Board& board_;
  const Values& plain_;
  std::vector<Boxing> boxings_;
  absl::flat_hash_map<std::pair<Position, int>, uint32_t> index_;  // by corner
  std::vector<Position> boxed_to_move_;
  // By moves left, minus 1: where no limit is invoked but the one running, and
  // the plain values follow.
  std::vector<LimitedValues> first_limited_;
};

CornerGame::CornerGame(const Board& board, const Values& values, int longest)
    : board_(board), plain_(values) {
  const std::vector<Set>& sets = board.placements();
  ForEachSquare(board.corners(), [&](int corner) {
    const Set around = board.Neighbours(corner);
    for (int boxer = 0; boxer < static_cast<int>(sets.size()); ++boxer) {
      if ((around & ~sets[boxer]) != 0) continue;
      for (int boxed = 0; boxed < static_cast<int>(sets.size()); ++boxed) {
        if ((sets[boxed] & Only(corner)) == 0) continue;
        if (values.At({boxer, boxed}) != kNoValue) {
          index_[{{boxer, boxed}, corner}] = boxings_.size();
          boxings_.push_back({{boxer, boxed}, corner, {}, {}});
        }
        const Value value = values.At({boxed, boxer});
        // Once, in the first of the corners.
        if (value != kNoValue && value != kLossInZero &&
            (BoxedCorners(board, sets[boxed], sets[boxer]) &
             kernel::Below(corner)) == 0) {
          boxed_to_move_.push_back({boxed, boxer});
        }
      }
    }
  });
  tbb::parallel_for(size_t{0}, boxings_.size(),
                    [&](size_t i) { AddMoves(boxings_[i]); });
  for (int left = 1; left <= longest; ++left) {
    first_limited_.push_back(OneMoveLonger(
        values, left == 1 ? LimitedValues() : first_limited_.back(), {}));
  }
}

void CornerGame::AddMoves(Boxing& boxing) const {
  if (plain_.At(boxing.position) == kLossInZero) return;
  const kernel::Position sets = board_.SetsOf(boxing.position);
  const Set around = board_.Neighbours(boxing.corner);
  const Set boxed_in = BoxedCorners(board_, sets.mover, sets.opponent);
  board_.ForEachMove(sets.mover, sets.opponent, [&](Move move, Set moved) {
    const Position next{boxing.position.opponent, board_.Rank(moved)};
    if ((around & Only(move.from)) != 0) {
      boxing.complied.push_back({next, {}});
      ForEachSquare(boxed_in, [&](int corner) {
        boxing.complied.back().limited.push_back(index_.at({next, corner}));
      });
    } else if (plain_.At(next) == kLossInZero) {
      boxing.complied.push_back({next, {}});
    } else {
      std::vector<uint32_t>& replies = boxing.others.emplace_back();
      board_.ForEachMove(sets.opponent, moved, [&](Move, Set replied) {
        replies.push_back(
            index_.at({{next.opponent, board_.Rank(replied)}, boxing.corner}));
      });
    }
  });
}

CornerGame::LimitedValues CornerGame::OneMoveLonger(
    const Values& values, const LimitedValues& shorter,
    const LimitedValues& full) const {
  LimitedValues longer(boxings_.size());
  tbb::parallel_for(size_t{0}, boxings_.size(), [&](size_t i) {
    Value best = kLossInZero;  // forfeit, or the plain game is lost
    for (const auto& [next, limited] : boxings_[i].complied) {
      best = Better(best, BeforeMove(values.At(next)));
      if (full.empty()) continue;
      for (const uint32_t place : limited) {
        best = Better(best, BeforeMove(full[place]));
      }
    }
    if (!shorter.empty()) {
      for (const std::vector<uint32_t>& replies : boxings_[i].others) {
        Value reply = kLossInZero;
        for (const uint32_t place : replies) {
          reply = Better(reply, BeforeMove(shorter[place]));
        }
        best = Better(best, BeforeMove(reply));
      }
    }
    longer[i] = best;
  });
  return longer;
}

Value CornerGame::ValueOf(Position position, const Values& values,
                          const LimitedValues& full) const {
  const kernel::Position sets = board_.SetsOf(position);
  const Set boxed_in = BoxedCorners(board_, sets.mover, sets.opponent);
  Value best = kLossInZero;
  board_.ForEachMove(sets.mover, sets.opponent, [&](Move, Set moved) {
    const Position next{position.opponent, board_.Rank(moved)};
    best = Better(best, BeforeMove(values.At(next)));
    ForEachSquare(boxed_in, [&](int corner) {
      best = Better(best, BeforeMove(full[index_.at({next, corner})]));
    });
  });
  return best;
}

std::vector<Position> CornerGame::Before(
    const std::vector<Position>& changed) const {
  std::vector<Position> before;
  for (const Position after : changed) {
    const kernel::Position sets = board_.SetsOf(after);
    board_.ForEachMove(sets.opponent, sets.mover, [&](Move, Set unmoved) {
      const Position position{board_.Rank(unmoved), after.mover};
      const Value value = plain_.At(position);
      if (value != kNoValue && value != kLossInZero) {
        before.push_back(position);
      }
    });
  }
  std::ranges::sort(before);
  before.erase(std::unique(before.begin(), before.end()), before.end());
  return before;
}

bool CornerGame::Correct(Values& values, const LimitedValues& full) const {
  bool corrected = false;
  for (std::vector<Position> open = boxed_to_move_; !open.empty();) {
    std::vector<Position> changed;
    std::vector<Value> corrections;
    for (const Position position : open) {
      const Value value = ValueOf(position, values, full);
      if (value == values.At(position)) continue;
      changed.push_back(position);
      corrections.push_back(value);
    }
    for (size_t i = 0; i < changed.size(); ++i) {
      values.Correct(changed[i], corrections[i]);
    }
    corrected = corrected || !changed.empty();
    open = Before(changed);
  }
  return corrected;
}

std::optional<Values> CornerGame::Solve(int limit) const {
  Values values = plain_;
  LimitedValues full = first_limited_[limit - 1];
  bool changes = false;
  while (true) {
    changes |= Correct(values, full);
    // What complying is worth does not depend on how many moves are left.
    LimitedValues limited = OneMoveLonger(values, {}, full);
    if (limited == first_limited_[0] && full == first_limited_[limit - 1]) {
      break;
    }
    for (int left = 2; left <= limit; ++left) {
      limited = OneMoveLonger(values, limited, full);
    }
    if (limited == full) break;
    full = std::move(limited);
  }
  return changes ? std::optional(std::move(values)) : std::nullopt;
}

CornerLimit CornerGame::Compare(int limit,
                                const std::optional<Values>& values) const {
  CornerLimit result;
  result.set_moves(limit);
  result.set_boxed(boxed_to_move_.size());
  if (!values.has_value()) return result;

  enum { kLost, kDrawn, kWon };
  const auto outcome = [](Value value) {
    return MoverWins(value) ? kWon : value == kDraw ? kDrawn : kLost;
  };
  uint64_t changed[3][3] = {};  // from one outcome to another
  const int placements = board_.placements().size();
  for (int mover = 0; mover < placements; ++mover) {
    for (int opponent = 0; opponent < placements; ++opponent) {
      const Value was = plain_.At({mover, opponent});
      const Value is = values->At({mover, opponent});
      if (was != is) ++changed[outcome(was)][outcome(is)];
    }
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
    if (outcome(values->At(position)) <= was) continue;
    const Placement placement = PlacementOf(board_.SetsOf(position));
    if (was == kDrawn && !result.has_draw_won()) {
      *result.mutable_draw_won() = placement;
    } else if (was == kLost && !result.has_loss_rescued()) {
      *result.mutable_loss_rescued() = placement;
    }
  }
  return result;
}

}  // namespace

Set BoxedCorners(const Board& board, Set own, Set other) {
  Set boxed = 0;
  ForEachSquare(own & board.corners(), [&](int corner) {
    if ((board.Neighbours(corner) & ~other) == 0) boxed |= Only(corner);
  });
  return boxed;
}

std::optional<CornerState> After(const Board& board, const CornerState& state,
                                 const CornerTurn& turn, int limit) {
  const auto& [mover, opponent] = state.position;
  CornerState next{
      {opponent, After(mover, turn.move)}, state.opponent, state.mover};
  if (state.mover.moves_left > 0) {
    const bool complies =
        (board.Neighbours(state.mover.corner) & Only(turn.move.from)) != 0;
    if (!complies && state.mover.moves_left == 1) return std::nullopt;
    next.opponent.moves_left = complies ? 0 : state.mover.moves_left - 1;
  }
  if (next.opponent.moves_left == 0) next.opponent = {};
  if (turn.invokes.has_value()) {
    const Set boxed = BoxedCorners(board, mover, opponent);
    if ((boxed & Only(*turn.invokes)) == 0 || state.opponent.moves_left > 0) {
      return std::nullopt;
    }
    next.mover = {*turn.invokes, limit};
  }
  return next;
}

bool ChangesAValue(const CornerLimit& limit) {
  return limit.draws_won() + limit.draws_lost() + limit.losses_drawn() +
             limit.losses_won() + limit.wins_drawn() + limit.wins_lost() +
             limit.other_length() >
         0;
}

std::vector<CornerLimit> SolveCornerLimits(const Board& board,
                                           const Values& values, int longest) {
  const CornerGame game(board, values, longest);
  std::vector<CornerLimit> limits(longest);
  tbb::parallel_for(0, longest, [&](int i) {
    limits[i] = game.Compare(i + 1, game.Solve(i + 1));
  });
  return limits;
}

Values ValuesWithCornerLimit(const Board& board, const Values& values,
                             int limit) {
  return CornerGame(board, values, limit).Solve(limit).value_or(values);
}

}  // namespace teeko::extra_rules
