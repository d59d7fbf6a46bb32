#include "solver_b/board.h"

#include "gtest/gtest.h"
// GoogleTest's header must precede RapidCheck's.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "proto/rules_file.h"
#include "rapidcheck/gtest.h"
#include "solver_b/native.h"
#include "solver_b/random_games_for_test.h"

namespace teeko::solver_b {
namespace {

using enum Moves;

size_t CountGoals(int rows, int columns, const GoalFamily& family) {
  const int pieces = family.shape == GoalFamily::kLine ? family.size : 4;
  return Board({rows, columns, pieces, false, kKing, {family}, {}})
      .goals()
      .size();
}

// Returns the number of ways to shift a goal that spans goal_rows ×
// goal_columns squares to a place on the board.
size_t Places(int rows, int columns, int goal_rows, int goal_columns) {
  return std::max(rows - goal_rows + 1, 0) *
         std::max(columns - goal_columns + 1, 0);
}

TEST(Goals, HaveTheExpectedNumberOfPlaces) {
  for (const auto& [rows, columns] :
       {std::pair(5, 5), std::pair(4, 7), std::pair(8, 8), std::pair(10, 3)}) {
    for (int n = 2; n <= 5; ++n) {
      EXPECT_EQ(CountGoals(rows, columns, {GoalFamily::kLine, n}),
                Places(rows, columns, 1, n) + Places(rows, columns, n, 1) +
                    2 * Places(rows, columns, n, n));
    }
    size_t tilted = 0;
    for (int n = 1; n <= 8; ++n) {
      EXPECT_EQ(CountGoals(rows, columns, {GoalFamily::kSquare, n}),
                Places(rows, columns, n + 1, n + 1));
      EXPECT_EQ(CountGoals(rows, columns, {GoalFamily::kDiamond, n}),
                Places(rows, columns, 2 * n + 1, 2 * n + 1));
      // A tilted square that spans n + 1 rows has a side that goes 1 … n − 1
      // rows down.
      tilted += (n - 1) * Places(rows, columns, n + 1, n + 1);
    }
    EXPECT_EQ(CountGoals(rows, columns, {GoalFamily::kTiltedSquares}), tilted);
  }
}

TEST(Goals, HaveTheShapesOfTheirFamilies) {
  const auto goals = [](GoalFamily::Shape shape, int size) {
    return Board({3, 3, 4, false, kKing, {{shape, size}}, {}}).goals();
  };
  EXPECT_EQ(goals(GoalFamily::kSquare, 1),
            (std::vector<Set>{0b000'011'011, 0b000'110'110, 0b011'011'000,
                              0b110'110'000}));
  EXPECT_EQ(goals(GoalFamily::kSquare, 2), (std::vector<Set>{0b101'000'101}));
  EXPECT_EQ(goals(GoalFamily::kDiamond, 1), (std::vector<Set>{0b010'101'010}));
  EXPECT_EQ(goals(GoalFamily::kTiltedSquares, 0),
            (std::vector<Set>{0b010'101'010}));
  const Board lines({3, 3, 3, false, kKing, {{GoalFamily::kLine, 3}}, {}});
  EXPECT_EQ(lines.goals(),
            (std::vector<Set>{0b000'000'111, 0b000'111'000, 0b001'001'001,
                              0b001'010'100, 0b010'010'010, 0b100'010'001,
                              0b100'100'100, 0b111'000'000}));
}

RC_GTEST_PROP(Goals, OfAWrappedBoardAreTheShiftedGoalsOfABoundedBoard, ()) {
  Game game = *RandomGame(25, 5);
  game.wrapped = false;
  std::set<Set> expected;
  const Board bounded(game);
  for (const Set goal : bounded.goals()) {
    for (int shift = 0; shift < game.rows * game.columns; ++shift) {
      const int down = shift / game.columns, along = shift % game.columns;
      Set shifted = 0;
      for (int square = 0; square < game.rows * game.columns; ++square) {
        if ((goal & SetOf(square)) == 0) continue;
        const int row = (square / game.columns + down) % game.rows;
        const int column = (square % game.columns + along) % game.columns;
        shifted |= SetOf(row * game.columns + column);
      }
      expected.insert(shifted);
    }
  }
  game.wrapped = true;
  RC_ASSERT(Board(game).goals() ==
            std::vector<Set>(expected.begin(), expected.end()));
}

class NamedRulesTest
    : public testing::TestWithParam<std::pair<const char*, size_t>> {};

TEST_P(NamedRulesTest, HaveTheExpectedNumberOfGoals) {
  const auto& [name, goals] = GetParam();
  const absl::StatusOr<Rules> rules =
      proto::ReadRulesFile(absl::StrCat("corpus/rules/", name, ".textproto"));
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_EQ(Board(MakeGame(*rules)).goals().size(), goals);
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, NamedRulesTest,
    testing::Values(std::pair("standard", 44), std::pair("advanced", 58),
                    std::pair("diamonds", 54),
                    std::pair("advanced_diamonds", 68), std::pair("tilted", 64),
                    std::pair("every_square", 78), std::pair("torus", 125),
                    std::pair("board4x4", 19)),
    [](const auto& info) { return std::string(info.param.first); });

// True if a piece can move this number of rows and columns.
bool IsStep(Moves moves, int down, int along) {
  down = std::abs(down);
  along = std::abs(along);
  switch (moves) {
    case kKing:
      return std::max(down, along) == 1;
    case kKnight:
      return std::max(down, along) == 2 && std::min(down, along) == 1;
    case kOrthogonal:
      return down + along == 1;
    case kDiagonal:
      return down == 1 && along == 1;
  }
  return false;
}

// Returns the squares after all moves of a piece.  On a wrapped board, takes
// the numbers of rows and columns modulo the size of the board.
Set AfterMoves(const Game& game, int square) {
  const auto [rows, columns] = std::pair(game.rows, game.columns);
  Set squares = 0;
  for (int down = -2; down <= 2; ++down) {
    for (int along = -2; along <= 2; ++along) {
      if (!IsStep(game.moves, down, along)) continue;
      int row = square / columns + down, column = square % columns + along;
      if (game.wrapped) {
        row = (row + 2 * rows) % rows;
        column = (column + 2 * columns) % columns;
      }
      if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
      squares |= SetOf(row * columns + column);
    }
  }
  return squares & ~SetOf(square);
}

RC_GTEST_PROP(Neighbors, AreTheSquaresAfterMoves, ()) {
  const Board board(*RandomGame(64, 2));
  for (int a = 0; a < board.squares(); ++a) {
    RC_ASSERT(board.neighbors()[a] == AfterMoves(board.game(), a));
  }
}

// A piece X and its neighbours.
struct Drawing {
  Moves moves;
  bool wrapped;
  std::vector<std::string> rows;
};

TEST(Neighbors, AreDrawn) {
  const std::vector<Drawing> drawings = {
      {kKing, false, {".....", ".ooo.", ".oXo.", ".ooo.", "....."}},
      {kKnight, false, {".o.o.", "o...o", "..X..", "o...o", ".o.o."}},
      {kOrthogonal, false, {".....", "..o..", ".oXo.", "..o..", "....."}},
      {kDiagonal, false, {".....", ".o.o.", "..X..", ".o.o.", "....."}},
      {kKing, true, {"Xo..o", "oo..o", ".....", ".....", "oo..o"}},
      {kKnight, true, {"X....", "..oo.", ".o..o", ".o..o", "..oo."}},
      {kOrthogonal, true, {"Xo..o", "o....", ".....", ".....", "o...."}},
      {kDiagonal, true, {"X....", ".o..o", ".....", ".....", ".o..o"}},

      {kKing, false, {".oXo.."}},
      {kKnight, false, {"..X..."}},
      {kOrthogonal, false, {".oXo.."}},
      {kDiagonal, false, {"..X..."}},
      {kKing, true, {"Xo...o"}},
      {kKnight, true, {"Xoo.oo"}},
      {kOrthogonal, true, {"Xo...o"}},
      {kDiagonal, true, {"Xo...o"}},
      {kKnight, true, {"X", "o", "o", ".", "o", "o"}},

      {kKing, false, {"Xo.", "oo."}},
      {kKnight, false, {"X..", "..o"}},
      {kKnight, false, {".X.", "..."}},
      {kOrthogonal, false, {"Xo.", "o.."}},
      {kDiagonal, false, {"X..", ".o."}},
      {kKing, true, {"Xoo", "ooo"}},
      {kKnight, true, {"Xoo", ".oo"}},
      {kOrthogonal, true, {"Xoo", "o.."}},
      {kDiagonal, true, {"X..", ".oo"}},

      {kKing, false, {"ooo", "oXo", "ooo"}},
      {kKnight, false, {"...", ".X.", "..."}},
      {kKnight, false, {"X..", "..o", ".o."}},
      {kOrthogonal, false, {".o.", "oXo", ".o."}},
      {kDiagonal, false, {"o.o", ".X.", "o.o"}},
      {kKing, true, {"ooo", "oXo", "ooo"}},
      {kKnight, true, {"o.o", ".X.", "o.o"}},
      {kOrthogonal, true, {".o.", "oXo", ".o."}},
      {kDiagonal, true, {"o.o", ".X.", "o.o"}},

      {kKing, false, {"ooo.", "oXo.", "ooo."}},
      {kKnight, false, {"...o", ".X..", "...o"}},
      {kOrthogonal, false, {".o..", "oXo.", ".o.."}},
      {kDiagonal, false, {"o.o.", ".X..", "o.o."}},
      {kKing, true, {"Xo.o", "oo.o", "oo.o"}},
      {kKnight, true, {"X...", ".ooo", ".ooo"}},
      {kOrthogonal, true, {"Xo.o", "o...", "o..."}},
      {kDiagonal, true, {"X...", ".o.o", ".o.o"}},
  };
  for (const auto& [moves, wrapped, rows] : drawings) {
    const std::string squares = absl::StrJoin(rows, "");
    Set expected = 0;
    for (size_t i = 0; i < squares.size(); ++i) {
      if (squares[i] == 'o') expected |= SetOf(i);
    }
    const int columns = rows[0].size();
    const Board board({int(rows.size()), columns, 2, wrapped, moves, {}, {}});
    EXPECT_EQ(board.neighbors()[squares.find('X')], expected)
        << absl::StrJoin(rows, "\n") << "\nmoves " << int(moves)
        << (wrapped ? ", wrapped" : "");
  }
}

TEST(MakeGame, ConvertsMoves) {
  Rules rules;
  EXPECT_EQ(MakeGame(rules).moves, kKing);
  rules.set_moves(Rules::KNIGHT);
  EXPECT_EQ(MakeGame(rules).moves, kKnight);
  rules.set_moves(Rules::ORTHOGONAL);
  EXPECT_EQ(MakeGame(rules).moves, kOrthogonal);
  rules.set_moves(Rules::DIAGONAL);
  EXPECT_EQ(MakeGame(rules).moves, kDiagonal);
}

Board WithLinesOfTwo(int rows, int columns, bool wrapped) {
  return Board(
      {rows, columns, 2, wrapped, kKing, {{GoalFamily::kLine, 2}}, {}});
}

TEST(Neighbors, OfAWrappedBoardWithTwoRowsHaveNoDuplicates) {
  const Board board = WithLinesOfTwo(2, 4, true);
  // Squares 0…3 are above 4…7.  Square 0 touches 1, 3, 4, 5 and 7, some twice.
  EXPECT_EQ(board.neighbors()[0], Set{0b10111010});
}

TEST(Symmetries, FormGroupsOfTheRightOrder) {
  const auto order = [](int rows, int columns, bool wrapped) {
    return WithLinesOfTwo(rows, columns, wrapped).symmetries().size();
  };
  EXPECT_EQ(order(5, 5, false), 8u);
  EXPECT_EQ(order(3, 4, false), 4u);
  EXPECT_EQ(order(1, 7, false), 2u);
  EXPECT_EQ(order(2, 2, false), 8u);
  EXPECT_EQ(order(5, 5, true), 200u);
  EXPECT_EQ(order(8, 8, true), 512u);
  EXPECT_EQ(order(3, 4, true), 48u);
  EXPECT_EQ(order(1, 7, true), 14u);
  // With two rows, a shift by one row is the same as a reflection.
  EXPECT_EQ(order(2, 5, true), 20u);
}

RC_GTEST_PROP(Symmetries, AreAGroupThatKeepsGoalsAndNeighbors, ()) {
  const Board board(*RandomGame(16, 4));
  const std::vector<Permutation>& all = board.symmetries();
  const std::set<Permutation> set(all.begin(), all.end());
  RC_ASSERT(set.size() == all.size());
  for (int i = 0; i < board.squares(); ++i) RC_ASSERT(all[0][i] == i);
  const Permutation a = *rc::gen::elementOf(all);
  const Permutation b = *rc::gen::elementOf(all);
  Permutation both = {};
  for (int i = 0; i < board.squares(); ++i) both[i] = b[a[i]];
  RC_ASSERT(set.contains(both));
  for (const Set goal : board.goals()) RC_ASSERT(board.IsGoal(Image(a, goal)));
  for (int i = 0; i < board.squares(); ++i) {
    RC_ASSERT(Image(a, board.neighbors()[i]) == board.neighbors()[a[i]]);
  }
}

TEST(BoardDeathTest, RefusesInvalidBoards) {
  EXPECT_DEATH(WithLinesOfTwo(0, 5, false), "1 to 64 squares");
  EXPECT_DEATH(WithLinesOfTwo(13, 5, false), "1 to 64 squares");
  EXPECT_DEATH(WithLinesOfTwo(1, 3, false), "all pieces fit");
}

}  // namespace
}  // namespace teeko::solver_b
