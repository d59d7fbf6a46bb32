// The quick check of symmetry finds what comparing every position with all its
// images finds.

#include "verify/symmetry.h"

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "verify/kernel.h"
#include "verify/order.h"
#include "verify/plain_search.h"

namespace teeko::verify {
namespace {

using kernel::Family;
using kernel::Game;
using kernel::Position;
using kernel::Section;
using kernel::Value;

struct Sample {
  Game game;
  Table table;
};

const std::vector<Sample>& Samples() {
  static const auto* const samples = [] {
    auto* const all = new std::vector<Sample>;
    for (const auto& [rows, columns, pieces, wrapped] :
         {std::tuple(3, 3, 2, false),
          {3, 3, 2, true},
          {4, 3, 3, false},
          {1, 7, 3, false},
          {1, 6, 3, true},
          {2, 3, 2, true}}) {
      const Game game = kernel::GameOf({.rows = rows,
                                        .columns = columns,
                                        .pieces = pieces,
                                        .wrapped = wrapped,
                                        .families = {{Family::kLine, pieces}}});
      all->push_back({game, PlainSearch(game, {std::string(pieces, 'S'),
                                               std::string(pieces, 'A')})});
    }
    return all;
  }();
  return *samples;
}

// Index of the first position with an image of another value; the number of
// positions if there is none.
uint64_t FirstBroken(const Game& game, const Table& table, int section,
                     const std::vector<std::vector<int>>& symmetries) {
  const uint64_t positions = table.sections[section].positions;
  for (uint64_t i = 0; i < positions; ++i) {
    const Position position = PositionAt(game, table.sections[section], i);
    for (const std::vector<int>& symmetry : symmetries) {
      const uint64_t image = kernel::Index(game, Image(symmetry, position));
      if (table.ValueAt(section, i) != table.ValueAt(section, image)) return i;
    }
  }
  return positions;
}

void Ignore(uint64_t) {}

TEST(Generators, GenerateTheGroup) {
  for (const auto& [game, table] : Samples()) {
    std::set<std::vector<int>> products = {game.symmetries[0]};
    for (size_t before = 0; before != products.size();) {
      before = products.size();
      for (const std::vector<int>& first : std::set(products)) {
        for (const std::vector<int>& second : Generators(game)) {
          std::vector<int> product;
          for (const int square : first) product.push_back(second[square]);
          products.insert(product);
        }
      }
    }
    EXPECT_EQ(products, std::set<std::vector<int>>(game.symmetries.begin(),
                                                   game.symmetries.end()));
  }
}

TEST(Generators, AreTwoForASquareBoard) {
  EXPECT_EQ(Generators(Samples()[0].game).size(), 2);
}

TEST(Symmetry, HoldsInRightTablesAtEveryPosition) {
  for (const auto& [game, table] : Samples()) {
    for (size_t i = 0; i < table.sections.size(); ++i) {
      std::atomic<uint64_t> passed = 0;
      EXPECT_EQ(
          CheckSymmetry(game, table, i, [&](uint64_t n) { passed += n; }).count,
          0);
      EXPECT_EQ(passed, table.sections[i].positions);
    }
  }
}

RC_GTEST_PROP(Symmetry, IsFoundBrokenWhereItIs, ()) {
  const auto& [game, right] = *rc::gen::elementOf(Samples());
  const bool wide = *rc::gen::arbitrary<bool>();
  const auto section =
      *rc::gen::inRange<int>(0, static_cast<int>(right.sections.size()));
  const uint64_t positions = right.sections[section].positions;
  Table table = {
      .value_bytes = wide ? 2 : 1, .sections = right.sections, .payloads = {}};
  for (size_t i = 0; i < table.sections.size(); ++i) {
    table.payloads.emplace_back(right.payloads[i].size() * table.value_bytes);
  }
  for (uint64_t i = 0; i < positions; ++i) {
    table.SetValueAt(section, i, right.ValueAt(section, i));
  }
  // Change a few positions, each with all its images or alone.
  const int faults = *rc::gen::inRange(0, 3);
  for (int i = 0; i < faults; ++i) {
    const auto index = *rc::gen::inRange<uint64_t>(0, positions);
    const Value value = *rc::gen::inRange(0, 3);
    if (*rc::gen::arbitrary<bool>()) {
      table.SetValueAt(section, index, value);
      continue;
    }
    const Position position = PositionAt(game, table.sections[section], index);
    for (const std::vector<int>& symmetry : game.symmetries) {
      table.SetValueAt(section, kernel::Index(game, Image(symmetry, position)),
                       value);
    }
  }
  const Faults found = CheckSymmetry(game, table, section, Ignore);
  const bool whole =
      FirstBroken(game, table, section, game.symmetries) == positions;
  RC_ASSERT((found.count == 0) == whole);
  if (whole) return;
  RC_ASSERT(found.first == FirstBroken(game, table, section, Generators(game)));
}

}  // namespace
}  // namespace teeko::verify
