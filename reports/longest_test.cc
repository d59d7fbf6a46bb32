#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "game/orbit.h"
#include "game/tablebase.h"
#include "game/tables_for_test.h"
#include "reports/annotation.h"
#include "reports/answer.h"
#include "verify/order.h"

namespace teeko::reports {
namespace {

using ::testing::SizeIs;

RC_GTEST_PROP(OrbitOf, IsSharedByItsMembersOfWhichOneIsCanonical, ()) {
  const Game& game = Board4x4().game();
  const kernel::Section& section = game.sections().front();
  const kernel::Position placement =
      kernel::PositionAt(game.kernel(), section,
                         *rc::gen::inRange<uint64_t>(0, section.positions));
  const std::vector<uint64_t> orbit = OrbitOf(game.kernel(), placement);
  RC_ASSERT(
      std::ranges::count(orbit, kernel::Index(game.kernel(), placement)) == 1);
  for (const uint64_t index : orbit) {
    const kernel::Position member =
        kernel::PositionAt(game.kernel(), section, index);
    RC_ASSERT(OrbitOf(game.kernel(), member) == orbit);
    RC_ASSERT(ClassOf(game.kernel(), member) == orbit[0]);
    RC_ASSERT(IsCanonical(game.kernel(), member) == (index == orbit[0]));
  }
}

TEST(AnswerLongest, OfAGameWithoutWinsHasNone) {
  const auto answer = AnswerLongest("studies/odd_rules/out", "full_2x4");
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->plies(), 0u);
  EXPECT_THAT(answer->wins(), SizeIs(0));
}

// Claim C6 (game/RULES.md §3).
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

TEST(LongestText, IsReadByAnnotateAndTrue) {
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
