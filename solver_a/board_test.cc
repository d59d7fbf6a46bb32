#include "solver_a/board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proto/rules_file.h"

namespace teeko::solver_a {
namespace {

using ::testing::ElementsAre;

Board Make(const std::string& words) {
  return Board(*proto::ParseRules("name: 'x' " + words, "test"));
}

size_t CountGoals(const std::string& families) {
  return Make("rows: 5 columns: 5 pieces: 4 " + families).goals().size();
}

TEST(Board, FindsTheNumberOfGoalsInTheSpecification) {
  EXPECT_EQ(CountGoals("goals { line { length: 4 } }"), 10u + 10 + 8);
  EXPECT_EQ(CountGoals("goals { square { side: 1 } }"), 16u);
  EXPECT_EQ(CountGoals("goals { square { side: 2 } }"), 9u);
  EXPECT_EQ(CountGoals("goals { square { side: 3 } }"), 4u);
  EXPECT_EQ(CountGoals("goals { square { side: 4 } }"), 1u);
  EXPECT_EQ(CountGoals("goals { diamond { radius: 1 } }"), 9u);
  EXPECT_EQ(CountGoals("goals { diamond { radius: 2 } }"), 1u);
  EXPECT_EQ(CountGoals("goals { tilted_squares {} }"), 20u);
}

TEST(Board, FindsTheGoalsOfTheNamedRules) {
  const std::vector<std::pair<std::string, size_t>> counts = {
      {"standard", 44}, {"advanced", 58},
      {"diamonds", 54}, {"advanced_diamonds", 68},
      {"tilted", 64},   {"every_square", 78},
      {"torus", 125},   {"board4x4", 19}};
  for (const auto& [name, count] : counts) {
    const Board board(
        *proto::ReadRulesFile("corpus/rules/" + name + ".textproto"));
    EXPECT_EQ(board.goals().size(), count) << name;
  }
}

// Four points are the corners of a square if all have the same distance from
// their centre, and the six distances between them are four sides and two
// diagonals.
TEST(Board, FindsAllSquaresAndNothingElse) {
  const auto is_square = [](Set set) {
    std::multiset<int> distances;
    const std::vector<int> squares = SquaresOf(set);
    for (size_t i = 0; i < 4; ++i) {
      for (size_t j = 0; j < i; ++j) {
        const int rows = squares[i] / 5 - squares[j] / 5;
        const int columns = squares[i] % 5 - squares[j] % 5;
        distances.insert(rows * rows + columns * columns);
      }
    }
    const int side = *distances.begin();
    return distances.count(side) == 4 && distances.count(2 * side) == 2;
  };
  const Board board = Make(
      "rows: 5 columns: 5 pieces: 4 goals { square { side: 1 } }"
      "goals { square { side: 2 } } goals { square { side: 3 } }"
      "goals { square { side: 4 } } goals { tilted_squares {} }");
  size_t found = 0;
  for (Set set = 0; set < Set{1} << 25; ++set) {
    if (std::popcount(set) != 4) continue;
    ASSERT_EQ(board.IsGoal(set), is_square(set)) << set;
    found += board.IsGoal(set);
  }
  EXPECT_EQ(found, 50u);
}

TEST(Board, WrapsMovesAndGoals) {
  const Board board = Make(
      "rows: 3 columns: 4 pieces: 2 edges: WRAPPED goals { line { length: 2 } "
      "}");
  EXPECT_THAT(SquaresOf(board.Neighbours(0)),
              ElementsAre(1, 3, 4, 5, 7, 8, 9, 11));
  size_t pairs = 0;
  for (int square = 0; square < 12; ++square) {
    pairs += std::popcount(board.Neighbours(square));
  }
  EXPECT_EQ(board.goals().size(), pairs / 2);
}

TEST(Board, NoSquareIsItsOwnNeighbour) {
  const Board board = Make(
      "rows: 1 columns: 4 pieces: 2 edges: WRAPPED goals { line { length: 2 } "
      "}");
  for (int square = 0; square < 4; ++square) {
    EXPECT_THAT(
        SquaresOf(board.Neighbours(square)),
        ::testing::UnorderedElementsAre((square + 1) % 4, (square + 3) % 4));
  }
}

// Draws a square as X and its neighbours as o.
std::string Draw(const std::string& board, int square) {
  const Rules rules = *proto::ParseRules(
      "name: 'x' pieces: 2 goals { line { length: 2 } } " + board, "test");
  const Set neighbours = Board(rules).Neighbours(square);
  std::string drawing;
  for (int s = 0; s < static_cast<int>(rules.rows() * rules.columns()); ++s) {
    if (s > 0 && s % rules.columns() == 0) drawing += ' ';
    drawing += s == square ? 'X' : (neighbours >> s & 1) != 0 ? 'o' : '.';
  }
  return drawing;
}

TEST(Board, MovesAsTheRulesSay) {
  const std::string board = "rows: 5 columns: 5 ";
  EXPECT_EQ(Draw(board, 12), "..... .ooo. .oXo. .ooo. .....");
  EXPECT_EQ(Draw(board + "moves: KNIGHT", 12), ".o.o. o...o ..X.. o...o .o.o.");
  EXPECT_EQ(Draw(board + "moves: ORTHOGONAL", 12),
            "..... ..o.. .oXo. ..o.. .....");
  EXPECT_EQ(Draw(board + "moves: DIAGONAL", 12),
            "..... .o.o. ..X.. .o.o. .....");

  EXPECT_EQ(Draw(board, 0), "Xo... oo... ..... ..... .....");
  EXPECT_EQ(Draw(board + "moves: KNIGHT", 0), "X.... ..o.. .o... ..... .....");
  EXPECT_EQ(Draw(board + "moves: ORTHOGONAL", 0),
            "Xo... o.... ..... ..... .....");
  EXPECT_EQ(Draw(board + "moves: DIAGONAL", 0),
            "X.... .o... ..... ..... .....");

  EXPECT_EQ(Draw("rows: 1 columns: 6 moves: KNIGHT", 2), "..X...");
  EXPECT_EQ(Draw("rows: 1 columns: 6 moves: ORTHOGONAL", 2), ".oXo..");
  EXPECT_EQ(Draw("rows: 1 columns: 6 moves: DIAGONAL", 2), "..X...");
  EXPECT_EQ(Draw("rows: 2 columns: 3 moves: KNIGHT", 0), "X.. ..o");
  EXPECT_EQ(Draw("rows: 2 columns: 3 moves: KNIGHT", 1), ".X. ...");
  EXPECT_EQ(Draw("rows: 3 columns: 3 moves: KNIGHT", 4), "... .X. ...");
  EXPECT_EQ(Draw("rows: 3 columns: 4 moves: KNIGHT", 1), ".X.. ...o o.o.");
}

TEST(Board, MovesOverJoinedEdges) {
  const std::string board = "rows: 5 columns: 5 edges: WRAPPED ";
  EXPECT_EQ(Draw(board, 0), "Xo..o oo..o ..... ..... oo..o");
  EXPECT_EQ(Draw(board + "moves: KNIGHT", 0), "X.... ..oo. .o..o .o..o ..oo.");
  EXPECT_EQ(Draw(board + "moves: ORTHOGONAL", 0),
            "Xo..o o.... ..... ..... o....");
  EXPECT_EQ(Draw(board + "moves: DIAGONAL", 0),
            "X.... .o..o ..... ..... .o..o");

  // On three joined rows, two rows down is one row up.
  const std::string rows = "edges: WRAPPED rows: 3 ";
  EXPECT_EQ(Draw(rows + "columns: 4 moves: KNIGHT", 0), "X... .ooo .ooo");
  EXPECT_EQ(Draw(rows + "columns: 4 moves: DIAGONAL", 0), "X... .o.o .o.o");
  EXPECT_EQ(Draw(rows + "columns: 3 moves: KNIGHT", 0), "X.. .oo .oo");
  EXPECT_EQ(Draw(rows + "columns: 3 moves: ORTHOGONAL", 0), "Xoo o.. o..");
  // On two joined rows, two rows down is the same row, and one row down is also
  // one row up.
  const std::string two = "edges: WRAPPED rows: 2 columns: 3 ";
  EXPECT_EQ(Draw(two + "moves: KNIGHT", 0), "Xoo .oo");
  EXPECT_EQ(Draw(two + "moves: ORTHOGONAL", 0), "Xoo o..");
  EXPECT_EQ(Draw(two + "moves: DIAGONAL", 0), "X.. .oo");
  const std::string one = "edges: WRAPPED rows: 1 columns: 6 ";
  EXPECT_EQ(Draw(one, 0), "Xo...o");
  EXPECT_EQ(Draw(one + "moves: KNIGHT", 0), "Xoo.oo");
  EXPECT_EQ(Draw(one + "moves: ORTHOGONAL", 0), "Xo...o");
  EXPECT_EQ(Draw(one + "moves: DIAGONAL", 0), "Xo...o");
}

// True if two different squares of a board are neighbours.  A wrapped board is
// one of many copies that cover the plane: `to` may be in another copy.
bool AreNeighbours(const Rules& rules, int from, int to) {
  const int columns = rules.columns();
  const int copies = rules.edges() == Rules::WRAPPED ? 3 : 0;
  for (int i = -copies; i <= copies; ++i) {
    for (int j = -copies; j <= copies; ++j) {
      const int rows_apart = to / columns - from / columns;
      const int columns_apart = to % columns - from % columns;
      const std::pair apart = std::minmax(
          {std::abs(rows_apart + i * static_cast<int>(rules.rows())),
           std::abs(columns_apart + j * columns)});
      const bool straight = apart == std::pair(0, 1);
      const bool diagonal = apart == std::pair(1, 1);
      const bool jump = apart == std::pair(1, 2);
      if (rules.moves() == Rules::KNIGHT       ? jump
          : rules.moves() == Rules::ORTHOGONAL ? straight
          : rules.moves() == Rules::DIAGONAL   ? diagonal
                                               : straight || diagonal) {
        return true;
      }
    }
  }
  return false;
}

TEST(Board, NeighboursOfAllSmallBoardsAreThoseInThePlane) {
  for (int i = 0; i < 6 * 6 * 2 * Rules::Moves_ARRAYSIZE; ++i) {
    Rules rules;
    rules.set_rows(1 + i % 6);
    rules.set_columns(1 + i / 6 % 6);
    rules.set_edges(i / 36 % 2 == 1 ? Rules::WRAPPED : Rules::BOUNDED);
    rules.set_moves(static_cast<Rules::Moves>(i / 72));
    const Board board(rules);
    for (int from = 0; from < board.squares(); ++from) {
      Set expected = 0;
      for (int to = 0; to < board.squares(); ++to) {
        if (to != from && AreNeighbours(rules, from, to)) {
          expected |= Set{1} << to;
        }
      }
      ASSERT_EQ(board.Neighbours(from), expected)
          << rules.ShortDebugString() << " " << from;
    }
  }
}

// A board with at most 25 squares, and a position of its move phase.
struct Position {
  Rules rules;
  Set mover = 0;
  Set opponent = 0;
};

Position AnyPosition() {
  Position position;
  const int rows = *rc::gen::inRange(1, 6);
  const int columns = *rc::gen::inRange(4, 6);
  const int pieces = *rc::gen::inRange(2, rows * columns / 2 + 1);
  position.rules.set_rows(rows);
  position.rules.set_columns(columns);
  position.rules.set_pieces(pieces);
  if (*rc::gen::arbitrary<bool>()) position.rules.set_edges(Rules::WRAPPED);
  position.rules.set_moves(
      static_cast<Rules::Moves>(*rc::gen::inRange(0, Rules::Moves_ARRAYSIZE)));
  std::vector<int> squares(rows * columns);
  for (int i = 0; i < rows * columns; ++i) squares[i] = i;
  for (int i = 0; i < 2 * pieces; ++i) {
    std::swap(squares[i], squares[*rc::gen::inRange(i, rows * columns)]);
    (i < pieces ? position.mover : position.opponent) |= Set{1} << squares[i];
  }
  return position;
}

RC_GTEST_PROP(Board, MovesOnePieceToANeighbourAndCanTakeItBack, ()) {
  const Position position = AnyPosition();
  const Board board(position.rules);
  for (const auto& [next_mover, moved] :
       board.Successors(position.mover, position.opponent)) {
    RC_ASSERT(next_mover == position.opponent);
    RC_ASSERT((moved & position.opponent) == 0u);
    const Set from = position.mover & ~moved;
    const Set to = moved & ~position.mover;
    RC_ASSERT(std::popcount(from) == 1 && std::popcount(to) == 1);
    RC_ASSERT((board.Neighbours(std::countr_zero(from)) & to) != 0u);
    const auto back = board.Successors(moved, position.opponent);
    RC_ASSERT(std::count(back.begin(), back.end(),
                         std::pair(position.opponent, position.mover)) == 1);
  }
}

}  // namespace
}  // namespace teeko::solver_a
