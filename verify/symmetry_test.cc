// Tests that the fast check of symmetry finds the same faults as a comparison
// of every position with all its images.

#include "verify/symmetry.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "rapidcheck/gtest.h"
#include "verify/table_for_test.h"

namespace teeko::verify {
namespace {

using kernel::Family;
using kernel::Game;
using kernel::Position;
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
      all->push_back({game, PlainTable(game, {std::string(pieces, 'S'),
                                              std::string(pieces, 'A')})});
    }
    return all;
  }();
  return *samples;
}

// Returns the index of the first position whose image in the kept row has
// another value.  Returns the number of positions if there is no such position.
uint64_t FirstBroken(const Game& game, const Table& table, int section) {
  const uint64_t positions = table.sections[section].positions;
  for (uint64_t i = 0; i < positions; ++i) {
    const Position position = PositionAt(game, table.sections[section], i);
    kernel::Set smallest = position.mover;
    for (const std::vector<int>& symmetry : game.symmetries) {
      smallest = std::min(smallest, kernel::Image(symmetry, position.mover));
    }
    for (const std::vector<int>& symmetry : game.symmetries) {
      const Position image = kernel::Image(symmetry, position);
      if (image.mover == smallest &&
          table.ValueAt(section, i) !=
              table.ValueAt(section, kernel::Index(game, image))) {
        return i;
      }
    }
  }
  return positions;
}

// True if all images of every position have the same value.
bool IsInvariant(const Game& game, const Table& table, int section) {
  for (uint64_t i = 0; i < table.sections[section].positions; ++i) {
    const Position position = PositionAt(game, table.sections[section], i);
    for (const std::vector<int>& symmetry : game.symmetries) {
      const uint64_t image =
          kernel::Index(game, kernel::Image(symmetry, position));
      if (table.ValueAt(section, i) != table.ValueAt(section, image)) {
        return false;
      }
    }
  }
  return true;
}

// Returns the faults that are found if `rows` rows are added at a time.
Faults Found(const Game& game, const Table& table, int section, uint64_t rows) {
  ReducedTable reduced(CheckedGame(game, table.sections), table.value_bytes);
  const absl::Span<const uint8_t> payload = table.payloads[section];
  const uint64_t row_bytes =
      kernel::RowSize(game, table.sections[section]) * table.value_bytes;
  Faults found;
  for (uint64_t row = 0; row * row_bytes < payload.size(); row += rows) {
    found.Add(reduced.Add(section, row,
                          payload.subspan(row * row_bytes, rows * row_bytes)));
  }
  return found;
}

TEST(AreSymmetries, HoldsForTheKernelsSymmetries) {
  for (const auto& [game, table] : Samples()) EXPECT_TRUE(AreSymmetries(game));
}

TEST(AreSymmetries, DetectsWrongSymmetries) {
  for (const auto& [game, table] : Samples()) {
    Game wrong = game;
    wrong.symmetries.erase(wrong.symmetries.begin());
    EXPECT_FALSE(AreSymmetries(wrong)) << "a product is missing";

    wrong = game;
    wrong.symmetries.push_back(std::vector<int>(game.squares, 0));
    EXPECT_FALSE(AreSymmetries(wrong)) << "all squares go to one";

    wrong = game;
    wrong.goals.erase(wrong.goals.begin());
    EXPECT_FALSE(AreSymmetries(wrong)) << "the image of a goal is not a goal";

    wrong = game;
    wrong.neighbours[0] = 0;
    EXPECT_FALSE(AreSymmetries(wrong)) << "a square has other neighbours";
  }
}

TEST(SetOrbits, ConsistOfImages) {
  for (const auto& [game, table] : Samples()) {
    for (int size = 0; size <= game.pieces; ++size) {
      const SetOrbits sets(game, size);
      ASSERT_EQ(sets.members.size(), kernel::Choose(game.squares, size));
      EXPECT_EQ(SetOrbits::Count(game, size), sets.orbits.size());
      std::vector<uint64_t> members(sets.orbits.size());
      for (uint64_t rank = 0; rank < sets.members.size(); ++rank) {
        const kernel::Set set = kernel::Unrank(rank, size);
        const auto [number, symmetry] = sets.members[rank];
        EXPECT_EQ(kernel::Image(game.symmetries[symmetry], set),
                  sets.orbits[number].first);
        EXPECT_LE(sets.orbits[number].first, set);
        ++members[number];
      }
      for (size_t i = 0; i < members.size(); ++i) {
        EXPECT_EQ(sets.orbits[i].sets, members[i]);
      }
      EXPECT_TRUE(
          std::ranges::is_sorted(sets.orbits, {}, &SetOrbits::Orbit::first));
    }
  }
}

TEST(ReducedBytes, AreLittleMoreThanOneShareOfTheTable) {
  const auto& [game, table] = Samples()[2];
  ASSERT_EQ(game.symmetries.size(), 4);
  const CheckedGame checked(game, table.sections);
  const double narrow = ReducedBytes(checked, 1);
  EXPECT_GT(narrow, 0.25 * Positions(table));
  EXPECT_LT(narrow, 0.35 * Positions(table));
  EXPECT_EQ(ReducedBytes(checked, 2), 2 * narrow);
}

TEST(Symmetry, HoldsInCorrectTables) {
  for (const auto& [game, table] : Samples()) {
    for (size_t i = 0; i < table.sections.size(); ++i) {
      EXPECT_EQ(Found(game, table, i, 1000).count, 0);
    }
  }
}

RC_GTEST_PROP(Symmetry, FaultsAreFound, ()) {
  const auto& [game, right] = *rc::gen::elementOf(Samples());
  const auto section =
      *rc::gen::inRange<int>(0, static_cast<int>(right.sections.size()));
  const uint64_t positions = right.sections[section].positions;
  Table table = *rc::gen::arbitrary<bool>() ? Widened(right) : right;
  // Changes a few positions, each alone or with all its images.
  const int faults = *rc::gen::inRange(0, 3);
  for (int i = 0; i < faults; ++i) {
    const auto index = *rc::gen::inRange<uint64_t>(0, positions);
    const Value value = *rc::gen::inRange(0, 3);
    if (*rc::gen::arbitrary<bool>()) {
      table.SetValueAt(section, index, value);
    } else {
      table.SetImagesAt(game, section, index, value);
    }
  }
  const Faults found =
      Found(game, table, section, *rc::gen::inRange<uint64_t>(1, 100));
  RC_ASSERT((found.count == 0) == IsInvariant(game, table, section));
  if (found.count == 0) return;
  RC_ASSERT(found.first == FirstBroken(game, table, section));
}

}  // namespace
}  // namespace teeko::verify
