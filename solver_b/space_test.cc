// Ranks, classes and places: the ways from positions to numbers and back.

#include "solver_b/space.h"

#include "gtest/gtest.h"
// RapidCheck's header wants GoogleTest's before it.
#include <algorithm>
#include <bit>
#include <set>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "rapidcheck/gtest.h"
#include "solver_b/random_games.h"

namespace teeko::solver_b {
namespace {

class SetIndexTest : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(SetIndexTest, RanksAreABijectionInTheOrderOfNumbers) {
  const auto [squares, size] = GetParam();
  const SetIndex index(squares, size);
  uint64_t rank = 0;
  for (Set set = 0; set < SetOf(squares); ++set) {
    if (std::popcount(set) != size) continue;
    ASSERT_EQ(Rank(set), rank);
    ASSERT_EQ(index.Unrank(rank), set);
    ++rank;
  }
  EXPECT_EQ(index.count(), rank);
}

TEST_P(SetIndexTest, KnowsTheRanksOfMoves) {
  const auto [squares, size] = GetParam();
  if (size == 0) GTEST_SKIP() << "no square can be lifted";
  const SetIndex index(squares, size);
  for (uint64_t rank = 0; rank < index.count(); ++rank) {
    const Set set = index.Unrank(rank);
    Set rest = set;
    index.ForEachLift(rank, [&](uint64_t lifted_rank, int square) {
      ASSERT_EQ(square, std::countr_zero(rest));
      ASSERT_EQ(lifted_rank, Rank(set ^ SetOf(square)));
      ASSERT_EQ(index.RanksWith(lifted_rank)[square], rank);
      rest &= rest - 1;
    });
    ASSERT_EQ(rest, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SetIndexTest,
                         testing::Values(std::tuple(1, 0), std::tuple(4, 2),
                                         std::tuple(9, 2), std::tuple(11, 5),
                                         std::tuple(12, 3), std::tuple(13, 13),
                                         std::tuple(16, 4), std::tuple(21, 4),
                                         std::tuple(25, 0), std::tuple(25, 4)),
                         [](const auto& info) {
                           return absl::StrCat(std::get<0>(info.param),
                                               "Choose",
                                               std::get<1>(info.param));
                         });

TEST(SetIndex, RanksOnSixtyFourSquaresAreABijection) {
  const SetIndex index(64, 3);
  EXPECT_EQ(index.count(), 41'664u);
  Set last = 0;
  for (uint64_t rank = 0; rank < index.count(); ++rank) {
    const Set set = index.Unrank(rank);
    ASSERT_GT(set, last);
    ASSERT_EQ(std::popcount(set), 3);
    ASSERT_EQ(Rank(set), rank);
    last = set;
  }
}

TEST(SetClasses, OfStandardTeekoAreAsManyAsBurnsideSays) {
  const Board board({5, 5, 4, false, {{GoalFamily::kLine, 4}}, {}});
  // Of the 12,650 sets a half turn keeps those of two pairs (66), a quarter
  // turn those of one cycle (6), and a reflection those of two pairs (45), of a
  // pair and two squares of the axis (100) and of four of these (5).
  EXPECT_EQ(SetClasses(board, 4).classes().size(),
            (12650 + 66 + 2 * 6 + 4 * (45 + 100 + 5)) / 8u);
}

RC_GTEST_PROP(SetClasses, AreOrbitsLedByTheirLeast, ()) {
  const Board board(*RandomGame(16, 4));
  const int size = *rc::gen::inRange(0, board.pieces() + 1);
  const SetClasses classes(board, size);
  std::vector<uint32_t> members(classes.classes().size());
  for (uint64_t rank = 0; rank < classes.sets().size(); ++rank) {
    const Set set = classes.sets()[rank];
    const auto [class_number, numbers] = classes.Canonicalize(rank);
    const SetClasses::Class& its_class = classes.classes()[class_number];
    ++members[class_number];
    RC_ASSERT(
        std::any_of(board.symmetries().begin(), board.symmetries().end(),
                    [&, numbers = numbers](const Permutation& symmetry) {
                      Set outside = (SetOf(board.squares()) - 1) & ~set;
                      return Image(symmetry, set) == its_class.representative &&
                             its_class.left.OnBoard(Image(numbers, outside)) ==
                                 Image(symmetry, outside);
                    }));
    RC_ASSERT(its_class.representative <= set);
    for (const Permutation& symmetry : board.symmetries()) {
      RC_ASSERT(classes.Canonicalize(Rank(Image(symmetry, set))).class_number ==
                class_number);
    }
  }
  for (size_t i = 0; i < members.size(); ++i) {
    const SetClasses::Class& its_class = classes.classes()[i];
    RC_ASSERT(members[i] * (its_class.stabilizer.size() + 1) ==
              board.symmetries().size());
    for (const Permutation* symmetry : its_class.stabilizer) {
      RC_ASSERT(Image(*symmetry, its_class.representative) ==
                its_class.representative);
      RC_ASSERT(*symmetry != board.symmetries()[0]);
    }
  }
}

RC_GTEST_PROP(SquaresLeft, AreNumberedInTheirOrder, ()) {
  const int squares = *rc::gen::inRange(1, 65);
  const Set all = ~Set{0} >> (64 - squares);
  const Set taken = *rc::gen::arbitrary<Set>() & all;
  const SquaresLeft left(squares, taken);
  RC_ASSERT(left.count() == std::popcount(all & ~taken));
  for (int i = 0; i < left.count(); ++i) {
    RC_ASSERT((taken & SetOf(left.Square(i))) == 0u);
    RC_ASSERT(left.Number(left.Square(i)) == i);
    if (i > 0) RC_ASSERT(left.Square(i - 1) < left.Square(i));
  }
  const Set set = *rc::gen::arbitrary<Set>() & all & ~taken;
  RC_ASSERT(left.OnBoard(left.Renumber(set)) == set);
}

std::set<uint64_t> PlacesOf(const SectionIndex& section,
                            const Position& position) {
  std::set<uint64_t> places;
  section.ForEachPlace(Rank(position.mover), position.opponent,
                       [&](uint64_t row, uint64_t column) {
                         places.insert(section.Index(row, column));
                       });
  return places;
}

RC_GTEST_PROP(SectionIndex, SymmetricPositionsShareTheirPlaces, ()) {
  const Board board(*RandomGame(12, 3));
  const Space space(board);
  const SectionIndex& section = space.section(2 * board.pieces());
  const Position position = *RandomPosition(board);
  const std::set<uint64_t> places = PlacesOf(section, position);
  const uint64_t columns = section.columns().count();
  const uint64_t row = *places.begin() / columns;
  const SetClasses::Class& row_class = section.movers().classes()[row];
  for (const uint64_t place : places) {
    RC_ASSERT(place / columns == row);
    const Set set = section.columns().Unrank(place % columns);
    RC_ASSERT(RankOnBoard(row_class.left, set) ==
              Rank(row_class.left.OnBoard(set)));
  }
  for (const Permutation& symmetry : board.symmetries()) {
    const Position image = {Image(symmetry, position.mover),
                            Image(symmetry, position.opponent)};
    RC_ASSERT(PlacesOf(section, image) == places);
    // Every way to the representative is one of the places.
    if (image.mover == row_class.representative) {
      const uint64_t column = Rank(row_class.left.Renumber(image.opponent));
      RC_ASSERT(places.contains(row * columns + column));
    }
  }
}

}  // namespace
}  // namespace teeko::solver_b
