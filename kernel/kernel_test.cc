// Compares the kernel with independent definitions.  The tests recognize goals
// by the distances between their squares, list all sets and positions, and
// compute values as docs/rules.md §6.1 states them.

#include "kernel/kernel.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/rules_file.h"
#include "rapidcheck/gtest.h"

namespace teeko::kernel {
namespace {

using ::testing::ElementsAre;

struct Square {
  int row;
  int column;
};

int DistanceSquared(Square a, Square b) {
  return (a.row - b.row) * (a.row - b.row) +
         (a.column - b.column) * (a.column - b.column);
}

// True if these squares, listed row by row, are a line of adjacent squares in
// any direction.
bool IsLine(const std::vector<Square>& squares) {
  const int down = squares[1].row - squares[0].row;
  const int right = squares[1].column - squares[0].column;
  if (std::max(std::abs(down), std::abs(right)) != 1) return false;
  for (size_t i = 1; i < squares.size(); ++i) {
    if (squares[i].row - squares[i - 1].row != down ||
        squares[i].column - squares[i - 1].column != right) {
      return false;
    }
  }
  return true;
}

// Returns the side length, multiplied by itself, if these are the corners of a
// square.  Otherwise returns 0.
int SideSquared(const std::vector<Square>& squares) {
  if (squares.size() != 4) return 0;
  std::multiset<int> distances;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) {
      distances.insert(DistanceSquared(squares[i], squares[j]));
    }
  }
  const int side = *distances.begin();
  return distances ==
                 std::multiset<int>{side, side, side, side, 2 * side, 2 * side}
             ? side
             : 0;
}

bool Fits(const std::vector<Square>& squares, const Family& family) {
  const int side = SideSquared(squares);
  // In a square that is not tilted, the first two corners share a row.
  const bool tilted = squares[0].row != squares[1].row;
  switch (family.shape) {
    case Family::kLine:
      return IsLine(squares);
    case Family::kSquare:
      return !tilted && side == family.size * family.size;
    case Family::kDiamond:
      return side == 2 * family.size * family.size &&
             squares[0].column == squares[3].column;
    case Family::kTiltedSquares:
      return side > 0 && tilted;
  }
  return false;
}

// Returns all goals, in ascending order.  Tries all sets of squares and, on a
// wrapped board, all shifts of each set.
std::vector<Set> GoalsBySearch(const Rules& rules) {
  std::vector<Set> goals;
  const int squares = rules.rows * rules.columns;
  for (uint64_t rank = 0; rank < Choose(squares, rules.pieces); ++rank) {
    const Set set = Unrank(rank, rules.pieces);
    bool goal = false;
    for (int shift = 0; shift < (rules.wrapped ? squares : 1); ++shift) {
      std::vector<Square> places;
      ForEachSquare(set, [&](int square) {
        places.push_back(
            {(square / rules.columns + shift / rules.columns) % rules.rows,
             (square % rules.columns + shift % rules.columns) % rules.columns});
      });
      std::ranges::sort(places, [](Square a, Square b) {
        return std::pair(a.row, a.column) < std::pair(b.row, b.column);
      });
      for (const Family& family : rules.families) {
        goal |= Fits(places, family);
      }
    }
    if (goal) goals.push_back(set);
  }
  return goals;
}

Rules Named(const std::string& name) {
  const auto rules =
      proto::ReadRulesFile("corpus/rules/" + name + ".textproto");
  EXPECT_TRUE(rules.ok()) << rules.status();
  return kernel::KernelRules(*rules);
}

Rules Board(int rows, int columns, int pieces, bool wrapped) {
  return {.rows = rows,
          .columns = columns,
          .pieces = pieces,
          .wrapped = wrapped,
          .families = {{Family::kLine, pieces}}};
}

TEST(Goals, FamiliesOn5x5HaveTheKnownNumbers) {
  const auto count = [](Family family) {
    Rules rules = Board(5, 5, 4, false);
    rules.families = {family};
    EXPECT_EQ(GameOf(rules).goals, GoalsBySearch(rules));
    return GameOf(rules).goals.size();
  };
  EXPECT_EQ(count({Family::kLine, 4}), 10 + 10 + 8);
  EXPECT_EQ(count({Family::kSquare, 1}), 16);
  EXPECT_EQ(count({Family::kSquare, 2}), 9);
  EXPECT_EQ(count({Family::kSquare, 3}), 4);
  EXPECT_EQ(count({Family::kSquare, 4}), 1);
  EXPECT_EQ(count({Family::kDiamond, 1}), 9);
  EXPECT_EQ(count({Family::kDiamond, 2}), 1);
  EXPECT_EQ(count({Family::kTiltedSquares}), 20);
}

TEST(Goals, NamedRulesHaveTheKnownNumbers) {
  const std::map<std::string, size_t> known = {
      {"standard", 44}, {"advanced", 58},     {"diamonds", 54},
      {"tilted", 64},   {"every_square", 78}, {"advanced_diamonds", 68},
      {"torus", 125},   {"board4x4", 19},
  };
  for (const auto& [name, goals] : known) {
    const Rules rules = Named(name);
    EXPECT_EQ(GameOf(rules).goals.size(), goals) << name;
    EXPECT_EQ(GameOf(rules).goals, GoalsBySearch(rules)) << name;
  }
}

TEST(Scoring, OfTheRulesOf1964) {
  const auto rules =
      proto::ReadRulesFile("corpus/rules/scored_advanced.textproto");
  ASSERT_TRUE(rules.ok()) << rules.status();
  const Scoring scoring = ScoredGameOf(*rules).scoring;
  EXPECT_EQ(scoring.pips, (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(scoring.special_squares,
            Bit(0) | Bit(4) | Bit(12) | Bit(20) | Bit(24));
  EXPECT_EQ(scoring.special_points, 4);
  EXPECT_EQ(scoring.family_points, (std::vector{0, 0, 0, 0, 0}));
}

TEST(Goals, AgreeWithSearchOnOtherBoards) {
  for (const bool wrapped : {false, true}) {
    for (const auto& [rows, columns, pieces] : {std::tuple(3, 3, 2),
                                                {4, 3, 3},
                                                {1, 7, 3},
                                                {2, 6, 2},
                                                {4, 4, 4},
                                                {4, 5, 4},
                                                {3, 6, 4},
                                                {6, 3, 4}}) {
      Rules rules = Board(rows, columns, pieces, wrapped);
      if (pieces == 4) {
        rules.families.push_back({Family::kSquare, 2});
        rules.families.push_back({Family::kDiamond, 1});
        rules.families.push_back({Family::kTiltedSquares});
      }
      EXPECT_EQ(GameOf(rules).goals, GoalsBySearch(rules))
          << rows << "x" << columns << (wrapped ? " wrapped" : "");
    }
  }
}

// Returns the distance between two rows (or columns) of a board with `size` of
// them.
int Gap(int a, int b, int size, bool wrapped) {
  const int gap = std::abs(a - b);
  return wrapped ? std::min(gap, size - gap) : gap;
}

TEST(Neighbours, AreTheOtherSquaresWithinOneRowAndColumn) {
  for (const bool wrapped : {false, true}) {
    for (const auto& [rows, columns] :
         {std::pair(5, 5), {1, 6}, {6, 1}, {2, 3}, {2, 2}, {3, 4}, {8, 8}}) {
      const Game game = GameOf(Board(rows, columns, 2, wrapped));
      ASSERT_EQ(game.neighbours.size(), game.squares);
      for (int a = 0; a < game.squares; ++a) {
        for (int b = 0; b < game.squares; ++b) {
          const bool near =
              Gap(a / columns, b / columns, rows, wrapped) <= 1 &&
              Gap(a % columns, b % columns, columns, wrapped) <= 1;
          EXPECT_EQ((game.neighbours[a] & Bit(b)) != 0, near && a != b);
        }
      }
    }
  }
}

// docs/rules.md §1 draws the moves from square 13.
TEST(Neighbours, OfOtherMovesAreThoseOfTheDrawing) {
  Rules rules = Board(5, 5, 4, false);
  const auto around_13 = [&](Moves moves) {
    rules.moves = moves;
    std::string drawing;
    const Set around = GameOf(rules).neighbours[12];
    for (int square = 0; square < 25; ++square) {
      drawing += (around & Bit(square)) != 0 ? 'o' : square == 12 ? 'X' : '.';
    }
    return drawing;
  };
  EXPECT_EQ(around_13(Moves::kKing), "......ooo..oXo..ooo......");
  EXPECT_EQ(around_13(Moves::kKnight), ".o.o.o...o..X..o...o.o.o.");
  EXPECT_EQ(around_13(Moves::kOrthogonal), ".......o...oXo...o.......");
  EXPECT_EQ(around_13(Moves::kDiagonal), "......o.o...X...o.o......");
}

// Walks along rows and columns, one square at a time.
TEST(Neighbours, OfOtherMovesAreReachedByWalking) {
  for (const bool wrapped : {false, true}) {
    for (const auto& [rows, columns] :
         {std::pair(5, 5), {1, 6}, {6, 1}, {2, 3}, {2, 2}, {3, 4}, {3, 3}}) {
      Rules rules = Board(rows, columns, 2, wrapped);
      const auto walk = [&, rows = rows, columns = columns](
                            int square, const std::string& ways) {
        int row = square / columns, column = square % columns;
        for (const char way : ways) {
          row += way == 'd' ? 1 : way == 'u' ? -1 : 0;
          column += way == 'r' ? 1 : way == 'l' ? -1 : 0;
        }
        const auto inside = [&](int i, int end) { return i >= 0 && i < end; };
        if (!wrapped && (!inside(row, rows) || !inside(column, columns))) {
          return Set{0};
        }
        return Bit((row + 2 * rows) % rows * columns +
                   (column + 2 * columns) % columns) &
               ~Bit(square);
      };
      for (const auto& [moves, all_ways] :
           {std::pair(Moves::kOrthogonal,
                      std::vector<std::string>{"u", "d", "l", "r"}),
            {Moves::kDiagonal, {"ul", "ur", "dl", "dr"}},
            {Moves::kKnight,
             {"uul", "uur", "ddl", "ddr", "llu", "lld", "rru", "rrd"}}}) {
        rules.moves = moves;
        const Game game = GameOf(rules);
        for (int square = 0; square < game.squares; ++square) {
          Set reached = 0;
          for (const std::string& ways : all_ways) {
            reached |= walk(square, ways);
          }
          EXPECT_EQ(game.neighbours[square], reached);
        }
      }
    }
  }
}

TEST(Symmetries, GroupsHaveTheKnownOrders) {
  const auto order = [](const Rules& rules) {
    return GameOf(rules).symmetries.size();
  };
  EXPECT_EQ(order(Named("standard")), 8);
  EXPECT_EQ(order(Named("advanced")), 8);
  EXPECT_EQ(order(Named("board4x4")), 8);
  EXPECT_EQ(order(Named("torus")), 8 * 25);
  EXPECT_EQ(order(Board(4, 3, 3, false)), 4);
  EXPECT_EQ(order(Board(4, 3, 3, true)), 4 * 12);
  EXPECT_EQ(order(Board(1, 6, 3, false)), 2);
  EXPECT_EQ(order(Board(1, 6, 3, true)), 2 * 6);
  // On this board, half of the flips are also shifts.
  EXPECT_EQ(order(Board(2, 2, 2, true)), 8);
}

TEST(Symmetries, BeginWithTheIdentityAndKeepGoalsAndNeighbours) {
  for (const bool wrapped : {false, true}) {
    for (const auto& [rows, columns] :
         {std::pair(5, 5), {4, 3}, {1, 6}, {2, 2}}) {
      const Game game = GameOf(Board(rows, columns, 2, wrapped));
      for (int square = 0; square < game.squares; ++square) {
        EXPECT_EQ(game.symmetries[0][square], square);
      }
      for (const std::vector<int>& symmetry : game.symmetries) {
        EXPECT_EQ(Image(symmetry, Below(game.squares)), Below(game.squares));
        for (const Set goal : game.goals) {
          EXPECT_TRUE(HasGoal(game, Image(symmetry, goal)));
        }
        for (int square = 0; square < game.squares; ++square) {
          EXPECT_EQ(Image(symmetry, game.neighbours[square]),
                    game.neighbours[symmetry[square]]);
        }
      }
    }
  }
}

// ---- Order ----

// Returns all sets of `size` among `squares` squares, in ascending order.
std::vector<Set> AllSets(int squares, int size) {
  std::vector<Set> sets;
  for (Set set = 0; set < Bit(squares); ++set) {
    if (std::popcount(set) == size) sets.push_back(set);
  }
  return sets;
}

TEST(Rank, CountsTheSmallerSets) {
  for (int size = 0; size <= 10; ++size) {
    const std::vector<Set> sets = AllSets(10, size);
    EXPECT_EQ(Choose(10, size), sets.size());
    for (uint64_t rank = 0; rank < sets.size(); ++rank) {
      EXPECT_EQ(Rank(sets[rank]), rank);
      EXPECT_EQ(Unrank(rank, size), sets[rank]);
    }
  }
  EXPECT_EQ(Choose(3, 4), 0);
}

RC_GTEST_PROP(Rank, UnrankIsTheInverseOn64Squares, (Set set)) {
  RC_ASSERT(Unrank(Rank(set), std::popcount(set)) == set);
  RC_ASSERT(Rank(set) < Choose(64, std::popcount(set)));
}

RC_GTEST_PROP(Compress, ExpandIsTheInverse, (Set set, Set held)) {
  set &= ~held;
  RC_ASSERT(Expand(Compress(set, held), held) == set);
  // Compress uses the lowest squares.
  const Set compressed = Compress(set, held);
  RC_ASSERT(std::popcount(compressed) == std::popcount(set));
  RC_ASSERT((compressed & ~Below(64 - std::popcount(held))) == 0);
}

TEST(Index, OfTheExampleInTheFormatSpecification) {
  // Mover {1, 3, 4}, opponent {0, 5} among six squares.
  const Game game = GameOf(Board(1, 6, 3, false));
  const uint64_t mover_rank = 1 + 3 + 4;  // C(1,1) + C(3,2) + C(4,3)
  EXPECT_EQ(Index(game, {0b011010, 0b100001}), mover_rank * 3 + 1);
}

TEST(Index, NumbersThePairsInOrder) {
  for (const auto& [rows, columns, pieces] :
       {std::tuple(3, 3, 2), {2, 4, 3}, {1, 7, 3}, {2, 4, 4}}) {
    const Game game = GameOf(Board(rows, columns, pieces, false));
    for (const Section& section : Sections(game, {std::string(pieces, 'S')})) {
      uint64_t index = 0;
      for (const Set mover : AllSets(game.squares, section.mover_pieces)) {
        for (const Set opponent :
             AllSets(game.squares, section.opponent_pieces)) {
          if (mover & opponent) continue;
          EXPECT_EQ(Index(game, {mover, opponent}), index);
          EXPECT_EQ(PositionAt(game, section, index),
                    (Position{mover, opponent}));
          ++index;
        }
      }
      EXPECT_EQ(section.positions, index);
    }
  }
}

TEST(Sections, AllStylesOf5x5NeedTheSectionsOfTheSpecification) {
  const auto rules = proto::ReadRulesFile("corpus/rules/standard.textproto");
  ASSERT_TRUE(rules.ok()) << rules.status();
  const Game game = kernel::GameOf(*rules);
  const std::vector<Section> sections =
      Sections(game, {rules->styles().begin(), rules->styles().end()});
  ASSERT_EQ(sections.size(), 41);
  uint64_t positions = 0;
  std::vector<int> by_placed(9);
  for (size_t i = 0; i < sections.size(); ++i) {
    positions += sections[i].positions;
    ++by_placed[8 - sections[i].placed];
    if (i > 0 && sections[i].placed == sections[i - 1].placed) {
      EXPECT_LT(sections[i - 1].drops, sections[i].drops);
    }
  }
  EXPECT_EQ(positions, 118'917'258);
  EXPECT_EQ(sections[0].positions, 75'710'250);
  EXPECT_THAT(by_placed, ElementsAre(1, 2, 2, 4, 4, 6, 6, 8, 8));
}

TEST(Sections, OneStyleNeedsOnlyItsEndings) {
  const Game game = GameOf(Board(3, 3, 3, false));
  std::vector<std::pair<int, std::string>> found;
  std::vector<int> next;
  for (const Section& section : Sections(game, {"SSA"})) {
    found.push_back({section.placed, section.drops});
    next.push_back(section.next);
  }
  EXPECT_THAT(
      found, ElementsAre(std::pair(6, ""), std::pair(5, "A"), std::pair(4, "A"),
                         std::pair(3, "SA"), std::pair(2, "SA"),
                         std::pair(1, "SSA"), std::pair(0, "SSA")));
  EXPECT_THAT(next, ElementsAre(0, 0, 1, 2, 3, 4, 5));
}

TEST(Sections, CountsThatDoNotFitAreSaturated) {
  EXPECT_EQ(Sections(GameOf(Board(4, 16, 16, false)), {std::string(16, 'S')})[0]
                .positions,
            UINT64_MAX);
}

// ---- Plies ----

std::vector<Position> Successors(const Game& game, Position position) {
  std::vector<Position> successors;
  ForEachSuccessor(game, position, [&](Position successor) {
    successors.push_back(successor);
  });
  return successors;
}

// True if one ply leads from `from` to `to`.  Compares the sets of both
// positions.
bool IsPly(const Game& game, Position from, Position to) {
  if (to.mover != from.opponent) return false;
  const Set left = from.mover & ~to.opponent;
  const Set reached = to.opponent & ~from.mover;
  if (std::popcount(reached) != 1) return false;
  if (std::popcount(from.mover) < game.pieces) return left == 0;
  return std::popcount(left) == 1 &&
         (game.neighbours[std::countr_zero(left)] & reached) != 0;
}

TEST(Successors, AreThePositionsThatDifferByOnePly) {
  for (const bool wrapped : {false, true}) {
    for (const auto& [rows, columns] :
         {std::pair(3, 3), {1, 6}, {2, 3}, {2, 4}}) {
      const Game game = GameOf(Board(rows, columns, 2, wrapped));
      const std::vector<Section> sections = Sections(game, {"SA"});
      for (const Section& section : sections) {
        const Section& next = sections[section.next];
        for (uint64_t i = 0; i < section.positions; ++i) {
          const Position from = PositionAt(game, section, i);
          std::set<uint64_t> found;
          for (const Position& to : Successors(game, from)) {
            EXPECT_TRUE(found.insert(Index(game, to)).second) << "twice";
          }
          for (uint64_t j = 0; j < next.positions; ++j) {
            EXPECT_EQ(found.contains(j),
                      IsPly(game, from, PositionAt(game, next, j)));
          }
        }
      }
    }
  }
}

TEST(Successors, ABlockedSideHasNone) {
  // X X O O .
  const Game game = GameOf(Board(1, 5, 2, false));
  EXPECT_TRUE(Successors(game, {0b00011, 0b01100}).empty());
  // The only move of O is from the fourth square to the fifth.
  EXPECT_THAT(Successors(game, {0b01100, 0b00011}),
              ElementsAre(Position{0b00011, 0b10100}));
}

// docs/rules.md §1 states this.  All rules on 5×5 squares have the same moves,
// so one set of goals is enough.
TEST(Successors, On5x5EverySideHasAMove) {
  for (const bool wrapped : {false, true}) {
    const Game game = GameOf(Board(5, 5, 4, wrapped));
    int fewest = 25;
    for (const Set mover : AllSets(game.squares, 4)) {
      Set around = 0;
      ForEachSquare(mover,
                    [&](int square) { around |= game.neighbours[square]; });
      fewest = std::min(fewest, std::popcount(around & ~mover));
    }
    // The opponent's four pieces cannot occupy all of these squares.
    EXPECT_EQ(fewest, wrapped ? 11 : 5);
  }
}

// ---- Values ----

constexpr Value Decided(int plies) { return plies + 1; }

// Returns the value of a position without goals, as docs/rules.md §6.1 states
// it.  With the letter A the best successor is that of the opponent, who
// chooses.
Value ValueBySpecification(char letter, const std::vector<Value>& successors) {
  std::optional<int> smallest_loss, largest_loss;
  std::optional<int> smallest_win, largest_win;
  bool draw = false;
  for (const Value value : successors) {
    if (value == kDraw) {
      draw = true;
      continue;
    }
    const int plies = value - 1;
    auto& smallest = plies % 2 == 1 ? smallest_win : smallest_loss;
    auto& largest = plies % 2 == 1 ? largest_win : largest_loss;
    smallest = std::min(smallest.value_or(plies), plies);
    largest = std::max(largest.value_or(plies), plies);
  }
  if (letter == 'S') {
    if (smallest_loss) return Decided(*smallest_loss + 1);
    if (draw) return kDraw;
    if (largest_win) return Decided(*largest_win + 1);
  } else {
    if (smallest_win) return Decided(*smallest_win + 1);
    if (draw) return kDraw;
    if (largest_loss) return Decided(*largest_loss + 1);
  }
  return kLossIn0;
}

RC_GTEST_PROP(ValueFrom, IsTheLocalRuleOfTheSpecification, ()) {
  const auto values =
      *rc::gen::container<std::vector<Value>>(rc::gen::weightedOneOf<Value>(
          {{1, rc::gen::just(kDraw)}, {4, rc::gen::inRange(0, 255)}}));
  const char letter = *rc::gen::element('S', 'A');
  const Game game = GameOf(Board(3, 3, 2, false));
  //     X . O
  //     . . .    no goals
  //     O . X
  constexpr Position kPosition = {0b100000001, 0b001000100};
  RC_ASSERT(ValueFrom(game, kPosition, letter, values) ==
            ValueBySpecification(letter, values));
}

TEST(ValueFrom, GoalsComeBeforeSuccessors) {
  const Game game = GameOf(Board(3, 3, 2, false));
  constexpr Set kGoal = 0b000000011;
  constexpr Set kOtherGoal = 0b110000000;
  constexpr Set kNoGoal = 0b101000000;
  const std::vector<Value> wins_next = {Decided(0)};
  EXPECT_EQ(ValueFrom(game, {kGoal, kNoGoal}, 'S', wins_next), kNoValue);
  EXPECT_EQ(ValueFrom(game, {kGoal, kOtherGoal}, 'S', wins_next), kNoValue);
  EXPECT_EQ(ValueFrom(game, {kNoGoal, kGoal}, 'S', wins_next), kLossIn0);
  EXPECT_EQ(ValueFrom(game, {0b001000000, kGoal}, 'A', wins_next), kLossIn0);
  EXPECT_EQ(ValueFrom(game, {kNoGoal, 0b000000101}, 'S', wins_next),
            Decided(1));
}

}  // namespace
}  // namespace teeko::kernel
