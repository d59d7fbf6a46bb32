#include "reports/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "game/notation.h"
#include "game/tablebase.h"
#include "game/tables_for_test.h"

namespace teeko::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

answers::Answer Answered(absl::string_view text, bool with_line = false) {
  const Game& game = Advanced().game();
  const absl::StatusOr<Item> item = ParsePosition(text, game);
  EXPECT_TRUE(item.ok()) << item.status();
  const absl::StatusOr<answers::Answer> answer =
      AnswerQuery(Advanced(), *SetUp(game, *item), item->names, with_line);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return *answer;
}

TEST(AnswerQuery, ListsEveryMoveTheBestFirst) {
  const answers::Answer answer = Answered("5/5/5/5/5 b");
  EXPECT_EQ(answer.rules(), "advanced");
  EXPECT_EQ(answer.position(), "5/5/5/5/5 b SSSS");
  EXPECT_EQ(answer.value().text(), "Black in 13");
  EXPECT_EQ(answer.value().outcome(), "black");
  EXPECT_EQ(answer.value().plies(), 13u);
  ASSERT_THAT(answer.moves(), SizeIs(25));
  EXPECT_EQ(answer.moves(0).move(), "13");
  EXPECT_EQ(answer.moves(0).value().text(), "Black in 12");
  EXPECT_EQ(answer.moves(1).move(), "1");
  EXPECT_EQ(answer.moves(1).value().outcome(), "draw");
  EXPECT_THAT(answer.principal_line(), SizeIs(0));
}

TEST(AnswerQuery, CountsTheRepliesThatLose) {
  const answers::Answer drawn = Answered("2b2/5/5/5/5 r");
  EXPECT_EQ(drawn.value().text(), "Draw");
  int held = 0;
  for (const answers::Choice& choice : drawn.moves()) {
    const bool draws = choice.value().outcome() == "draw";
    EXPECT_EQ(choice.replies(), draws ? 23u : 0u) << choice.move();
    if (!draws) continue;
    ++held;
    // Ask for the position after the move.
    const answers::Answer after = Answered(
        absl::StrCat("Black on 3; Red on ", choice.move(), "; Black to move"));
    EXPECT_EQ(choice.losing_replies(),
              std::ranges::count_if(after.moves(), [](const auto& reply) {
                return reply.value().outcome() == "red";
              }));
  }
  EXPECT_GT(held, 0);
  // A won position has no counts, nor has a position in which the same side
  // picks twice.
  for (const char* const other : {"5/5/5/5/5 b", "2b2/5/5/5/5 r SAAA"}) {
    const answers::Answer without = Answered(other);
    for (const answers::Choice& choice : without.moves()) {
      EXPECT_EQ(choice.replies(), 0u) << other;
    }
  }
}

TEST(AnswerQuery, KeepsTheSquareNamesOfTheQuestion) {
  for (const auto& [position, move] :
       {std::pair("Black on d3 c2 d2 d1; Red on c3 e3 b2 c1; Red to move",
                  "e3-d4"),
        {"5/5/2rbr/1rbb1/2rb1 r", "15-9"}}) {
    const answers::Answer answer = Answered(position, true);
    EXPECT_EQ(answer.moves(0).move(), move);
    EXPECT_EQ(answer.principal_line(0).move(), move);
  }
}

TEST(AnswerQuery, NamesTheSideThatPicksTheSquare) {
  const answers::Answer answer = Answered("5/5/5/5/5 b AAAA");
  EXPECT_EQ(answer.to_move(), "Black");
  EXPECT_EQ(answer.chooser(), "Red");
  EXPECT_THAT(AnswerText(answer),
              HasSubstr("\n5/5/5/5/5 b AAAA\n"
                        "Black to move (Red picks the square): Draw\n"));
}

TEST(AnswerQuery, PlaysTheGameToItsEnd) {
  const answers::Answer answer = Answered("5/5/5/5/5 b", true);
  ASSERT_THAT(answer.principal_line(), SizeIs(13));
  EXPECT_EQ(answer.principal_line(12).value().text(), "Black wins");
}

TEST(AnswerQuery, OfAFinishedGameHasNoMoves) {
  EXPECT_EQ(AnswerText(Answered("Black on 1 5 21 25; Red on 2 3 8", true)),
            "@ O O - @\n- - O - -\n- - - - -\n- - - - -\n@ - - - @\n"
            "brr1b/2r2/5/5/b3b r SSSS\n"
            "Red to move: Black wins\n");
}

TEST(AnswerQuery, RefusesImpossiblePositions) {
  const Position position = {.black = SquaresOf({1, 2, 3}),
                             .red = SquaresOf({4}),
                             .to_move = Colour::kRed};
  EXPECT_TRUE(absl::IsInvalidArgument(
      AnswerQuery(Advanced(), position, {}, false).status()));
}

}  // namespace
}  // namespace teeko::reports
