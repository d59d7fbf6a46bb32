// Compares plain search with a recursive search that stores nothing.

#include "kernel/plain_search.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernel/order.h"

namespace teeko::kernel {
namespace {

Game Board(int rows, int columns, int pieces, bool wrapped = false) {
  return GameOf({.rows = rows,
                 .columns = columns,
                 .pieces = pieces,
                 .wrapped = wrapped,
                 .families = {{Family::kLine, pieces}}});
}

// Searches `depth` + 1 plies.  Returns the value of the position, or a draw if
// the search finds neither a win nor a loss.
Value LookAhead(const Game& game, const std::vector<Section>& sections,
                int section, Position position, int depth) {
  std::vector<Value> values;
  ForEachSuccessor(game, position, [&](Position successor) {
    values.push_back(depth == 0
                         ? kDraw
                         : LookAhead(game, sections, sections[section].next,
                                     successor, depth - 1));
  });
  return ValueFrom(game, position, sections[section].letter(), values);
}

TEST(PlainSearch, AgreesWithRecursiveSearch) {
  constexpr int kDepth = 4;
  for (const Game& game :
       {Board(3, 3, 2), Board(1, 6, 3), Board(1, 6, 2, /*wrapped=*/true)}) {
    const std::string s(game.pieces, 'S');
    const std::string a(game.pieces, 'A');
    const std::vector<Section> sections = Sections(game, {s, a});
    const std::vector<std::vector<Value>> values = PlainSearch(game, sections);
    for (size_t i = 0; i < sections.size(); ++i) {
      ASSERT_EQ(values[i].size(), sections[i].positions);
      for (uint64_t j = 0; j < sections[i].positions; ++j) {
        const Value value = values[i][j];
        const bool near = value == kNoValue || value - 1 <= kDepth;
        EXPECT_EQ(LookAhead(game, sections, i, PositionAt(game, sections[i], j),
                            kDepth),
                  near ? value : kDraw);
      }
    }
  }
}

TEST(PlainSearch, LongestLossOnAStripGrowsByFourPliesASquare) {
  // The goals are two in a row on 1×n squares.  With each additional square,
  // the longest loss takes four plies more.
  for (int n = 6; n <= 10; ++n) {
    const Game game = Board(1, n, 2);
    const std::vector<std::vector<Value>> values =
        PlainSearch(game, Sections(game, {"SS"}));
    Value longest = 0;
    for (const Value value : values[0]) {
      if (value != kNoValue) longest = std::max(longest, value);
    }
    EXPECT_EQ(longest - 1, 4 * (n - 4)) << n;
  }
}

}  // namespace
}  // namespace teeko::kernel
