// The four-move limit on a small board, solved outright: every state with its
// whole relevant history, in a second reading of SPEC.md §5 that shares no code
// with four_move_limit.h.  Hunt's bounds, Prover and the theorems of README.md
// have to agree with it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "gtest/gtest.h"
#include "reports/extra_rules/board.h"
#include "reports/extra_rules/hunt.h"
#include "reports/extra_rules/only_moves.h"
#include "reports/extra_rules/prover.h"
#include "reports/extra_rules/values.h"

namespace teeko::extra_rules {
namespace {

// Three pieces a side on a board of three rows, three in a row to win.
Rules SmallRules(int columns) {
  Rules rules;
  rules.set_name("small");
  rules.set_rows(3);
  rules.set_columns(columns);
  rules.set_pieces(3);
  rules.add_goals()->mutable_line()->set_length(3);
  return rules;
}

bool IsLine(const Board& board, Set set) {
  std::vector<int> squares;
  ForEachSquare(set, [&](int square) { squares.push_back(square); });
  const auto step = [&](int a, int b) {
    return std::pair{b / board.columns() - a / board.columns(),
                     b % board.columns() - a % board.columns()};
  };
  const auto [down, across] = step(squares[0], squares[1]);
  return step(squares[1], squares[2]) == std::pair{down, across} &&
         std::max(std::abs(down), std::abs(across)) == 1;
}

// Values by repeated passes over all positions.
Values PlainValues(const Board& board) {
  const std::vector<Set>& sets = board.placements();
  const int n = sets.size();
  std::vector<std::vector<Value>> values(n, std::vector<Value>(n, kNoValue));
  std::vector<Position> open;
  for (int mover = 0; mover < n; ++mover) {
    for (int opponent = 0; opponent < n; ++opponent) {
      if ((sets[mover] & sets[opponent]) != 0 || IsLine(board, sets[mover])) {
        continue;
      }
      const bool over = IsLine(board, sets[opponent]) ||
                        !board.AnyMove(sets[mover], sets[opponent],
                                       [](int, int, Set) { return true; });
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
      board.ForEachMove(sets[mover], sets[opponent], [&](int, int, Set moved) {
        const Value value = values[opponent][board.Rank(moved)];
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
  std::vector<uint8_t> payload;
  for (int mover = 0; mover < n; ++mover) {
    for (int opponent = 0; opponent < n; ++opponent) {
      if ((sets[mover] & sets[opponent]) == 0) {
        payload.push_back(values[mover][opponent]);
      }
    }
  }
  return Values(board, payload);
}

// One side with its last two moves, as squares from and to (-1: none), and its
// limit: piece on `square`, which may not only go between `a` and `b`.
struct Player {
  Set pieces = 0;
  std::array<int8_t, 2> last = {-1, -1};
  std::array<int8_t, 2> before = {-1, -1};
  int8_t square = -1;
  int8_t a = -1;
  int8_t b = -1;
  int8_t left = 0;

  friend bool operator==(const Player&, const Player&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Player& p) {
    return H::combine(std::move(h), p.pieces, p.last, p.before, p.square, p.a,
                      p.b, p.left);
  }
};

struct Situation {
  std::array<Player, 2> players;  // the hunter is players[0]
  int8_t to_move = 0;

  friend bool operator==(const Situation&, const Situation&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Situation& s) {
    return H::combine(std::move(h), s.players, s.to_move);
  }
};

class Model {
 public:
  // With `whole` the game is played to its end; else it ends where the plain
  // game is decided and the winner is under no limit.
  Model(const Board& board, const Values& values, bool hunted_may_invoke,
        bool amended, bool whole)
      : board_(board),
        values_(values),
        hunted_may_invoke_(hunted_may_invoke),
        amended_(amended),
        whole_(whole) {}

  // Adds everything that can follow.
  void Add(const Situation& start) {
    std::vector<int> open = {IndexOf(start)};
    while (!open.empty()) {
      const int index = open.back();
      open.pop_back();
      if (expanded_[index]) continue;
      expanded_[index] = true;
      const Situation situation = situations_[index];
      winners_[index] = Winner(situation);
      if (winners_[index].has_value()) continue;
      for (const Situation& next : After(situation)) {
        const int next_index = IndexOf(next);
        ++successors_[index];
        predecessors_[next_index].push_back(index);
        open.push_back(next_index);
      }
      // No turn left that does not forfeit: lost.
      if (successors_[index] == 0) winners_[index] = 1 - situation.to_move;
    }
  }

  // Who wins each situation, by retrograde analysis; nobody in a draw.
  std::vector<std::optional<int>> Solve() const {
    std::vector<std::optional<int>> winners = winners_;
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
        if (situations_[before].to_move != winner && --open_turns[before] > 0) {
          continue;
        }
        winners[before] = winner;
        frontier.push_back(before);
      }
    }
    return winners;
  }

  int IndexOf(const Situation& situation) {
    const auto [entry, added] =
        index_.try_emplace(situation, situations_.size());
    if (added) {
      situations_.push_back(situation);
      successors_.push_back(0);
      predecessors_.emplace_back();
      expanded_.push_back(false);
      winners_.emplace_back();
    }
    return entry->second;
  }

 private:
  std::optional<int> Winner(const Situation& situation) const {
    const int side = situation.to_move;
    const Value value =
        values_.At(board_.Rank(situation.players[side].pieces),
                   board_.Rank(situation.players[1 - side].pieces));
    if (value == 0) return std::nullopt;
    const int winner = MoverWins(value) ? side : 1 - side;
    if (value == kLossInZero) return winner;
    if (whole_ || situation.players[winner].left > 0) return std::nullopt;
    return winner;
  }

  // P moved a piece A→B and then the same piece B→A.
  static bool WentAndCameBack(const Player& p) {
    return p.last[0] >= 0 && p.before[0] >= 0 && p.before[1] == p.last[0] &&
           p.before[0] == p.last[1];
  }

  std::vector<Situation> After(const Situation& situation) const {
    std::vector<Situation> result;
    const int side = situation.to_move;
    const Player& mover = situation.players[side];
    const Player& other = situation.players[1 - side];
    board_.ForEachMove(
        mover.pieces, other.pieces, [&](int from, int to, Set moved) {
          Player p = mover;
          p.pieces = moved;
          if (p.left > 0) {
            const bool shuttles = from == p.square && (to == p.a || to == p.b);
            if (shuttles) {
              p.square = to;
              if (--p.left == 0) return;  // forfeit
            } else {
              p.square = p.a = p.b = -1;
              p.left = 0;
            }
          }
          const bool puts_back = mover.last[1] == from && mover.last[0] == to;
          p.before = mover.last;
          p.last = {static_cast<int8_t>(from), static_cast<int8_t>(to)};
          // What can no longer matter is forgotten.
          if (!WentAndCameBack(p)) p.before = {-1, -1};
          if (side == 0 && !hunted_may_invoke_) p.last = p.before = {-1, -1};
          Situation next = situation;
          next.players[side] = p;
          next.to_move = 1 - side;
          result.push_back(next);
          const bool has_right = side == 0 || hunted_may_invoke_;
          if (has_right && WentAndCameBack(other) && other.left == 0 &&
              !(amended_ && puts_back)) {
            Player& limited = next.players[1 - side];
            limited.square = limited.a = other.last[1];
            limited.b = other.last[0];
            limited.left = 4;
            result.push_back(next);
          }
        });
    return result;
  }

  const Board& board_;
  const Values& values_;
  const bool hunted_may_invoke_;
  const bool amended_;
  const bool whole_;
  absl::flat_hash_map<Situation, int> index_;
  std::vector<Situation> situations_;
  std::vector<int> successors_;
  std::vector<std::vector<int>> predecessors_;
  std::vector<bool> expanded_;
  std::vector<std::optional<int>> winners_;  // where the game is over
};

// Nobody has moved yet.
Situation Fresh(const Board& board, Position position, bool hunter_to_move) {
  Situation situation;
  situation.players[0].pieces =
      board.placements()[hunter_to_move ? position.mover : position.opponent];
  situation.players[1].pieces =
      board.placements()[hunter_to_move ? position.opponent : position.mover];
  situation.to_move = hunter_to_move ? 0 : 1;
  return situation;
}

// The board with what the code under test says of it.
struct Small {
  explicit Small(int columns)
      : board(*Board::Create(SmallRules(columns))),
        values(PlainValues(board)),
        only(board, values),
        above(board, values, only, Rights::kHunter, [](uint64_t) {}),
        below(board, values, only, Rights::kBoth, [](uint64_t) {}) {}

  // Solves the model from all positions and calls
  // visit(position, hunter_to_move, winner); the hunter is player 0.
  template <typename Visitor>
  void ForEachFresh(bool hunted_may_invoke, bool amended, Visitor visit) const {
    // The whole game is small enough only if one side's history counts.
    Model model(
        board, values, hunted_may_invoke, amended,
        /*whole=*/!hunted_may_invoke && !amended && board.columns() == 3);
    const int n = board.placements().size();
    std::vector<std::pair<Position, bool>> positions;
    for (int mover = 0; mover < n; ++mover) {
      for (int opponent = 0; opponent < n; ++opponent) {
        if (values.At(mover, opponent) == kNoValue) continue;
        for (const bool hunter_to_move : {false, true}) {
          positions.push_back({{mover, opponent}, hunter_to_move});
          model.Add(Fresh(board, {mover, opponent}, hunter_to_move));
        }
      }
    }
    const std::vector<std::optional<int>> winners = model.Solve();
    for (const auto& [position, hunter_to_move] : positions) {
      visit(position, hunter_to_move,
            winners[model.IndexOf(Fresh(board, position, hunter_to_move))]);
    }
  }

  // Whether the hunter wins by a bound; in the plain game without one.
  bool Wins(const Hunt* hunt, Position position, bool hunter_to_move) const {
    const Value value = values.At(position.mover, position.opponent);
    if (value != 0) return hunter_to_move == MoverWins(value);
    if (hunt == nullptr) return false;
    return hunter_to_move ? hunt->HunterToMoveWins(position)
                          : hunt->HuntedToMoveLoses(position);
  }

  bool HuntedWins(Position position, bool hunter_to_move) const {
    const Value value = values.At(position.mover, position.opponent);
    return value != 0 && hunter_to_move == MoverLoses(value);
  }

  Board board;
  Values values;
  OnlyMoves only;
  Hunt above;
  Hunt below;
};

// By columns.
class SmallModel : public testing::TestWithParam<int> {};

TEST_P(SmallModel, TheUpperBoundIsExactlyTheGameInWhichTheHunterHasTheRight) {
  const Small small(/*columns=*/GetParam());
  uint64_t gained = 0;
  small.ForEachFresh(
      /*hunted_may_invoke=*/false, /*amended=*/false,
      [&](Position position, bool hunter_to_move, std::optional<int> winner) {
        EXPECT_EQ(winner == 0,
                  small.Wins(&small.above, position, hunter_to_move));
        // Theorem 1: the limit spoils no win.
        EXPECT_EQ(winner == 1, small.HuntedWins(position, hunter_to_move));
        gained += winner == 0 && !small.Wins(nullptr, position, hunter_to_move);
      });
  EXPECT_GT(gained, 0u);
}

TEST_P(SmallModel, TheGameIsBetweenTheBounds) {
  const Small small(/*columns=*/GetParam());
  uint64_t gained = 0;
  small.ForEachFresh(
      /*hunted_may_invoke=*/true, /*amended=*/false,
      [&](Position position, bool hunter_to_move, std::optional<int> winner) {
        if (small.Wins(&small.below, position, hunter_to_move)) {
          EXPECT_EQ(winner, 0);
        }
        if (winner == 0) {
          EXPECT_TRUE(small.Wins(&small.above, position, hunter_to_move));
        }
        if (small.HuntedWins(position, hunter_to_move)) {
          EXPECT_EQ(winner, 1);
        }
        gained += winner == 0 && !small.Wins(nullptr, position, hunter_to_move);
      });
  // On these boards the lower bound is the truth.
  const Hunt::Counts below = small.below.Count();
  EXPECT_EQ(gained, below.hunted_to_move + below.hunter_to_move);
  EXPECT_GT(gained, 0u);
}

TEST_P(SmallModel, WhatTheProverProvesIsWon) {
  const Small small(/*columns=*/GetParam());
  for (const bool amended : {false, true}) {
    Wording wording;
    wording.steady_turns = amended ? 1 : 0;
    Prover prover(small.board, small.values, wording);
    int proved = 0;
    int won = 0;
    small.ForEachFresh(
        /*hunted_may_invoke=*/true, amended,
        [&](Position position, bool hunter_to_move, std::optional<int> winner) {
          if (hunter_to_move) return;
          if (small.values.At(position.mover, position.opponent) != 0) return;
          State state;
          state.mover.pieces = small.board.placements()[position.mover];
          state.opponent.pieces = small.board.placements()[position.opponent];
          won += winner == 0;
          if (!prover.Wins(state, 15)) return;
          ++proved;
          EXPECT_EQ(winner, 0);
        });
    EXPECT_EQ(proved > 0, !amended);  // too small for the amended wording
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, SmallModel, testing::Values(3, 4));

}  // namespace
}  // namespace teeko::extra_rules
