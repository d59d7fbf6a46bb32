#include "solver_b/board.h"

#include "gtest/gtest.h"
// RapidCheck's header wants GoogleTest's before it.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"
#include "rapidcheck/gtest.h"
#include "solver_b/plain_game.h"
#include "solver_b/random_rules.h"

namespace teeko::solver_b {
namespace {

Rules NamedRules(const std::string& name) {
  return *ReadRulesFile(absl::StrCat("corpus/rules/", name, ".textproto"));
}

// Four pieces on a bounded 5×5 board.
Rules FiveByFive(const std::string& goals) {
  return *ParseRules(
      absl::StrCat("name: \"test\" rows: 5 columns: 5 pieces: 4 ", goals),
      "test");
}

size_t CountGoals(const std::string& family) {
  return Board(FiveByFive(absl::StrCat("goals { ", family, " }")))
      .goals()
      .size();
}

std::vector<Set> PlainGoals(const Rules& rules) {
  const std::set<Set> goals = PlainGame(rules).Goals();
  return std::vector<Set>(goals.begin(), goals.end());
}

TEST(Goals, AreCountedByFamily) {
  EXPECT_EQ(CountGoals("line { length: 4 }"), 10 + 10 + 8);
  EXPECT_EQ(CountGoals("square { side: 1 }"), 16);
  EXPECT_EQ(CountGoals("square { side: 2 }"), 9);
  EXPECT_EQ(CountGoals("square { side: 3 }"), 4);
  EXPECT_EQ(CountGoals("square { side: 4 }"), 1);
  EXPECT_EQ(CountGoals("diamond { radius: 1 }"), 9);
  EXPECT_EQ(CountGoals("diamond { radius: 2 }"), 1);
  EXPECT_EQ(CountGoals("tilted_squares {}"), 20);
}

class NamedRulesTest
    : public testing::TestWithParam<std::pair<const char*, size_t>> {};

TEST_P(NamedRulesTest, HaveTheGoalsThatPlainGameFinds) {
  const Rules rules = NamedRules(GetParam().first);
  const Board board(rules);
  EXPECT_EQ(board.goals().size(), GetParam().second);
  EXPECT_EQ(board.goals(), PlainGoals(rules));
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, NamedRulesTest,
    testing::Values(std::pair("standard", 44), std::pair("advanced", 58),
                    std::pair("diamonds", 54),
                    std::pair("advanced_diamonds", 68), std::pair("tilted", 64),
                    std::pair("every_square", 78), std::pair("torus", 125),
                    std::pair("board4x4", 19)),
    [](const auto& info) { return std::string(info.param.first); });

RC_GTEST_PROP(Goals, AreThosePlainGameFinds, ()) {
  const Rules rules = *RandomRules(16, 5);
  RC_ASSERT(Board(rules).goals() == PlainGoals(rules));
}

RC_GTEST_PROP(Neighbors, AreThosePlainGameFinds, ()) {
  const Rules rules = *RandomRules(64, 2);
  const PlainGame plain(rules);
  const Board board(rules);
  for (int a = 0; a < board.squares(); ++a) {
    Set adjacent = 0;
    for (int b = 0; b < board.squares(); ++b) {
      if (plain.Adjacent(a, b)) adjacent |= SetOf(b);
    }
    RC_ASSERT(board.neighbors()[a] == adjacent);
  }
}

TEST(Neighbors, OfAWrappedStripeOfTwoSquaresAreNoRepeats) {
  const Board board(*ParseRules(
      "name: \"stripe\" rows: 2 columns: 4 pieces: 2 edges: WRAPPED "
      "goals { line { length: 2 } }",
      "stripe"));
  // Squares 0…3 above 4…7; 0 touches 1, 3, 4, 5 and 7, some of them twice.
  EXPECT_EQ(board.neighbors()[0], Set{0b10111010});
  EXPECT_EQ(board.Successors({.mover = 0b1, .opponent = 0b100}).size(), 5u);
}

TEST(Symmetries, FormGroupsOfTheRightOrder) {
  const auto order = [](const std::string& text) {
    return Board(*ParseRules("name: \"test\" " + text, "test"))
        .symmetries()
        .size();
  };
  const std::string pair = " pieces: 2 goals { line { length: 2 } }";
  EXPECT_EQ(order("rows: 5 columns: 5" + pair), 8u);
  EXPECT_EQ(order("rows: 3 columns: 4" + pair), 4u);
  EXPECT_EQ(order("rows: 1 columns: 7" + pair), 2u);
  EXPECT_EQ(order("rows: 2 columns: 2" + pair), 8u);
  EXPECT_EQ(order("rows: 5 columns: 5 edges: WRAPPED" + pair), 200u);
  EXPECT_EQ(order("rows: 8 columns: 8 edges: WRAPPED" + pair), 512u);
  EXPECT_EQ(order("rows: 3 columns: 4 edges: WRAPPED" + pair), 48u);
  EXPECT_EQ(order("rows: 1 columns: 7 edges: WRAPPED" + pair), 14u);
  // Shifts by one row and reflections top to bottom are the same here.
  EXPECT_EQ(order("rows: 2 columns: 5 edges: WRAPPED" + pair), 20u);
}

RC_GTEST_PROP(Symmetries, AreAGroupThatKeepsGoalsAndNeighbors, ()) {
  const Board board(*RandomRules(16, 4));
  const std::vector<Permutation>& all = board.symmetries();
  const std::set<Permutation> set(all.begin(), all.end());
  RC_ASSERT(set.size() == all.size());
  for (int i = 0; i < board.squares(); ++i) RC_ASSERT(all[0][i] == i);
  const Permutation& a = *rc::gen::elementOf(all);
  const Permutation& b = *rc::gen::elementOf(all);
  Permutation both = {};
  for (int i = 0; i < board.squares(); ++i) both[i] = b[a[i]];
  RC_ASSERT(set.contains(both));
  for (const Set goal : board.goals()) RC_ASSERT(board.IsGoal(Image(a, goal)));
  for (int i = 0; i < board.squares(); ++i) {
    RC_ASSERT(Image(a, board.neighbors()[i]) == board.neighbors()[a[i]]);
  }
}

RC_GTEST_PROP(Moves, SuccessorsAndPredecessorsAreInverse, ()) {
  const Board board(*RandomRules(64, 6));
  const Position position = *RandomPosition(board);
  const auto contains = [&position](const std::vector<Position>& positions) {
    return std::count(positions.begin(), positions.end(), position) == 1;
  };
  for (const Position& successor : board.Successors(position)) {
    RC_ASSERT(contains(board.Predecessors(successor)));
  }
  for (const Position& predecessor : board.Predecessors(position)) {
    RC_ASSERT(contains(board.Successors(predecessor)));
  }
}

RC_GTEST_PROP(Moves, GoFromASquareOfTheMoverToAnEmptyNeighbor, ()) {
  const Rules rules = *RandomRules(64, 6);
  const Board board(rules);
  const PlainGame plain(rules);
  const Position position = *RandomPosition(board);
  std::set<Position> expected;
  for (int from = 0; from < board.squares(); ++from) {
    for (int to = 0; to < board.squares(); ++to) {
      if ((position.mover & SetOf(from)) != 0 &&
          ((position.mover | position.opponent) & SetOf(to)) == 0 &&
          plain.Adjacent(from, to)) {
        expected.insert(
            {position.opponent, (position.mover ^ SetOf(from)) | SetOf(to)});
      }
    }
  }
  const std::vector<Position> successors = board.Successors(position);
  RC_ASSERT(successors.size() == expected.size());
  RC_ASSERT(std::set<Position>(successors.begin(), successors.end()) ==
            expected);
}

}  // namespace
}  // namespace teeko::solver_b
