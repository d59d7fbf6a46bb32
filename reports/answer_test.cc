#include "reports/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "game/tablebase.h"
#include "game/tables_for_test.h"

namespace teeko::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(ParsePosition, TakesDiagramsAndScarnesForm) {
  const Game& game = Advanced().game();
  const Position expected = {.black = SquaresOf({14, 18, 19, 24}),
                             .red = SquaresOf({13, 15, 17, 23}),
                             .to_move = Colour::kRed};
  EXPECT_EQ(*ParsePosition(
                game, "Black on 14 18 19 24; Red on 13 15 17 23; Red to move"),
            expected);
  EXPECT_EQ(*ParsePosition(game, "..... ..... ..O@O .O@@. ..O@.; red to move"),
            expected);
}

TEST(ParsePosition, KnowsWhoseDropItIs) {
  const Game& game = Advanced().game();
  EXPECT_EQ(ParsePosition(game, "Black on; Red on")->to_move, Colour::kBlack);
  EXPECT_EQ(ParsePosition(game, "Black on 1; Red on")->to_move, Colour::kRed);
  EXPECT_EQ(ParsePosition(game, "Black on 1 2 3 10; Red on 4 5 6")->to_move,
            Colour::kRed);
  EXPECT_THAT(
      std::string(ParsePosition(game, "Black on 1 2 3 10; Red on 4 5 6 15")
                      .status()
                      .message()),
      HasSubstr("who is to move?"));
}

TEST(AnswerQuery, ListsEveryMoveTheBestFirst) {
  const absl::StatusOr<answers::Answer> answer =
      AnswerQuery(Advanced(), Advanced().game().Start(), false);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->rules(), "advanced");
  EXPECT_EQ(answer->value().text(), "Black in 13");
  EXPECT_EQ(answer->value().outcome(), "black");
  EXPECT_EQ(answer->value().plies(), 13u);
  ASSERT_THAT(answer->moves(), SizeIs(25));
  EXPECT_EQ(answer->moves(0).move(), "13");
  EXPECT_EQ(answer->moves(0).value().text(), "Black in 12");
  EXPECT_EQ(answer->moves(1).move(), "1");
  EXPECT_EQ(answer->moves(1).value().outcome(), "draw");
  EXPECT_THAT(answer->principal_line(), SizeIs(0));
}

TEST(AnswerQuery, KnowsWhoPicksTheSquare) {
  const absl::StatusOr<answers::Answer> answer =
      AnswerQuery(Advanced(), Advanced().game().Start("AAAA"), false);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->to_move(), "Black");
  EXPECT_EQ(answer->chooser(), "Red");
  EXPECT_THAT(AnswerText(*answer),
              HasSubstr("\nBlack to move (Red picks the square): Draw\n"));
}

TEST(AnswerQuery, PlaysTheGameToItsEnd) {
  const absl::StatusOr<answers::Answer> answer =
      AnswerQuery(Advanced(), Advanced().game().Start(), true);
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_THAT(answer->principal_line(), SizeIs(13));
  EXPECT_EQ(answer->principal_line(12).value().text(), "Black wins");
}

TEST(AnswerQuery, OfAFinishedGameHasNoMoves) {
  const absl::StatusOr<Position> over =
      ParsePosition(Advanced().game(), "Black on 1 5 21 25; Red on 2 3 8");
  ASSERT_TRUE(over.ok()) << over.status();
  const absl::StatusOr<answers::Answer> answer =
      AnswerQuery(Advanced(), *over, true);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(AnswerText(*answer),
            "@ O O - @\n- - O - -\n- - - - -\n- - - - -\n@ - - - @\n"
            "Red to move: Black wins\n");
}

TEST(AnswerQuery, RefusesWhatCannotBe) {
  const absl::StatusOr<Position> position =
      ParsePosition(Advanced().game(), "Black on 1 2 3; Red on 4");
  ASSERT_TRUE(position.ok()) << position.status();
  EXPECT_TRUE(absl::IsInvalidArgument(
      AnswerQuery(Advanced(), *position, false).status()));
}

}  // namespace
}  // namespace teeko::reports
