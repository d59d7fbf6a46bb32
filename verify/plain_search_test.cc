// Plain search against plainer: trees searched without any table.

#include "verify/plain_search.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "verify/order.h"

namespace teeko::verify {
namespace {

using kernel::Family;
using kernel::Game;
using kernel::Position;
using kernel::Section;
using kernel::Value;

Game Board(int rows, int columns, int pieces, bool wrapped = false) {
  return kernel::GameOf({.rows = rows,
                         .columns = columns,
                         .pieces = pieces,
                         .wrapped = wrapped,
                         .families = {{Family::kLine, pieces}}});
}

// What looking `depth` plies ahead can tell; a draw if that is nothing.
Value LookAhead(const Game& game, const std::vector<Section>& sections,
                int section, Position position, int depth) {
  std::vector<Value> values;
  kernel::ForEachSuccessor(game, position, [&](Position successor) {
    values.push_back(depth == 0
                         ? kernel::kDraw
                         : LookAhead(game, sections, sections[section].next,
                                     successor, depth - 1));
  });
  return kernel::ValueFrom(game, position, sections[section].letter(), values);
}

TEST(PlainSearch, FindsWhatLookingAheadFinds) {
  constexpr int kDepth = 4;
  for (const Game& game :
       {Board(3, 3, 2), Board(1, 6, 3), Board(1, 6, 2, /*wrapped=*/true)}) {
    const std::string s(game.pieces, 'S');
    const std::string a(game.pieces, 'A');
    const Table table = PlainSearch(game, {s, a});
    for (size_t i = 0; i < table.sections.size(); ++i) {
      for (uint64_t j = 0; j < table.sections[i].positions; ++j) {
        const Value value = table.ValueAt(i, j);
        const bool near = value == kernel::kNoValue || value - 1 <= kDepth;
        EXPECT_EQ(LookAhead(game, table.sections, i,
                            PositionAt(game, table.sections[i], j), kDepth),
                  near ? value : kernel::kDraw);
      }
    }
  }
}

TEST(PlainSearch, KnowsHowLongTwoPiecesTakeOnALongRoad) {
  // Two in a row on 1×n squares: every square more makes the longest loss, a
  // race of a single piece of each side, four plies longer.
  for (int n = 6; n <= 10; ++n) {
    const Table table = PlainSearch(Board(1, n, 2), {"SS"});
    Value longest = 0;
    for (uint64_t i = 0; i < table.sections[0].positions; ++i) {
      const Value value = table.ValueAt(0, i);
      if (value != kernel::kNoValue) longest = std::max(longest, value);
    }
    EXPECT_EQ(longest - 1, 4 * (n - 4)) << n;
  }
}

}  // namespace
}  // namespace teeko::verify
