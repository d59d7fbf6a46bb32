// Solves the four-move limit on small boards directly: the model has every
// state with its whole relevant history.  It implements docs/rules.md §5 a
// second time and shares no code with four_move_limit.h.  OnlyMoves,
// TwoSidedSolver, WinSearch and the theorems of studies/extra_rules/README.md
// must agree with it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "gtest/gtest.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/four_move_limit/two_sided_solver.h"
#include "studies/four_move_limit/win_search.h"
#include "studies/placements/board.h"

namespace teeko::studies {
namespace {

struct Size {
  int rows;
  int columns;
};

// Three pieces a side; three in a row win.
Rules SmallRules(Size size) {
  Rules rules;
  rules.set_name("small");
  rules.set_rows(size.rows);
  rules.set_columns(size.columns);
  rules.set_pieces(3);
  rules.add_goals()->mutable_line()->set_length(3);
  return rules;
}

bool IsLine(Size size, Set set) {
  std::vector<int> squares;
  ForEachSquare(set, [&](int square) { squares.push_back(square); });
  const auto step = [&](int a, int b) {
    return std::pair{b / size.columns - a / size.columns,
                     b % size.columns - a % size.columns};
  };
  const auto [down, across] = step(squares[0], squares[1]);
  return step(squares[1], squares[2]) == std::pair{down, across} &&
         std::max(std::abs(down), std::abs(across)) == 1;
}

// Returns the values by repeated passes over all positions.
Values PlainValues(Size size, const Board& board) {
  const std::vector<Set>& sets = board.sets();
  const int n = sets.size();
  std::vector<std::vector<Value>> values(n, std::vector<Value>(n, kNoValue));
  std::vector<Position> open;
  for (int mover = 0; mover < n; ++mover) {
    for (int opponent = 0; opponent < n; ++opponent) {
      if ((sets[mover] & sets[opponent]) != 0 || IsLine(size, sets[mover])) {
        continue;
      }
      const bool over = IsLine(size, sets[opponent]) ||
                        !board.AnyNext({mover, opponent},
                                       [](Move, Position) { return true; });
      values[mover][opponent] = over ? kLossInZero : 0;
      if (!over) open.push_back({mover, opponent});
    }
  }
  bool changed = true;
  for (int plies = 1; changed; ++plies) {
    changed = false;
    for (const auto& [mover, opponent] : open) {
      if (values[mover][opponent] != 0) continue;
      bool wins = false;
      bool loses = true;
      const std::vector<Value>& after = values[opponent];
      board.ForEachNext({mover, opponent}, [&](Move, Position next) {
        const Value value = after[next.opponent];
        wins = wins || (MoverLoses(value) && value == plies);
        loses = loses && MoverWins(value) && value <= plies;
      });
      if ((plies % 2 == 1 && wins) || (plies % 2 == 0 && loses)) {
        values[mover][opponent] = plies + 1;
        changed = true;
      }
    }
    changed = changed || plies < 3;
  }
  std::vector<Value> payload;
  for (int mover = 0; mover < n; ++mover) {
    for (int opponent = 0; opponent < n; ++opponent) {
      if ((sets[mover] & sets[opponent]) == 0) {
        payload.push_back(values[mover][opponent]);
      }
    }
  }
  return Values(board, [&](uint64_t index) {
    return payload[index] == kNoValue ? kernel::kNoValue : payload[index];
  });
}

// One side with its last two moves, as squares from and to (-1: no move). Under
// a limit, at least one of its next `left` moves must be another move than that
// of the piece on `square` to `a` or `b`.
struct Player {
  Set pieces = 0;
  std::array<int8_t, 2> last = {-1, -1};
  std::array<int8_t, 2> before = {-1, -1};
  int8_t square = -1;
  int8_t a = -1;
  int8_t b = -1;
  int8_t left = 0;
  int8_t watched = 0;  // turns on which the other side may not return

  friend bool operator==(const Player&, const Player&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Player& p) {
    return H::combine(std::move(h), p.pieces, p.last, p.before, p.square, p.a,
                      p.b, p.left, p.watched);
  }
};

struct ModelState {
  std::array<Player, 2> players;  // players[0] is the attacker
  int8_t to_move = 0;

  friend bool operator==(const ModelState&, const ModelState&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const ModelState& s) {
    return H::combine(std::move(h), s.players, s.to_move);
  }
};

class Model {
 public:
  // With `whole`, the game is played to its end.  Otherwise it ends when the
  // plain game is decided and the winner is under no limit.
  Model(const Board& board, const Values& values, bool defender_may_invoke,
        int steady_turns, bool whole)
      : board_(board),
        values_(values),
        defender_may_invoke_(defender_may_invoke),
        steady_turns_(steady_turns),
        whole_(whole) {}

  // Adds all states that can follow.
  void Add(const ModelState& start) {
    std::vector<int> open = {IndexOf(start)};
    while (!open.empty()) {
      const int index = open.back();
      open.pop_back();
      if (expanded_[index]) continue;
      expanded_[index] = true;
      const ModelState model_state = states_[index];
      winners_[index] = Winner(model_state);
      if (winners_[index].has_value()) continue;
      for (const ModelState& next : After(model_state)) {
        const int next_index = IndexOf(next);
        ++successors_[index];
        predecessors_[next_index].push_back(index);
        open.push_back(next_index);
      }
      // All turns forfeit, so the side to move has lost.
      if (successors_[index] == 0) winners_[index] = 1 - model_state.to_move;
    }
  }

  // Finds the winner of each state by retrograde analysis.
  void Solve() {
    std::vector<std::optional<int>>& winners = winners_;
    std::vector<int> open_turns = successors_;
    std::vector<int> frontier;
    for (size_t i = 0; i < winners.size(); ++i) {
      if (winners[i].has_value()) frontier.push_back(i);
    }
    while (!frontier.empty()) {
      const int index = frontier.back();
      frontier.pop_back();
      const int winner = *winners[index];
      for (const int before : predecessors_[index]) {
        if (winners[before].has_value()) continue;
        if (states_[before].to_move != winner && --open_turns[before] > 0) {
          continue;
        }
        winners[before] = winner;
        frontier.push_back(before);
      }
    }
  }

  // Calls visit(state, winner) for all added states; draws have no winner.
  template <typename Visitor>
  void ForEach(Visitor visit) const {
    for (size_t i = 0; i < states_.size(); ++i) {
      visit(states_[i], winners_[i]);
    }
  }

  // True if P moved a piece A→B and then the same piece B→A.
  static bool WentAndCameBack(const Player& p) {
    return p.last[0] >= 0 && p.before[0] >= 0 && p.before[1] == p.last[0] &&
           p.before[0] == p.last[1];
  }

 private:
  int IndexOf(const ModelState& model_state) {
    const auto [entry, added] = index_.try_emplace(model_state, states_.size());
    if (added) {
      states_.push_back(model_state);
      successors_.push_back(0);
      predecessors_.emplace_back();
      expanded_.push_back(false);
      winners_.emplace_back();
    }
    return entry->second;
  }

  std::optional<int> Winner(const ModelState& model_state) const {
    const int side = model_state.to_move;
    const Value value =
        values_.At(board_.PositionOf({model_state.players[side].pieces,
                                      model_state.players[1 - side].pieces}));
    if (value == 0) return std::nullopt;
    const int winner = MoverWins(value) ? side : 1 - side;
    if (value == kLossInZero) return winner;
    if (whole_ || model_state.players[winner].left > 0) return std::nullopt;
    return winner;
  }

  static void Free(Player& p) {
    p.square = p.a = p.b = -1;
    p.left = p.watched = 0;
  }

  std::vector<ModelState> After(const ModelState& model_state) const {
    std::vector<ModelState> result;
    const int side = model_state.to_move;
    const Player& mover = model_state.players[side];
    const Player& other = model_state.players[1 - side];
    const Position position = board_.PositionOf({mover.pieces, other.pieces});
    board_.ForEachNext(position, [&](Move move, Position moved) {
      const auto [from, to] = move;
      Player p = mover;
      p.pieces = board_.SetsOf(moved).opponent;
      if (p.left > 0) {
        const bool shuttles = from == p.square && (to == p.a || to == p.b);
        if (shuttles) {
          p.square = to;
          if (--p.left == 0) return;  // forfeit
        } else {
          Free(p);
        }
      }
      const bool puts_back = mover.last[1] == from && mover.last[0] == to;
      p.before = mover.last;
      p.last = {from, to};
      // Remove history that can no longer matter.
      if (!WentAndCameBack(p)) p.before = {-1, -1};
      if (side == 0 && !defender_may_invoke_) p.last = p.before = {-1, -1};
      ModelState next = model_state;
      next.players[side] = p;
      next.to_move = 1 - side;
      Player& limited = next.players[1 - side];
      if (limited.watched > 0) {
        --limited.watched;
        if (puts_back) Free(limited);
      }
      result.push_back(next);
      const bool has_right = side == 0 || defender_may_invoke_;
      if (has_right && WentAndCameBack(other) && other.left == 0 &&
          !(steady_turns_ > 0 && puts_back)) {
        limited.square = limited.a = other.last[1];
        limited.b = other.last[0];
        limited.left = 4;
        limited.watched = std::max(steady_turns_ - 1, 0);
        result.push_back(next);
      }
    });
    return result;
  }

  const Board& board_;
  const Values& values_;
  const bool defender_may_invoke_;
  const int steady_turns_;
  const bool whole_;
  absl::flat_hash_map<ModelState, int> index_;
  std::vector<ModelState> states_;
  std::vector<int> successors_;
  std::vector<std::vector<int>> predecessors_;
  std::vector<bool> expanded_;
  std::vector<std::optional<int>> winners_;  // set if the game is over
};

ModelState WithoutHistory(const Board& board, Position position,
                          bool attacker_to_move) {
  ModelState model_state;
  model_state.players[0].pieces =
      board.sets()[attacker_to_move ? position.mover : position.opponent];
  model_state.players[1].pieces =
      board.sets()[attacker_to_move ? position.opponent : position.mover];
  model_state.to_move = attacker_to_move ? 0 : 1;
  return model_state;
}

// A board and the results of the code under test for it.
struct Small {
  explicit Small(Size size)
      : size(size),
        board(SmallRules(size)),
        values(PlainValues(size, board)),
        one_sided(board, values),
        positions_lost(SolveOneSided()),
        two_sided(board, values, one_sided) {}

  uint64_t SolveOneSided() {
    uint64_t last = 0;
    one_sided.SolveOneSided([&](uint64_t lost) { last = lost; });
    return last;
  }

  // Solves all positions without history and everything that can follow.  With
  // `whole`, the games are played to their end.
  Model Solved(bool defender_may_invoke, int steady_turns, bool whole) const {
    Model model(board, values, defender_may_invoke, steady_turns, whole);
    const int n = board.sets().size();
    for (int mover = 0; mover < n; ++mover) {
      for (int opponent = 0; opponent < n; ++opponent) {
        if (values.At({mover, opponent}) == kNoValue) continue;
        for (const bool attacker_to_move : {false, true}) {
          model.Add(WithoutHistory(board, {mover, opponent}, attacker_to_move));
        }
      }
    }
    model.Solve();
    return model;
  }

  Value ValueOf(const ModelState& model_state) const {
    return values.At(PositionOf(model_state));
  }

  Position PositionOf(const ModelState& model_state) const {
    return {board.Rank(model_state.players[model_state.to_move].pieces),
            board.Rank(model_state.players[1 - model_state.to_move].pieces)};
  }

  // True if the attacker's last move was made in a drawn position.
  bool WasDrawn(ModelState model_state) const {
    Player& attacker = model_state.players[0];
    attacker.pieces ^= Bit(attacker.last[0]) ^ Bit(attacker.last[1]);
    model_state.to_move = 0;
    return ValueOf(model_state) == 0;
  }

  Size size;
  Board board;
  Values values;
  OnlyMoves one_sided;
  uint64_t positions_lost;
  TwoSidedSolver two_sided;
};

bool NobodyHasMoved(const ModelState& model_state) {
  return model_state.players[0].last[0] < 0 &&
         model_state.players[1].last[0] < 0;
}

Side SideOf(const Player& player) {
  return {.pieces = player.pieces,
          .last = {player.last[0], player.last[1]},
          .returned = Model::WentAndCameBack(player),
          .moves_left = player.left};
}

class SmallModel : public testing::TestWithParam<Size> {};

TEST_P(SmallModel, OneSidesRightIsSolvedByOnlyMoves) {
  const Small small(GetParam());
  const bool tiny = small.board.squares() == 9;
  const Model model = small.Solved(/*defender_may_invoke=*/false,
                                   /*steady_turns=*/0, /*whole=*/tiny);
  uint64_t gained = 0;
  uint64_t positions_lost = 0;
  uint64_t orbits_lost = 0;
  model.ForEach([&](const ModelState& model_state, std::optional<int> winner) {
    if (!NobodyHasMoved(model_state)) return;
    const Value value = small.ValueOf(model_state);
    if (value != 0) {
      // Theorem 1: the limit spoils no win and rescues no loss.
      EXPECT_EQ(winner, MoverWins(value) == (model_state.to_move == 0) ? 0 : 1);
      return;
    }
    const Position position = small.PositionOf(model_state);
    EXPECT_EQ(winner, (model_state.to_move == 0
                           ? small.one_sided.AttackerToMoveWins(position)
                           : small.one_sided.Holding(position) == 0)
                          ? std::optional(0)
                          : std::nullopt);
    gained += winner == 0;
    const bool lost = winner == 0 && model_state.to_move == 1;
    positions_lost += lost;
    orbits_lost += lost && small.board.IsCanonical(position);
  });
  EXPECT_GT(gained, 0u);
  EXPECT_EQ(positions_lost, small.positions_lost);
  EXPECT_EQ(orbits_lost, small.one_sided.lost().size());
}

// In every state that can arise, with any history.
TEST_P(SmallModel, BothSidesRightsAreSolvedByTwoSidedSolver) {
  Small small(GetParam());
  const bool two_rows = small.size.rows == 2;
  for (const int steady_turns : {two_rows ? 3 : 0, 1}) {
    const Model model = small.Solved(/*defender_may_invoke=*/true, steady_turns,
                                     /*whole=*/false);
    small.two_sided.Solve({.steady_turns = steady_turns});
    uint64_t gained = 0;
    uint64_t histories = 0;
    model.ForEach([&](const ModelState& model_state,
                      std::optional<int> winner) {
      const Value value = small.ValueOf(model_state);
      const auto& [attacker, defender] = model_state.players;
      if (value != 0) {
        const int stronger =
            MoverWins(value) ? model_state.to_move : 1 - model_state.to_move;
        if (model_state.players[stronger].left != 1) {
          EXPECT_EQ(winner, stronger);
        }
        return;
      }
      const bool without_history = NobodyHasMoved(model_state);
      if (model_state.to_move == 0) {
        if (!without_history) return;
        EXPECT_EQ(winner == 0,
                  MoverWins(small.two_sided.values_without_history().At(
                      small.PositionOf(model_state))));
        return;
      }
      if (attacker.left == 1 && !small.WasDrawn(model_state)) return;
      if (defender.left > 0 &&
          small.one_sided.Holding(small.PositionOf(model_state)) > 0) {
        return;  // no good defence leads here
      }
      EXPECT_EQ(winner == 0,
                small.two_sided.DefenderToMoveLoses(
                    {.mover = SideOf(defender), .opponent = SideOf(attacker)}));
      gained += winner == 0 && without_history;
      histories += winner == 0;
    });
    EXPECT_EQ(gained, small.two_sided.counts().loser_to_move());
    EXPECT_GT(histories, gained);
    // On two rows, all of these wordings win some draws.
    EXPECT_EQ(gained > 0, two_rows || steady_turns == 0);
  }
}

TEST_P(SmallModel, WinsThatTheSearchFindsAreWon) {
  Small small(GetParam());
  for (const int steady_turns : {0, 1}) {
    const Wording wording = {.steady_turns = steady_turns};
    small.two_sided.Solve(wording);
    WinSearch search(small.board, small.values, wording);
    int proved = 0;
    const int n = small.board.sets().size();
    for (int mover = 0; mover < n; ++mover) {
      for (int opponent = 0; opponent < n; ++opponent) {
        if (small.values.At({mover, opponent}) != 0) continue;
        const State state = State::Of(small.board.SetsOf({mover, opponent}));
        if (!search.Wins(state, 15)) continue;
        ++proved;
        EXPECT_TRUE(MoverLoses(
            small.two_sided.values_without_history().At({mover, opponent})));
        int holding = 0;
        small.board.ForEachNext({mover, opponent}, [&](Move, Position next) {
          holding += !MoverWins(small.values.At(next));
        });
        EXPECT_LE(holding, 1);
      }
    }
    EXPECT_EQ(proved > 0, steady_turns == 0 || small.size.rows == 2);
  }
}

TEST(TwoSidedSolver, RefusesOtherWordings) {
  Small small({3, 3});
  for (const Wording& wording :
       {Wording{.limit = 0},
        Wording{.limit = TwoSidedSolver::kLongestLimit + 1},
        Wording{.binds_invoker = true}}) {
    EXPECT_DEATH(small.two_sided.Solve(wording),
                 "expected a limit of 1 to 7 moves");
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, SmallModel,
                         testing::Values(Size{3, 3}, Size{3, 4}, Size{2, 5}));

}  // namespace
}  // namespace teeko::studies
