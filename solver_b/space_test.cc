// Tests ranks, orbits and places.

#include "solver_b/space.h"

#include "gtest/gtest.h"
// GoogleTest's header must precede RapidCheck's.
#include <algorithm>
#include <bit>
#include <set>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "rapidcheck/gtest.h"
#include "solver_b/random_games_for_test.h"

namespace teeko::solver_b {
namespace {

class SetIndexTest : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(SetIndexTest, RanksAreAnIncreasingBijection) {
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
  if (size == 0) GTEST_SKIP() << "a set of no squares has no rest";
  const SetIndex index(squares, size);
  for (uint64_t rank = 0; rank < index.count(); ++rank) {
    const Set set = index.Unrank(rank);
    Set rest = set;
    index.ForEachRest(rank, [&](uint64_t rest_rank, int square) {
      ASSERT_EQ(square, std::countr_zero(rest));
      ASSERT_EQ(rest_rank, Rank(set ^ SetOf(square)));
      ASSERT_EQ(index.IndicesWith(rest_rank)[square], rank);
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

TEST(SetOrbits, OfStandardTeekoHaveTheNumberOfBurnsidesLemma) {
  const Board board(
      {5, 5, 4, false, Moves::kKing, {{GoalFamily::kLine, 4}}, {}});
  // For each symmetry, counts the sets that it does not change.  The identity
  // changes none of the 12,650 sets.  A half turn keeps sets of two pairs of
  // squares (66 sets).  A quarter turn keeps cycles of four squares (6 sets). A
  // reflection keeps sets of two pairs (45), of a pair and two squares of the
  // axis (100), and of four squares of the axis (5).
  EXPECT_EQ(SetOrbits(board, 4).orbits().size(),
            (12650 + 66 + 2 * 6 + 4 * (45 + 100 + 5)) / 8u);
}

RC_GTEST_PROP(SetOrbits, HaveTheirSmallestSetAsRepresentative, ()) {
  const Board board(*RandomGame(16, 4));
  const int size = *rc::gen::inRange(0, board.pieces() + 1);
  const SetOrbits orbits(board, size);
  std::vector<uint32_t> members(orbits.orbits().size());
  for (uint64_t rank = 0; rank < orbits.sets().size(); ++rank) {
    const Set set = orbits.sets()[rank];
    const auto [orbit_number, numbers] = orbits.Canonicalize(rank);
    const SetOrbits::Orbit& its_orbit = orbits.orbits()[orbit_number];
    ++members[orbit_number];
    RC_ASSERT(
        std::any_of(board.symmetries().begin(), board.symmetries().end(),
                    [&, numbers = numbers](const Permutation& symmetry) {
                      Set outside = (SetOf(board.squares()) - 1) & ~set;
                      return Image(symmetry, set) == its_orbit.representative &&
                             its_orbit.left.OnBoard(Image(numbers, outside)) ==
                                 Image(symmetry, outside);
                    }));
    RC_ASSERT(its_orbit.representative <= set);
    for (const Permutation& symmetry : board.symmetries()) {
      RC_ASSERT(orbits.Canonicalize(Rank(Image(symmetry, set))).orbit_number ==
                orbit_number);
    }
  }
  for (size_t i = 0; i < members.size(); ++i) {
    const SetOrbits::Orbit& its_orbit = orbits.orbits()[i];
    RC_ASSERT(members[i] * (its_orbit.stabilizer.size() + 1) ==
              board.symmetries().size());
    for (const Permutation* symmetry : its_orbit.stabilizer) {
      RC_ASSERT(Image(*symmetry, its_orbit.representative) ==
                its_orbit.representative);
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
  const SetOrbits::Orbit& row_orbit = section.movers().orbits()[row];
  for (const uint64_t place : places) {
    RC_ASSERT(place / columns == row);
    const Set set = section.columns().Unrank(place % columns);
    RC_ASSERT(RankOnBoard(row_orbit.left, set) ==
              Rank(row_orbit.left.OnBoard(set)));
  }
  for (const Permutation& symmetry : board.symmetries()) {
    const Position image = {Image(symmetry, position.mover),
                            Image(symmetry, position.opponent)};
    RC_ASSERT(PlacesOf(section, image) == places);
    // Each symmetry that maps the mover's set to the representative gives a
    // place.
    if (image.mover == row_orbit.representative) {
      const uint64_t column = Rank(row_orbit.left.Renumber(image.opponent));
      RC_ASSERT(places.contains(row * columns + column));
    }
  }
}

}  // namespace
}  // namespace teeko::solver_b
