// Tests the corner limit.  A state machine has one test for each sentence of
// docs/rules.md §5.  The solution is compared with games that are played out in
// the state machine.

#include "studies/corner_limit/corner_limit.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "gtest/gtest.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"

namespace teeko::studies {
namespace {

// ---- The rule as a state machine ----

// A limit on a side: one of its next `moves_left` moves must move one of its
// pieces on the three neighbours of `corner`.  None of these pieces has moved
// since the limit was invoked, so the piece in the corner is still boxed in.
struct RunningLimit {
  int corner = 0;
  int moves_left = 0;  // 0: no limit

  friend bool operator==(const RunningLimit&, const RunningLimit&) = default;
};

struct CornerState {
  kernel::Position position;
  RunningLimit mover = {};     // on the mover
  RunningLimit opponent = {};  // on the opponent

  friend bool operator==(const CornerState&, const CornerState&) = default;
};

struct CornerTurn {
  Move move;
  // The corner of the boxed piece, if the side invokes the limit for it.
  std::optional<int> invokes = {};
};

// Returns the state after a turn, seen from the other side.  Returns nullopt if
// the turn forfeits the game.  Requires a move that the plain game allows.
std::optional<CornerState> After(const Board& board, const CornerState& state,
                                 const CornerTurn& turn, int limit) {
  const auto& [mover, opponent] = state.position;
  CornerState next{
      {opponent, After(mover, turn.move)}, state.opponent, state.mover};
  if (state.mover.moves_left > 0) {
    const bool complies =
        (board.Neighbours(state.mover.corner) & Bit(turn.move.from)) != 0;
    if (!complies && state.mover.moves_left == 1) return std::nullopt;
    next.opponent.moves_left = complies ? 0 : state.mover.moves_left - 1;
  }
  if (next.opponent.moves_left == 0) next.opponent = {};
  if (turn.invokes.has_value()) {
    const Set boxed = BoxedCorners(board, mover, opponent);
    if ((boxed & Bit(*turn.invokes)) == 0 || state.opponent.moves_left > 0) {
      return std::nullopt;
    }
    next.mover = {*turn.invokes, limit};
  }
  return next;
}

constexpr int kTen = 10;

template <typename... Squares>
Set SetOf(Squares... squares) {
  return (Bit(squares - 1) | ...);
}

Rules RulesOf(int rows, int columns, int pieces) {
  Rules rules;
  rules.set_rows(rows);
  rules.set_columns(columns);
  rules.set_pieces(pieces);
  return rules;
}

Board FiveByFive() { return Board(RulesOf(5, 5, 4)); }

// Side P, to move, has a piece in corner 1, and Q has pieces on 2, 6 and 7.
CornerState Boxed() { return {{SetOf(1, 15, 20, 25), SetOf(2, 6, 7, 13)}}; }

CornerTurn Go(int from, int to) {
  return {{static_cast<int8_t>(from - 1), static_cast<int8_t>(to - 1)}};
}

CornerTurn Invoke(int corner, int from, int to) {
  CornerTurn turn = Go(from, to);
  turn.invokes = corner - 1;
  return turn;
}

TEST(CornerLimit, ACornerWithThreeNeighboursHeldIsBoxedIn) {
  const Board board = FiveByFive();
  EXPECT_EQ(BoxedCorners(board, SetOf(1, 15, 20, 25), SetOf(2, 6, 7, 13)),
            SetOf(1));
  EXPECT_EQ(BoxedCorners(board, SetOf(25, 1, 2, 3), SetOf(19, 20, 24, 13)),
            SetOf(25));
}

TEST(CornerLimit, TwoNeighboursHeldAreNotEnough) {
  EXPECT_EQ(
      BoxedCorners(FiveByFive(), SetOf(1, 15, 20, 25), SetOf(2, 6, 8, 13)), 0u);
}

TEST(CornerLimit, OwnPiecesDoNotBoxIn) {
  EXPECT_EQ(BoxedCorners(FiveByFive(), SetOf(1, 2, 20, 25), SetOf(6, 7, 8, 13)),
            0u);
}

TEST(CornerLimit, AnEdgeIsNotACorner) {
  EXPECT_EQ(BoxedCorners(FiveByFive(), SetOf(3, 15, 20, 25), SetOf(2, 4, 7, 8)),
            0u);
}

TEST(CornerLimit, TheBoxedSideMayInvokeOnItsTurn) {
  const CornerState next =
      *After(FiveByFive(), Boxed(), Invoke(1, 15, 14), kTen);
  EXPECT_EQ(next.mover.moves_left, kTen);
  EXPECT_EQ(next.opponent.moves_left, 0);
}

TEST(CornerLimit, OthersMayNotInvoke) {
  CornerState state = Boxed();
  state.position.mover = SetOf(3, 15, 20, 25);
  EXPECT_FALSE(After(FiveByFive(), state, Invoke(1, 15, 14), kTen).has_value());
  EXPECT_FALSE(
      After(FiveByFive(), Boxed(), Invoke(25, 15, 14), kTen).has_value());
}

TEST(CornerLimit, OneOfTheThreeSatisfiesIt) {
  const Board board = FiveByFive();
  const CornerState limited = *After(board, Boxed(), Invoke(1, 15, 14), kTen);
  EXPECT_EQ(After(board, limited, Go(7, 8), kTen)->opponent.moves_left, 0);
  EXPECT_EQ(After(board, limited, Go(13, 18), kTen)->opponent.moves_left, 9);
}

TEST(CornerLimit, NoneOfTheThreeInTheLastMoveForfeits) {
  const Board board = FiveByFive();
  CornerState limited = *After(board, Boxed(), Invoke(1, 15, 14), kTen);
  limited.mover.moves_left = 1;
  EXPECT_FALSE(After(board, limited, Go(13, 18), kTen).has_value());
  EXPECT_TRUE(After(board, limited, Go(2, 3), kTen).has_value());
}

TEST(CornerLimit, NotInvokedTwice) {
  const Board board = FiveByFive();
  CornerState state = *After(board, Boxed(), Invoke(1, 15, 14), kTen);
  state = *After(board, state, Go(13, 18), kTen);
  EXPECT_FALSE(After(board, state, Invoke(1, 14, 15), kTen).has_value());
}

// A board with three columns.
TEST(CornerLimit, FourPiecesCanBoxInTwoCorners) {
  const Board board(RulesOf(5, 3, 4));
  const CornerState state = {{SetOf(1, 3, 14, 15), SetOf(2, 4, 5, 6)}};
  EXPECT_EQ(BoxedCorners(board, state.position.mover, state.position.opponent),
            SetOf(1, 3));
  // For corner 1, a move of the piece on 4 complies and a move of the piece on
  // 6 does not.  For corner 3 it is the reverse.
  const CornerState first = *After(board, state, Invoke(1, 14, 13), kTen);
  EXPECT_EQ(After(board, first, Go(4, 7), kTen)->opponent.moves_left, 0);
  EXPECT_EQ(After(board, first, Go(6, 9), kTen)->opponent.moves_left, 9);
  const CornerState third = *After(board, state, Invoke(3, 14, 13), kTen);
  EXPECT_EQ(After(board, third, Go(4, 7), kTen)->opponent.moves_left, 9);
  EXPECT_EQ(After(board, third, Go(6, 9), kTen)->opponent.moves_left, 0);
}

// Plays out games in the state machine.  Computes values in plies for all
// states that arise.
class Oracle {
 public:
  // `limit` is 0 for the game without a limit.  If there are `given` values,
  // states without a limit have these values and are not played out.
  Oracle(const Board& board, int limit, const Values* given = nullptr)
      : board_(board), limit_(limit), given_(given) {}

  // Returns the states after one turn.
  std::vector<CornerState> Next(const CornerState& state) const {
    std::vector<CornerState> states;
    if (kernel::HasGoal(board_.game(), state.position.opponent)) return states;
    board_.ForEachNext(
        board_.PositionOf(state.position), [&](Move move, Position) {
          const auto play = [&](CornerTurn turn) {
            const std::optional<CornerState> after =
                After(board_, state, turn, limit_);
            if (after.has_value()) states.push_back(*after);
          };
          play({.move = move});
          for (int square = 0; square < board_.squares(); ++square) {
            if (limit_ > 0) play({.move = move, .invokes = square});
          }
        });
    return states;
  }

  void Add(const CornerState& state) { IndexOf(state); }

  void Solve() {
    for (size_t i = 0; i < states_.size(); ++i) Expand(i);
    std::set<int> levels = {0, 1, 2};  // levels that can decide a state
    for (const Node& node : nodes_) levels.insert(node.value);
    for (int plies = 0; plies <= *levels.rbegin(); ++plies) {
      if (!levels.contains(plies)) continue;
      for (Node& node : nodes_) {
        if (node.given || node.value != kernel::kDraw) continue;
        const auto value = [&](int next) { return nodes_[next].value; };
        const bool decided =
            plies % 2 == 1
                ? std::ranges::count(node.successors, plies, value) > 0
                : std::ranges::all_of(node.successors, [&](int next) {
                    return value(next) != kernel::kDraw &&
                           value(next) % 2 == 0 && value(next) <= plies;
                  });
        if (!decided) continue;
        node.value = plies + 1;
        levels.insert(plies + 1);
      }
    }
  }

  // Returns the value of a state; kNoValue if the state did not arise.
  kernel::Value At(const CornerState& state) const {
    const auto found = places_.find(Key(state));
    return found == places_.end() ? kernel::kNoValue
                                  : nodes_[found->second].value;
  }
  size_t states() const { return states_.size(); }

 private:
  struct Node {
    std::vector<int> successors;
    kernel::Value value = kernel::kDraw;
    bool given = false;
  };

  static std::tuple<Set, Set, int, int, int, int> Key(const CornerState& s) {
    return {s.position.mover,   s.position.opponent, s.mover.corner,
            s.mover.moves_left, s.opponent.corner,   s.opponent.moves_left};
  }

  int IndexOf(const CornerState& state) {
    const auto [entry, added] = places_.try_emplace(Key(state), states_.size());
    if (added) states_.push_back(state);
    return entry->second;
  }

  void Expand(size_t index) {
    const CornerState state = states_[index];
    Node node;
    if (given_ != nullptr &&
        state.mover.moves_left + state.opponent.moves_left == 0) {
      node.value = given_->At(board_.PositionOf(state.position));
      node.given = true;
    } else {
      for (const CornerState& next : Next(state)) {
        node.successors.push_back(IndexOf(next));
      }
    }
    nodes_.push_back(node);
  }

  const Board& board_;
  const int limit_;
  const Values* const given_;
  absl::flat_hash_map<std::tuple<Set, Set, int, int, int, int>, int> places_;
  std::vector<CornerState> states_;
  std::vector<Node> nodes_;
};

// Plays out all positions of a small board.
Oracle Solved(const Board& board, int limit) {
  Oracle oracle(board, limit);
  for (const Set mover : board.sets()) {
    for (const Set opponent : board.sets()) {
      if ((mover & opponent) == 0 && !kernel::HasGoal(board.game(), mover)) {
        oracle.Add({{mover, opponent}});
      }
    }
  }
  oracle.Solve();
  return oracle;
}

struct SmallGame {
  std::string name;
  Rules rules;
  bool changes;  // true if some limit changes a value
};

SmallGame Lines(const char* name, int rows, int columns, int length,
                bool changes) {
  Rules rules = RulesOf(rows, columns, length);
  rules.add_goals()->mutable_line()->set_length(length);
  return {name, rules, changes};
}

SmallGame Squares(const char* name, int rows, int columns, bool changes) {
  Rules rules = RulesOf(rows, columns, 4);
  rules.add_goals()->mutable_square()->set_side(1);
  return {name, rules, changes};
}

// With the diamond as a goal, if two corners are boxed in, the corner for which
// the limit is invoked matters.
SmallGame Diamond(const char* name, bool squares) {
  SmallGame game = {name, RulesOf(3, 3, 4), /*changes=*/true};
  game.rules.add_goals()->mutable_diamond()->set_radius(1);
  if (squares) game.rules.add_goals()->mutable_square()->set_side(1);
  return game;
}

class SmallBoard : public testing::TestWithParam<SmallGame> {};

TEST_P(SmallBoard, AgreesWithPlayedOutGames) {
  const Board board(GetParam().rules);
  const Oracle plain = Solved(board, 0);
  const int placements = board.sets().size();
  std::vector<int> in_order;
  for (const Set mover : board.sets()) {
    for (const Set opponent : board.sets()) {
      if ((mover & opponent) == 0) {
        in_order.push_back(plain.At(CornerState{{mover, opponent}}));
      }
    }
  }
  const Values values(board, [&](uint64_t i) { return in_order[i]; });
  const std::vector<extra_rules::CornerLimit> results =
      SolveCornerLimits(board, values, 5);
  uint64_t changed_by_any = 0;
  for (const int limit : {1, 2, 3, 5}) {
    const Oracle oracle = Solved(board, limit);
    EXPECT_GT(oracle.states(), plain.states());
    const Values limited = ValuesWithCornerLimit(board, values, limit);
    const extra_rules::CornerLimit& result = results[limit - 1];
    int boxed_in = 0;
    int changes[3][3] = {};  // [from loss, draw, win][to loss, draw, win]
    uint64_t changed = 0;
    for (int mover = 0; mover < placements; ++mover) {
      for (int opponent = 0; opponent < placements; ++opponent) {
        const Position position{mover, opponent};
        const kernel::Position sets = board.SetsOf(position);
        if ((sets.mover & sets.opponent) != 0) continue;
        const int is = oracle.At(CornerState{sets});
        const int was = values.At(position);
        if (is == kernel::kNoValue) continue;
        ASSERT_EQ(limited.At(position), is)
            << "limit " << limit << ", was " << was;
        const bool boxed =
            BoxedCorners(board, sets.mover, sets.opponent) != 0 &&
            was != kLossInZero;
        boxed_in += boxed;
        if (is == was) continue;
        const auto sign = [](int value) {
          return value == kDraw ? 0 : value % 2 == 0 ? 1 : -1;
        };
        ++changes[sign(was) + 1][sign(is) + 1];
        ++changed;
        if (boxed && was == kDraw && sign(is) == 1) {
          EXPECT_TRUE(result.has_draw_won());
        }
        if (boxed && sign(was) == -1 && sign(is) != -1) {
          EXPECT_TRUE(result.has_loss_rescued());
        }
      }
    }
    EXPECT_EQ(result.moves(), static_cast<uint32_t>(limit));
    EXPECT_EQ(result.boxed(), boxed_in);
    EXPECT_EQ(result.losses_drawn(), changes[0][1]);
    EXPECT_EQ(result.losses_won(), changes[0][2]);
    EXPECT_EQ(result.draws_lost(), changes[1][0]);
    EXPECT_EQ(result.draws_won(), changes[1][2]);
    EXPECT_EQ(result.wins_lost(), changes[2][0]);
    EXPECT_EQ(result.wins_drawn(), changes[2][1]);
    EXPECT_EQ(result.other_length(), changes[0][0] + changes[2][2]);
    EXPECT_EQ(ChangedOutcomes(result) + result.other_length(), changed);
    changed_by_any += changed;
    const auto position_of = [&](const extra_rules::Placement& placement) {
      Set mover = 0;
      Set opponent = 0;
      for (const int square : placement.mover()) mover |= SetOf(square);
      for (const int square : placement.opponent()) opponent |= SetOf(square);
      EXPECT_NE(BoxedCorners(board, mover, opponent), 0u);
      return board.PositionOf({mover, opponent});
    };
    if (result.has_draw_won()) {
      const Position position = position_of(result.draw_won());
      EXPECT_EQ(values.At(position), kDraw);
      EXPECT_TRUE(MoverWins(limited.At(position)));
    }
    if (result.has_loss_rescued()) {
      const Position position = position_of(result.loss_rescued());
      EXPECT_TRUE(MoverLoses(values.At(position)));
      EXPECT_FALSE(MoverLoses(limited.At(position)));
    }
  }
  EXPECT_EQ(changed_by_any > 0, GetParam().changes);
}

INSTANTIATE_TEST_SUITE_P(
    Boards, SmallBoard,
    testing::Values(Lines("lines_3x3", 3, 3, 3, false),
                    Lines("lines_2x5", 2, 5, 4, true),
                    Squares("squares_2x5", 2, 5, true),
                    Squares("squares_4x3", 4, 3, false),
                    Diamond("diamond_3x3", /*squares=*/false),
                    Diamond("squares_and_diamond_3x3", /*squares=*/true)),
    [](const auto& info) { return info.param.name; });

TEST(CornerLimit, ValuesOnFiveByFiveFollowFromTheValuesOnePlyLater) {
  const proto::TableReader table =
      *proto::TableReader::Open("game/out_for_test/advanced/solver_a.table");
  const proto::SectionValues section = *proto::SectionValues::Read(table, 0);
  const Board board(table.footer().rules());
  const Values plain(board, [&](uint64_t index) { return section[index]; });
  std::mt19937 random(1);
  for (const int limit : {1, 2, 4}) {
    const Values values = ValuesWithCornerLimit(board, plain, limit);
    // P has a piece in corner 1; Q has pieces on its three neighbours.
    std::vector<CornerState> samples;
    while (samples.size() < 500) {
      const Set boxer = SetOf(2, 6, 7) | Bit(random() % 25);
      const Set boxed = board.sets()[random() % 12'650];
      if ((boxed & SetOf(1)) != 0 && std::popcount(boxer) == 4 &&
          (boxed & boxer) == 0 && !kernel::HasGoal(board.game(), boxed)) {
        samples.push_back({{boxed, boxer}});
      }
    }
    Oracle oracle(board, limit, &values);
    for (const CornerState& sample : samples) {
      for (const CornerState& next : oracle.Next(sample)) oracle.Add(next);
    }
    oracle.Solve();
    int changed = 0;
    for (const CornerState& sample : samples) {
      std::vector<kernel::Value> after;
      for (const CornerState& next : oracle.Next(sample)) {
        after.push_back(oracle.At(next));
      }
      const Position position = board.PositionOf(sample.position);
      EXPECT_EQ(values.At(position),
                kernel::ValueFrom(board.game(), sample.position, 'S', after));
      changed += values.At(position) != plain.At(position);
    }
    EXPECT_EQ(changed > 0, limit < 4);
  }
}

}  // namespace
}  // namespace teeko::studies
