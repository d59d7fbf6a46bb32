#include "studies/corner_limit/corner_limit.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace teeko::extra_rules {
namespace {

// Orders values by what the mover likes better: fast wins, slow losses.
int Preference(Value value) {
  if (value == 0) return 0;
  const int plies = value - 1;
  return MoverWins(value) ? 1000 - plies : -1000 + plies;
}

// What a position is worth to the mover for a move after which it has this
// value for the other side.
Value BeforeMove(Value after) {
  constexpr Value kMost = 252;
  return after == 0 || after >= kMost ? 0 : after + 1;
}

Value Better(Value a, Value b) { return Preference(a) < Preference(b) ? b : a; }

// The game with a limit, by its value in plies: values of the plain game are
// corrected, where they are not what follows from those one ply on, until all
// are.
class CornerGame {
 public:
  // For limits of up to `longest` moves.
  CornerGame(const Board& board, const Values& values, int longest);

  CornerResult Solve(int limit) const;

 private:
  // A position with one side boxing in a piece of the other and to move, as
  // it is under a limit.
  struct Boxing {
    Position position;
    // Where moves lead that comply or make a goal: seen by the other side,
    // and its place in `boxings_` if there the mover is boxed in as well and
    // may invoke in its turn.
    struct Complied {
      Position next;
      std::optional<uint32_t> limited;
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
  // Whether it can matter that he who complies may be able to invoke.
  bool InvokingBackMatters(const LimitedValues& full) const;
  // What follows from the values one ply on.  `full`: right after invoking.
  Value ValueOf(Position position, const Values& values,
                const LimitedValues& full) const;
  std::vector<Position> Before(const std::vector<Position>& changed) const;
  CornerResult Compare(const Values& values) const;

  const Board& board_;
  const Values& plain_;
  std::vector<Boxing> boxings_;
  absl::flat_hash_map<Position, uint32_t> index_;  // of boxings_
  std::vector<Position> boxed_to_move_;
  // By moves left, minus 1: where no limit is invoked but the one running, and
  // the plain values follow.
  std::vector<LimitedValues> first_limited_;
};

CornerGame::CornerGame(const Board& board, const Values& values, int longest)
    : board_(board), plain_(values) {
  const std::vector<Set>& sets = board.placements();
  for (int square = 0; square < board.squares(); ++square) {
    const Set around = board.Neighbours(square);
    if (std::popcount(around) != 3) continue;
    for (int boxer = 0; boxer < static_cast<int>(sets.size()); ++boxer) {
      if ((around & ~sets[boxer]) != 0) continue;
      for (int boxed = 0; boxed < static_cast<int>(sets.size()); ++boxed) {
        if ((sets[boxed] & Bit(square)) == 0) continue;
        if (values.At(boxer, boxed) != kNoValue) {
          index_[{boxer, boxed}] = boxings_.size();
          boxings_.push_back({{boxer, boxed}, {}, {}});
        }
        const Value value = values.At(boxed, boxer);
        if (value != kNoValue && value != kLossInZero) {
          boxed_to_move_.push_back({boxed, boxer});
        }
      }
    }
  }
  tbb::parallel_for(size_t{0}, boxings_.size(),
                    [&](size_t i) { AddMoves(boxings_[i]); });
  for (int left = 1; left <= longest; ++left) {
    first_limited_.push_back(OneMoveLonger(
        values, left == 1 ? LimitedValues() : first_limited_.back(), {}));
  }
}

void CornerGame::AddMoves(Boxing& boxing) const {
  const int boxer = boxing.position.mover;
  const int boxed = boxing.position.opponent;
  if (plain_.At(boxer, boxed) == kLossInZero) return;
  const Set boxer_set = board_.placements()[boxer];
  const Set boxed_set = board_.placements()[boxed];
  const Set around = BoxingPieces(board_, boxed_set, boxer_set);
  const bool may_invoke = BoxingPieces(board_, boxer_set, boxed_set) != 0;
  board_.ForEachMove(boxer_set, boxed_set, [&](int from, int, Set moved) {
    const Position next{boxed, board_.Rank(moved)};
    if ((around & Bit(from)) != 0) {
      boxing.complied.push_back({next, std::nullopt});
      if (may_invoke) boxing.complied.back().limited = index_.at(next);
    } else if (plain_.At(next.mover, next.opponent) == kLossInZero) {
      boxing.complied.push_back({next, std::nullopt});
    } else {
      std::vector<uint32_t>& replies = boxing.others.emplace_back();
      board_.ForEachMove(boxed_set, moved, [&](int, int, Set replied) {
        replies.push_back(index_.at({next.opponent, board_.Rank(replied)}));
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
      best = Better(best, BeforeMove(values.At(next.mover, next.opponent)));
      if (limited.has_value() && !full.empty()) {
        best = Better(best, BeforeMove(full[*limited]));
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

bool CornerGame::InvokingBackMatters(const LimitedValues& full) const {
  for (size_t i = 0; i < boxings_.size(); ++i) {
    for (const auto& [next, limited] : boxings_[i].complied) {
      if (!limited.has_value()) continue;
      const Value known = first_limited_[0][i];
      if (Better(known, BeforeMove(full[*limited])) != known) return true;
    }
  }
  return false;
}

Value CornerGame::ValueOf(Position position, const Values& values,
                          const LimitedValues& full) const {
  const Set mover = board_.placements()[position.mover];
  const Set opponent = board_.placements()[position.opponent];
  const bool may_invoke = BoxingPieces(board_, mover, opponent) != 0;
  Value best = kLossInZero;
  board_.ForEachMove(mover, opponent, [&](int, int, Set moved) {
    const Position next{position.opponent, board_.Rank(moved)};
    best = Better(best, BeforeMove(values.At(next.mover, next.opponent)));
    if (may_invoke) best = Better(best, BeforeMove(full[index_.at(next)]));
  });
  return best;
}

std::vector<Position> CornerGame::Before(
    const std::vector<Position>& changed) const {
  std::vector<Position> before;
  for (const Position& after : changed) {
    board_.ForEachMove(
        board_.placements()[after.opponent], board_.placements()[after.mover],
        [&](int, int, Set unmoved) {
          const Position position{board_.Rank(unmoved), after.mover};
          const Value value = plain_.At(position.mover, position.opponent);
          if (value != kNoValue && value != kLossInZero) {
            before.push_back(position);
          }
        });
  }
  std::sort(before.begin(), before.end());
  before.erase(std::unique(before.begin(), before.end()), before.end());
  return before;
}

CornerResult CornerGame::Solve(int limit) const {
  Values values = plain_;
  LimitedValues full = first_limited_[limit - 1];
  bool changes = false;
  while (true) {
    bool corrected = false;
    for (std::vector<Position> open = boxed_to_move_; !open.empty();) {
      std::vector<std::pair<Position, Value>> corrections;
      for (const Position& position : open) {
        const Value value = ValueOf(position, values, full);
        if (value != values.At(position.mover, position.opponent)) {
          corrections.push_back({position, value});
        }
      }
      std::vector<Position> changed;
      for (const auto& [position, value] : corrections) {
        values.Correct(position.mover, position.opponent, value);
        changed.push_back(position);
      }
      open = Before(changed);
      corrected = corrected || !changed.empty();
    }
    changes = changes || corrected;
    if (!corrected && !InvokingBackMatters(full)) break;
    LimitedValues limited;
    for (int left = 1; left <= limit; ++left) {
      limited = OneMoveLonger(values, limited, full);
    }
    if (limited == full) break;
    full = std::move(limited);
  }
  CornerResult result = changes ? Compare(values) : CornerResult();
  result.limit = limit;
  result.boxed = boxed_to_move_.size();
  return result;
}

CornerResult CornerGame::Compare(const Values& values) const {
  CornerResult result;
  const int placements = board_.placements().size();
  for (int mover = 0; mover < placements; ++mover) {
    for (int opponent = 0; opponent < placements; ++opponent) {
      const Value before = plain_.At(mover, opponent);
      const Value after = values.At(mover, opponent);
      if (before == after) continue;
      const Outcome was = plain_.For(mover, opponent);
      const Outcome is = values.For(mover, opponent);
      if (was == is) {
        ++result.other_length;
      } else if (was == Outcome::kDraw) {
        ++(is == Outcome::kWin ? result.draws_won : result.draws_lost);
      } else if (was == Outcome::kLoss) {
        ++(is == Outcome::kWin ? result.losses_won : result.losses_drawn);
      } else {
        ++(is == Outcome::kLoss ? result.wins_lost : result.wins_drawn);
      }
    }
  }
  for (const Position& position : boxed_to_move_) {
    const Outcome was = plain_.For(position.mover, position.opponent);
    const Outcome is = values.For(position.mover, position.opponent);
    if (was == is || was == Outcome::kWin) continue;
    std::optional<Position>& example =
        was == Outcome::kDraw ? result.draw_won : result.loss_rescued;
    if (!example.has_value()) example = position;
  }
  return result;
}

}  // namespace

Set BoxingPieces(const Board& board, Set own, Set other) {
  Set boxing = 0;
  ForEachSquare(own, [&](int square) {
    const Set around = board.Neighbours(square);
    if (std::popcount(around) == 3 && (around & ~other) == 0) boxing = around;
  });
  return boxing;
}

std::optional<CornerState> After(const Board& board, const CornerState& state,
                                 const CornerTurn& turn, int limit) {
  CornerState next{state.opponent, state.mover ^ Bit(turn.from) ^ Bit(turn.to),
                   state.opponent_left, state.mover_left};
  if (state.mover_left > 0) {
    const Set boxing = BoxingPieces(board, state.opponent, state.mover);
    const bool complies = (boxing & Bit(turn.from)) != 0;
    if (!complies && state.mover_left == 1) return std::nullopt;
    next.opponent_left = complies ? 0 : state.mover_left - 1;
  }
  if (turn.invokes) {
    if (BoxingPieces(board, state.mover, state.opponent) == 0 ||
        state.opponent_left > 0) {
      return std::nullopt;
    }
    next.mover_left = limit;
  }
  return next;
}

std::vector<CornerResult> SolveCornerLimits(const Board& board,
                                            const Values& values, int longest) {
  const CornerGame game(board, values, longest);
  std::vector<CornerResult> results(longest);
  tbb::parallel_for(0, longest, [&](int i) { results[i] = game.Solve(i + 1); });
  return results;
}

}  // namespace teeko::extra_rules
