// Tests Steele's claims C8 and C9 with the tables of Standard and Advanced.
// pipeline/full_size_test.cc tests the counts.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/four_move_limit/two_sided_solver.h"
#include "studies/four_move_limit/win_search.h"
#include "studies/placements/board.h"
#include "studies/placements/empty_board.h"

namespace teeko::studies {
namespace {

struct Game {
  explicit Game(const std::string& name)
      : table(*proto::TableReader::Open("game/out_for_test/" + name +
                                        "/solver_a.table")),
        rules(table.footer().rules()),
        section(*proto::SectionValues::Read(table, 0)),
        board(rules),
        values(board, [this](uint64_t index) { return section[index]; }) {}

  Value ValueOf(const State& state) const {
    return values.At(board.PositionOf(state.position()));
  }

  proto::TableReader table;
  Rules rules;
  proto::SectionValues section;
  Board board;
  Values values;
};

const Game& Standard() {
  static const Game* const game = new Game("standard");
  return *game;
}

const Game& Advanced() {
  static const Game* const game = new Game("advanced");
  return *game;
}

const OnlyMoves& OnlyMovesOfAdvanced() {
  static const OnlyMoves* const only =
      new OnlyMoves(Advanced().board, Advanced().values);
  return *only;
}

template <typename... Squares>
Set SetOf(Squares... squares) {
  return (Bit(squares - 1) | ...);
}

// The letter's diagrams, from left to right.  "@" is Black, who is to move in
// the first.
struct Diagram {
  Set at_signs;
  Set circles;
};
constexpr Diagram kLettersCycle[] = {
    {Bit(6) | Bit(8) | Bit(20) | Bit(23), Bit(1) | Bit(2) | Bit(3) | Bit(5)},
    {Bit(0) | Bit(8) | Bit(20) | Bit(23), Bit(1) | Bit(2) | Bit(3) | Bit(5)},
    {Bit(0) | Bit(8) | Bit(20) | Bit(23), Bit(1) | Bit(2) | Bit(5) | Bit(7)},
    {Bit(6) | Bit(8) | Bit(20) | Bit(23), Bit(1) | Bit(2) | Bit(5) | Bit(7)},
};

TEST(Findings, TheOnlyCycleOfAdvancedIsTheLetters) {
  const Game& game = Advanced();
  const std::vector<Cycle> cycles =
      UniqueMoveCycles(game.board, OnlyMovesOfAdvanced());
  ASSERT_EQ(cycles.size(), 1u);
  ASSERT_EQ(cycles[0].size(), 4u);
  // One image of the cycle, from one of its positions, is the four diagrams.
  bool found = false;
  for (size_t s = 0; s < game.board.symmetries(); ++s) {
    for (size_t start = 0; start < 4; ++start) {
      bool same = true;
      for (size_t i = 0; i < 4; ++i) {
        const kernel::Position position =
            game.board.SetsOf(game.board.Image(s, cycles[0][(start + i) % 4]));
        const Diagram& diagram = kLettersCycle[i];
        same = same &&
               position.mover ==
                   (i % 2 == 0 ? diagram.at_signs : diagram.circles) &&
               position.opponent ==
                   (i % 2 == 0 ? diagram.circles : diagram.at_signs);
      }
      found = found || same;
    }
  }
  EXPECT_TRUE(found);
}

TEST(Findings, StandardHasNoSuchCycle) {
  const Game& game = Standard();
  EXPECT_TRUE(
      UniqueMoveCycles(game.board, OnlyMoves(game.board, game.values)).empty());
}

// In the letter's cycle, the side that invokes first wins.  With Steele's
// amendment, invoking takes a move that loses.
TEST(Findings, InTheLettersCycleTheFirstToInvokeWins) {
  const Game& game = Advanced();
  WinSearch search(game.board, game.values, Wording());
  const OnlyMoves& only = OnlyMovesOfAdvanced();
  const Cycle cycle = UniqueMoveCycles(game.board, only)[0];
  for (size_t start = 0; start < cycle.size(); ++start) {
    State state = State::Of(game.board.SetsOf(cycle[start]));
    // Both sides go around the cycle.  The fourth turn is the first that may
    // invoke.
    for (int turn = 0; turn < 4; ++turn) {
      const Position position = game.board.PositionOf(state.position());
      const Turn invoking{only.Of(position).move, true};
      EXPECT_EQ(MayInvoke(state, invoking, Wording()), turn == 3);
      EXPECT_FALSE(MayInvoke(state, invoking, {.steady_turns = 1}));
      state = *After(state, Turn{invoking.move, turn == 3}, Wording());
    }
    EXPECT_TRUE(search.Wins(state, 15));
  }
}

TEST(Findings, SteelesAmendmentLetsADrawBeWon) {
  // The example of docs/extra_rules.md, without history.
  const Game& game = Standard();
  const State start = State::Of({SetOf(3, 13, 15, 21), SetOf(8, 9, 10, 11)});
  ASSERT_EQ(game.ValueOf(start), kDraw);
  WinSearch amended(game.board, game.values, {.steady_turns = 1});
  EXPECT_EQ(amended.PliesToWin(start, 15), 11);
  // The defender holds out as long as possible.
  EXPECT_EQ(amended.Line(start, 15).turns_size(), 11);
  // A limit that is too long to matter.
  WinSearch long_limit(game.board, game.values, {.limit = 15});
  EXPECT_FALSE(long_limit.Wins(start, 15));
  WinSearch harmless(game.board, game.values, {.steady_turns = 4});
  EXPECT_FALSE(harmless.Wins(start, 15));
}

// In states of random games: all turns are refuted if and only if the side to
// move loses.
TEST(Findings, TwoSidedSolverObeysTheStateMachine) {
  const Game& game = Advanced();
  OnlyMoves only(game.board, game.values);
  only.SolveOneSided([](uint64_t) {});
  TwoSidedSolver two_sided(game.board, game.values, only);
  const auto value = [&](const State& state) { return game.ValueOf(state); };
  std::mt19937 random(1);
  for (const int steady_turns : {0, 1}) {
    const Wording wording = {.steady_turns = steady_turns};
    two_sided.Solve(wording);
    const auto loses = [&](const State& state) {
      return value(state) == 0 && two_sided.DefenderToMoveLoses(state);
    };
    int lost = 0;
    int limited = 0;
    for (int game_number = 0; game_number < 1'000; ++game_number) {
      const Position& start =
          only.canonical()[random() % only.canonical().size()];
      State state = State::Of(game.board.SetsOf(start));
      for (int ply = 0; ply < 40; ply += 2) {
        bool all_refuted = true;
        std::vector<State> next;
        ForEachTurn(game.board, state, wording,
                    [&](const Turn&, const State& moved) {
                      if (MoverWins(value(moved))) return;
                      bool refuted = false;
                      ForEachTurn(game.board, moved, wording,
                                  [&](const Turn&, const State& replied) {
                                    if (value(replied) != 0) return;
                                    refuted = refuted || loses(replied);
                                    next.push_back(replied);
                                  });
                      all_refuted = all_refuted && refuted;
                    });
        if (state.mover.moves_left == 0 ||
            only.Holding(game.board.PositionOf(state.position())) == 0) {
          EXPECT_EQ(loses(state), all_refuted);
        }
        lost += all_refuted;
        limited += state.mover.moves_left > 0;
        if (next.empty()) break;
        // Continue shuttling where possible.
        std::shuffle(next.begin(), next.end(), random);
        state = *std::max_element(next.begin(), next.end(),
                                  [](const State& a, const State& b) {
                                    return a.mover.returned < b.mover.returned;
                                  });
      }
    }
    EXPECT_GT(lost, 100);
    EXPECT_GT(limited, 100);
  }
}

// Claims C3 and C5, computed from the values with all pieces placed.
TEST(Findings, PlainAdvancedIsWonInTwoStylesAndInNoneWithoutTheCentre) {
  const Game& game = Advanced();
  const std::vector<extra_rules::VariantOutcome> variants =
      OutcomesOfTheEmptyBoard(game.board, game.rules, {game.values})[0];
  ASSERT_EQ(variants.size(), 16u);
  for (const extra_rules::VariantOutcome& variant : variants) {
    const std::string& style = variant.style();
    EXPECT_EQ(variant.plain(),
              !variant.centre_ban() && (style == "SSSS" || style == "SAAA")
                  ? "black"
                  : "draw");
  }
}

// The fact behind theorem 1: after a fastest move and a reply, taking the move
// back is never a fastest move.
TEST(Findings, FastestMovesAreNeverTakenBack) {
  const Game& game = Advanced();
  const Board& board = game.board;
  const std::vector<Set>& sets = board.sets();
  for (size_t i = 0; i < 20'000; ++i) {
    const size_t number = i * 7'919 % (sets.size() * sets.size());
    const Position position{
        static_cast<int>(number * 104'729 % sets.size()),
        static_cast<int>((number * 15'485'863 + i) % sets.size())};
    const Value value = game.values.At(position);
    if (!MoverWins(value)) continue;
    board.ForEachNext(position, [&](Move move, Position moved) {
      const Value after = game.values.At(moved);
      if (after != value - 1 || after == kLossInZero) return;
      board.ForEachNext(moved, [&](Move, Position replied) {
        if ((sets[replied.opponent] & Bit(move.from)) != 0) return;
        const Value next = game.values.At(replied);
        const Value back = game.values.At({replied.opponent, position.mover});
        EXPECT_FALSE(MoverWins(next) && back == next - 1);
      });
    });
  }
}

}  // namespace
}  // namespace teeko::studies
