#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "game/accepted_table.h"
#include "game/orbit.h"
#include "game/tablebase.h"
#include "game/tables_for_test.h"
#include "kernel/order.h"
#include "proto/manifest_file.h"
#include "proto/section_values.h"
#include "reports/annotation.h"
#include "reports/answer.h"
#include "studies/longest/longest_wins.h"
#include "teeko/proto/manifest.pb.h"
#include "verify/counts.h"

namespace teeko::reports {
namespace {

using ::testing::SizeIs;

kernel::Position SomePlacement(const Game& game) {
  const kernel::Section& section = game.sections().front();
  return kernel::PositionAt(game.kernel(), section,
                            *rc::gen::inRange<uint64_t>(0, section.positions));
}

RC_GTEST_PROP(SectionValues, AgreeWithTheTablebase, ()) {
  const Game& game = Board4x4().game();
  const kernel::Position placement = SomePlacement(game);
  const kernel::Value value =
      Values4x4()[kernel::Index(game.kernel(), placement)];
  const absl::StatusOr<Value> probed =
      Board4x4().Probe({.black = placement.mover, .red = placement.opponent});
  RC_ASSERT(probed.ok() == (value != kernel::kNoValue));
  if (!probed.ok()) return;
  RC_ASSERT(probed->winner.has_value() == (value != kernel::kDraw));
  RC_ASSERT(probed->plies == std::max(value - 1, 0));
}

RC_GTEST_PROP(OrbitOf, IsTheSameForAllMembersAndOneIsCanonical, ()) {
  const Game& game = Board4x4().game();
  const kernel::Position placement = SomePlacement(game);
  const std::vector<uint64_t> orbit = OrbitOf(game.kernel(), placement);
  RC_ASSERT(
      std::ranges::count(orbit, kernel::Index(game.kernel(), placement)) == 1);
  for (const uint64_t index : orbit) {
    const kernel::Position member =
        kernel::PositionAt(game.kernel(), game.sections().front(), index);
    RC_ASSERT(OrbitOf(game.kernel(), member) == orbit);
    RC_ASSERT(FirstOfOrbit(game.kernel(), member) == orbit[0]);
    RC_ASSERT(IsCanonical(game.kernel(), member) == (index == orbit[0]));
  }
}

TEST(CountValues, CountsEveryPlacementOnce) {
  Manifest counted;
  ASSERT_TRUE(verify::CountValues(Table4x4(), counted).ok());
  EXPECT_EQ(counted.placements(), 900900u);
  EXPECT_EQ(counted.no_value(), 9405u);
  EXPECT_EQ(counted.draws(), 660020u);
  EXPECT_EQ(proto::Longest(counted, /*wins=*/true), 13);
  uint64_t sum = counted.no_value() + counted.draws();
  for (const uint64_t count : counted.levels()) sum += count;
  EXPECT_EQ(sum, counted.placements());
}

TEST(AnswerLongest, HasTheLongestLoss) {
  const auto answer = AnswerLongest(kOut, "board4x4");
  ASSERT_TRUE(answer.ok()) << answer.status();
  int longest = 0;
  for (int n = 0; n < answer->levels_size(); n += 2) {
    if (answer->levels(n) > 0) longest = n;
  }
  EXPECT_GT(longest, 0);
  EXPECT_EQ(answer->longest_loss(), longest);
  answers::LongestWins answers;
  *answers.add_rules() = *answer;
  EXPECT_THAT(
      LongestText(answers),
      ::testing::HasSubstr(absl::StrCat(
          "# Wins take up to 13 plies, losses up to ", longest, ".\n")));
}

TEST(WinsIn, FindsAllWinsOncePerOrbit) {
  Manifest counted;
  ASSERT_TRUE(verify::CountValues(Table4x4(), counted).ok());
  for (const int plies : {13, 11, 9}) {
    uint64_t sum = 0;
    std::set<std::vector<uint64_t>> orbits;
    const std::vector<studies::LongestWin> wins =
        *studies::WinsIn(Board4x4().game(), Table4x4(), plies);
    for (const auto& [position, orbit] : wins) {
      EXPECT_EQ(*Board4x4().Probe(position),
                (Value{.winner = Colour::kBlack, .plies = plies}));
      orbits.insert(
          OrbitOf(Board4x4().game().kernel(), {position.black, position.red}));
      sum += orbit;
    }
    EXPECT_THAT(orbits, SizeIs(wins.size())) << plies;
    EXPECT_EQ(sum, counted.levels(plies)) << plies;
  }
}

TEST(AnswerLongest, OfAGameWithoutWinsHasNone) {
  const auto answer = AnswerLongest("studies/odd_rules/out", "full_2x4");
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->plies(), 0u);
  EXPECT_THAT(answer->wins(), SizeIs(0));
}

// Claim C6 (docs/rules.md §3).
TEST(AnswerLongest, GivesTheLettersLengthsWithLinesToTheEnd) {
  for (const auto& [name, plies] :
       {std::pair("standard", 39), std::pair("advanced", 59)}) {
    const absl::StatusOr<answers::LongestWinsOfRules> answer =
        AnswerLongest(kOut, name);
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_EQ(answer->plies(), static_cast<uint32_t>(plies));
    EXPECT_GT(answer->wins_size(), 0);
    for (const answers::LongWin& win : answer->wins()) {
      EXPECT_EQ(win.principal_line_size(), plies) << win.problem();
      EXPECT_EQ(win.principal_line(plies - 1).value().text(), "Black wins");
    }
  }
}

TEST(LongestText, CanBeReadByAnnotateAndIsCorrect) {
  answers::LongestWins answers;
  *answers.add_rules() = *AnswerLongest(kOut, "board4x4");
  const std::string text = LongestText(answers);
  answers::Annotations annotations;
  ASSERT_TRUE(
      AnnotateText(Board4x4(), text, "my.txt", {}, false, annotations).ok());
  EXPECT_THAT(annotations.items(), SizeIs(1));
  for (const answers::Item& item : annotations.items()) {
    EXPECT_EQ(item.error(), "");
    EXPECT_THAT(item.plies(), SizeIs(13));
    EXPECT_EQ(item.plies(12).value().text(), "Black wins");
    for (const answers::Ply& ply : item.plies()) {
      EXPECT_THAT(ply.best(), SizeIs(0)) << ply.move();
    }
  }
}

}  // namespace
}  // namespace teeko::reports
