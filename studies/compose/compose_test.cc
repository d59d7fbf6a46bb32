#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "game/accepted_table.h"
#include "game/notation.h"
#include "game/orbit.h"
#include "game/tablebase.h"
#include "game/tables_for_test.h"
#include "kernel/order.h"
#include "proto/section_values.h"
#include "studies/compose/book.h"

namespace teeko::studies {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Placements& Placements4x4() {
  static const Placements* const placements =
      new Placements(Board4x4().game().kernel(), Values4x4());
  return *placements;
}

kernel::Position PlacementAt(uint64_t index) {
  const Game& game = Board4x4().game();
  return kernel::PositionAt(game.kernel(), game.sections().front(), index);
}

// Returns a random placement on the 4×4 board in which Black is to move and
// wins.
Position SomeWin() {
  const uint64_t index = *rc::gen::suchThat(
      rc::gen::inRange<uint64_t>(0, Values4x4().size()), [](uint64_t i) {
        return Values4x4()[i] != kernel::kNoValue &&
               Placements4x4().WinIn(PlacementAt(i)) > 0;
      });
  const kernel::Position position = PlacementAt(index);
  return {.black = position.mover, .red = position.opponent};
}

RC_GTEST_PROP(Placements, AgreeWithTheTablebase, ()) {
  const Position win = SomeWin();
  const kernel::Position position = {win.black, win.red};
  RC_ASSERT(Placements4x4().WinIn(position) == Board4x4().Probe(win)->plies);
  const std::vector<Successor> successors = *Board4x4().Successors(win);
  RC_ASSERT(
      Placements4x4().HasOneWinningMove(position) ==
      (std::ranges::count(successors, Colour::kBlack, [](const Successor& s) {
         return s.value.winner;
       }) == 1));
  RC_ASSERT(Placements4x4().BestSuccessors(position).size() ==
            Board4x4().BestMoves(win)->size());
}

RC_GTEST_PROP(FollowsAMistake, IsTrueAfterADrawThrownAway, ()) {
  const uint64_t index = *rc::gen::suchThat(
      rc::gen::inRange<uint64_t>(0, Values4x4().size()),
      [](uint64_t i) { return Values4x4()[i] == kernel::kDraw; });
  const kernel::Position draw = PlacementAt(index);
  const std::vector<Successor> successors =
      *Board4x4().Successors({.black = draw.mover, .red = draw.opponent});
  for (const Successor& s : successors) {
    if (s.value.winner != Colour::kRed) continue;
    RC_ASSERT(
        Placements4x4().FollowsAMistake({s.position.red, s.position.black}));
  }
}

TEST(ComposeProblems, IsTheSameForAnyNumberOfThreads) {
  const Game& game = Board4x4().game();
  const auto book = [&](int threads) {
    const tbb::global_control limit(
        tbb::global_control::max_allowed_parallelism, threads);
    return BookText(game, ComposeProblems(game, Values4x4()));
  };
  const std::string text = book(1);
  EXPECT_THAT(text, HasSubstr("# No. 5\n"));
  EXPECT_EQ(book(4), text);
}

// ---- The books in corpus/composed/ ----

class StoredBook : public ::testing::TestWithParam<const char*> {
 protected:
  StoredBook() : tablebase_(*Tablebase::Open(kOut, GetParam())) {
    const std::string path =
        std::string("corpus/composed/") + GetParam() + ".txt";
    std::ifstream file(path, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(file), {});
    for (const absl::StatusOr<Item>& item :
         ParseItems(text_, path, tablebase_.game())) {
      EXPECT_TRUE(item.ok()) << item.status();
      if (item.ok() && item->initial) problems_.push_back(*item);
    }
  }

  Position PositionOf(const Item& problem) const {
    return *teeko::SetUp(tablebase_.game(), problem);
  }

  const Tablebase tablebase_;
  std::string text_;
  std::vector<Item> problems_;
};

TEST_P(StoredBook, HasFiftyProblemsGradedByLength) {
  ASSERT_THAT(problems_, SizeIs(50));
  EXPECT_TRUE(std::ranges::is_sorted(problems_, {}, [](const auto& problem) {
    return *problem.initial->statement->plies;
  }));
}

TEST_P(StoredBook, HasNoTwoThatAreEqualUpToSymmetryAndColour) {
  std::set<std::vector<uint64_t>> orbits;
  for (const Item& problem : problems_) {
    const Position position = PositionOf(problem);
    const bool black = position.to_move == Colour::kBlack;
    orbits.insert(OrbitOf(tablebase_.game().kernel(),
                          {black ? position.black : position.red,
                           black ? position.red : position.black}));
  }
  EXPECT_THAT(orbits, SizeIs(problems_.size()));
}

TEST_P(StoredBook, HasOneWinningFirstMoveWhichIsQuiet) {
  for (const Item& problem : problems_) {
    const Position position = PositionOf(problem);
    const std::vector<Successor> first = *tablebase_.Successors(position);
    ASSERT_EQ(first[0].move, problem.plies[0].move);
    EXPECT_EQ(first[0].value.winner, position.to_move);
    EXPECT_NE(first[1].value.winner, position.to_move) << Heading(problem);
    Position passed = first[0].position;
    passed.to_move = position.to_move;
    EXPECT_NE(*tablebase_.Probe(passed),
              (Value{.winner = position.to_move, .plies = 1}))
        << Heading(problem);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, StoredBook,
                         ::testing::Values("standard", "advanced"),
                         [](const auto& book) {
                           return std::string(book.param);
                         });

}  // namespace
}  // namespace teeko::studies
