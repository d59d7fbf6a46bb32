#include "reports/extra_rules/corner_limit.h"

#include <algorithm>
#include <bit>

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
Value BeforeMove(Value after) { return after == 0 ? 0 : after + 1; }

Value Better(Value a, Value b) { return Preference(a) < Preference(b) ? b : a; }

// Values of positions under a limit, the boxing side to move with some number
// of moves left.
using LimitedValues = absl::flat_hash_map<Position, Value>;

// One more move left than in `shorter`; at first, when nothing is left, there
// is no `shorter` and all its moves by the fourth piece forfeit.
LimitedValues OneMoveLonger(const Board& board, const Values& values,
                            const std::vector<Position>& boxing_to_move,
                            const LimitedValues& shorter) {
  LimitedValues longer;
  for (const Position& position : boxing_to_move) {
    const Value plain = values.At(position.mover, position.opponent);
    if (plain == kLossInZero) {
      longer[position] = plain;
      continue;
    }
    const Set boxer = board.placements()[position.mover];
    const Set boxed = board.placements()[position.opponent];
    const Set boxing = BoxingPieces(board, boxed, boxer);
    Value best = kLossInZero;  // forfeit
    board.ForEachMove(boxer, boxed, [&](int from, int, Set moved) {
      const int rank = board.Rank(moved);
      const Value plain_after = values.At(position.opponent, rank);
      if ((boxing & Bit(from)) != 0 || plain_after == kLossInZero) {
        best = Better(best, BeforeMove(plain_after));
        return;
      }
      if (shorter.empty()) return;
      Value reply = kLossInZero;
      board.ForEachMove(boxed, moved, [&](int, int, Set replied) {
        reply =
            Better(reply, BeforeMove(shorter.at({rank, board.Rank(replied)})));
      });
      best = Better(best, BeforeMove(reply));
    });
    longer[position] = best;
  }
  return longer;
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
  const std::vector<Set>& sets = board.placements();
  // Pairs of a side that boxes in a piece and the side whose piece it is.
  std::vector<Position> pairs;
  for (int square = 0; square < board.squares(); ++square) {
    const Set around = board.Neighbours(square);
    if (std::popcount(around) != 3) continue;
    std::vector<int> boxers;
    std::vector<int> boxed;
    for (size_t rank = 0; rank < sets.size(); ++rank) {
      if ((around & ~sets[rank]) == 0) boxers.push_back(rank);
      if ((sets[rank] & Bit(square)) != 0) boxed.push_back(rank);
    }
    for (const int boxer : boxers) {
      for (const int side : boxed) {
        if ((sets[boxer] & sets[side]) == 0) pairs.push_back({boxer, side});
      }
    }
  }
  std::vector<Position> boxing_to_move;
  std::vector<Position> boxed_to_move;
  for (const auto& [boxer, boxed] : pairs) {
    if (values.At(boxer, boxed) != kNoValue) {
      boxing_to_move.push_back({boxer, boxed});
    }
    const Value value = values.At(boxed, boxer);
    if (value != kNoValue && value != kLossInZero) {
      boxed_to_move.push_back({boxed, boxer});
    }
  }

  std::vector<CornerResult> results;
  LimitedValues limited;
  for (int limit = 1; limit <= longest; ++limit) {
    limited = OneMoveLonger(board, values, boxing_to_move, limited);
    CornerResult result;
    result.limit = limit;
    result.boxed = boxed_to_move.size();
    for (const Position& position : boxed_to_move) {
      const Value plain = values.At(position.mover, position.opponent);
      Value best = kLossInZero;
      board.ForEachMove(
          sets[position.mover], sets[position.opponent],
          [&](int, int, Set moved) {
            const Position next{position.opponent, board.Rank(moved)};
            best = Better(best, BeforeMove(limited.at(next)));
          });
      if (best == plain) continue;
      if (plain == 0 && MoverWins(best)) {
        ++result.draws_won;
        if (!result.draw_won.has_value()) result.draw_won = position;
      } else if (MoverLoses(plain) && !MoverLoses(best)) {
        ++(MoverWins(best) ? result.losses_won : result.losses_drawn);
        if (!result.loss_rescued.has_value()) result.loss_rescued = position;
      } else {
        ++result.other_length;
      }
    }
    results.push_back(result);
  }
  return results;
}

}  // namespace teeko::extra_rules
