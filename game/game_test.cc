#include "game/game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "proto/rules_file.h"

namespace teeko {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

Game Named(const std::string& name) {
  return Game(*proto::ReadRulesFile("corpus/rules/" + name + ".textproto"));
}

const Game& Standard() {
  static const Game* const game = new Game(Named("standard"));
  return *game;
}

Position Placed(Squares black, Squares red, Colour to_move) {
  return {.black = black, .red = red, .to_move = to_move};
}

// Problem No. 6 of the letter.
Position Problem() {
  return Placed(SquaresOf({14, 18, 19, 24}), SquaresOf({13, 15, 17, 23}),
                Colour::kRed);
}

std::vector<std::string> MoveTexts(const Game& game, const Position& position) {
  std::vector<std::string> texts;
  for (const Move move : game.Moves(position)) texts.push_back(ToString(move));
  return texts;
}

std::string CheckError(const Position& position) {
  return std::string(Standard().Check(position).message());
}

std::string PlayError(const Position& position, Move move) {
  return std::string(Standard().Play(position, move).status().message());
}

TEST(Check, NamesTheReason) {
  const Squares four = SquaresOf({1, 3, 9, 22});
  const Squares row = SquaresOf({11, 12, 13, 14});
  const Squares other_row = SquaresOf({21, 22, 23, 24});
  const Squares strewn = SquaresOf({5, 6, 17, 25});
  const std::vector<std::pair<Position, std::string>> cases = {
      {Placed(four | SquaresOf({26}), strewn, Colour::kBlack),
       "square 26: squares are numbered 1 to 25"},
      {Placed(four, SquaresOf({9, 10, 11, 15}), Colour::kBlack),
       "square 9: has a black piece and a red one"},
      {Placed(four | SquaresOf({24}), strewn, Colour::kBlack),
       "Black has 5 pieces, but a side has 4"},
      {Placed(four, strewn | SquaresOf({24}), Colour::kBlack),
       "Red has 5 pieces, but a side has 4"},
      {Placed(four, SquaresOf({5, 6}), Colour::kRed),
       "Black has 4 and Red has 2 pieces on the board, but they drop in turn"},
      {Placed(0, SquaresOf({5}), Colour::kBlack),
       "Black has 0 and Red has 1 piece on the board, but they drop in turn"},
      {Placed(SquaresOf({1}), 0, Colour::kBlack),
       "with 1 black and 0 red pieces on the board, the next drop is Red's, "
       "not Black's"},
      {Placed(SquaresOf({1}), SquaresOf({2}), Colour::kRed),
       "the next drop is Black's, not Red's"},
      {Placed(row, strewn, Colour::kBlack),
       "Black is to move but has a goal already"},
      {Placed(row, other_row, Colour::kRed),
       "Red is to move but has a goal already, as the other side has"},
      {{.style = "SASA"}, "style \"SASA\": these rules have SSSS, AAAA"},
      {{.style = "S"}, "style \"S\": these rules have"},
  };
  for (const auto& [position, error] : cases) {
    EXPECT_THAT(CheckError(position), HasSubstr(error));
  }
  const Game board4x4 = Named("board4x4");
  EXPECT_THAT(std::string(board4x4.Check(board4x4.Start("", true)).message()),
              HasSubstr("these rules have no centre ban"));
}

TEST(Check, AcceptsPossiblePositions) {
  EXPECT_EQ(CheckError(Standard().Start()), "");
  EXPECT_EQ(CheckError(Standard().Start("AASS", true)), "");
  EXPECT_EQ(CheckError(Problem()), "");
  // With all pieces placed, either side may be to move.
  EXPECT_EQ(CheckError(Placed(Problem().black, Problem().red, Colour::kBlack)),
            "");
  // The game is over.
  EXPECT_EQ(CheckError(Placed(SquaresOf({1, 2, 3, 4}), SquaresOf({7, 9, 11}),
                              Colour::kRed)),
            "");
}

TEST(FindStyle, TakesLettersAndScarnesNames) {
  EXPECT_EQ(*Standard().FindStyle("AASS"), "AASS");
  EXPECT_EQ(*Standard().FindStyle("aass"), "AASS");
  EXPECT_EQ(*Standard().FindStyle("One-Move Standard"), "SAAA");
  EXPECT_EQ(*Standard().FindStyle("alternate"), "AAAA");
  EXPECT_THAT(std::string(Standard().FindStyle("chess").status().message()),
              HasSubstr("style \"chess\": these rules have SSSS (Standard), "));
  EXPECT_THAT(std::string(Standard().FindStyle("é\u200B").status().message()),
              HasSubstr("style \"éU+200B\": "));
}

TEST(Moves, ComeInTheOrderOfTheLetter) {
  // The position after 23-22 in the letter's game, where the letter lists
  // "(best: …)" and the losing moves.
  const Position position = Placed(SquaresOf({12, 14, 18, 19}),
                                   SquaresOf({7, 17, 23, 24}), Colour::kRed);
  EXPECT_THAT(MoveTexts(Standard(), position),
              ElementsAre("7-2", "7-6", "7-8", "7-1", "7-3", "7-11", "7-13",
                          "17-16", "17-22", "17-11", "17-13", "17-21", "23-22",
                          "24-25", "24-20"));
  EXPECT_THAT(MoveTexts(Standard(), Standard().Start()).size(), 25);
}

TEST(Moves, AcrossTheEdgesOfATorusComeInTheSameOrder) {
  const Game torus = Named("torus");
  const Position position = Placed(SquaresOf({1, 7, 8, 9}),
                                   SquaresOf({12, 14, 18, 20}), Colour::kBlack);
  const std::vector<std::string> texts = MoveTexts(torus, position);
  ASSERT_GE(texts.size(), 8u);
  EXPECT_THAT(std::vector(texts.begin(), texts.begin() + 7),
              ElementsAre("1-21", "1-5", "1-2", "1-6", "1-25", "1-22", "1-10"));
}

TEST(Moves, AreNoneAfterAGoal) {
  const Position over =
      Placed(SquaresOf({1, 2, 6, 7}), SquaresOf({13, 14, 20}), Colour::kRed);
  EXPECT_THAT(Standard().Moves(over), IsEmpty());
  EXPECT_TRUE(Standard().IsOver(over));
}

TEST(Moves, LeaveOutBannedFirstDrops) {
  EXPECT_THAT(Standard().Moves(Standard().Start("", true)).size(), 24);
  Position second = Standard().Start("", true);
  second = *Standard().Play(second, {.to = 1});
  EXPECT_EQ(Standard().Play(second, {.to = 13}).status(), absl::OkStatus());
}

TEST(Chooser, IsTheOpponentWhereTheLetterIsA) {
  Position position = Standard().Start("SAAA");
  EXPECT_EQ(Standard().Chooser(position), Colour::kBlack);
  position = Standard().After(position, {.to = 1});
  EXPECT_EQ(Standard().Chooser(position), Colour::kRed);
  position = Standard().After(position, {.to = 2});
  EXPECT_EQ(position.to_move, Colour::kBlack);
  EXPECT_EQ(Standard().Chooser(position), Colour::kRed);
  EXPECT_EQ(Standard().Chooser(Problem()), Colour::kRed);
}

TEST(Play, MovesAndDrops) {
  const absl::StatusOr<Position> moved =
      Standard().Play(Problem(), {.from = 15, .to = 9});
  ASSERT_TRUE(moved.ok()) << moved.status();
  EXPECT_EQ(*moved, Placed(SquaresOf({14, 18, 19, 24}),
                           SquaresOf({9, 13, 17, 23}), Colour::kBlack));
  EXPECT_EQ(Standard().Play(Standard().Start(), {.to = 13})->black,
            SquaresOf({13}));
}

TEST(Play, NamesTheReason) {
  const Position start = Standard().Start();
  const Position over =
      Placed(SquaresOf({1, 2, 6, 7}), SquaresOf({13, 14, 20}), Colour::kRed);
  const std::vector<std::pair<std::pair<Position, Move>, std::string>> cases = {
      {{over, {.to = 9}}, "the game is over: Black has a goal"},
      {{start, {.to = 0}}, "square 0: squares are numbered 1 to 25"},
      {{start, {.to = 26}}, "square 26: squares are numbered 1 to 25"},
      {{start, {.from = 1, .to = 2}}, "Black has pieces left to drop"},
      {{Problem(), {.to = 2}}, "all of Red's pieces are placed"},
      {{Problem(), {.from = -1, .to = 2}}, "square -1: squares are numbered"},
      {{Problem(), {.from = 14, .to = 9}}, "Red has no piece on 14"},
      {{Problem(), {.from = 1, .to = 2}}, "Red has no piece on 1"},
      {{Problem(), {.from = 15, .to = 14}}, "square 14 is occupied"},
      {{Problem(), {.from = 15, .to = 16}}, "16 is not adjacent to 15"},
      {{Standard().Start("", true), {.to = 13}},
       "square 13 is banned for the first drop"},
  };
  for (const auto& [play, error] : cases) {
    EXPECT_THAT(PlayError(play.first, play.second), HasSubstr(error));
  }
}

TEST(Play, SaysHowPiecesMove) {
  const Position start = Placed(SquaresOf({1, 8, 9, 13}),
                                SquaresOf({4, 18, 24, 25}), Colour::kBlack);
  const auto error = [&](Rules::Moves moves, Move move) {
    Rules rules = Standard().rules();
    rules.set_moves(moves);
    const auto after = Game(rules).Play(start, move);
    return after.ok() ? "" : std::string(after.status().message());
  };
  EXPECT_EQ(error(Rules::KNIGHT, {.from = 13, .to = 20}), "");
  EXPECT_EQ(error(Rules::KNIGHT, {.from = 13, .to = 14}),
            "13-14 is not a move: pieces move like knights");
  EXPECT_EQ(error(Rules::ORTHOGONAL, {.from = 13, .to = 14}), "");
  EXPECT_EQ(error(Rules::ORTHOGONAL, {.from = 13, .to = 7}),
            "13-7 is not a move: pieces move one step along a row or a column");
  EXPECT_EQ(error(Rules::DIAGONAL, {.from = 13, .to = 7}), "");
  EXPECT_EQ(error(Rules::DIAGONAL, {.from = 13, .to = 14}),
            "13-14 is not a move: pieces move one step along a diagonal");
}

TEST(Play, EndsWhenThereIsNoMove) {
  // @ O
  // O @    No square is empty, and neither side has a line.
  // @ O
  // O @
  Rules rules = *proto::ParseRules(
      "name: 'x' rows: 4 columns: 2 pieces: 4 goals { line { length: 4 } }",
      "test");
  const Game game(rules);
  const Position stuck =
      Placed(SquaresOf({1, 4, 5, 8}), SquaresOf({2, 3, 6, 7}), Colour::kBlack);
  EXPECT_TRUE(game.Check(stuck).ok());
  EXPECT_TRUE(game.IsOver(stuck));
  EXPECT_THAT(
      std::string(game.Play(stuck, {.from = 1, .to = 2}).status().message()),
      HasSubstr("the game is over: Red wins because its opponent has no move"));
}

TEST(Place, IsTheInverseOfPositionAt) {
  const Position position = Problem();
  const Game::Place place = Standard().PlaceOf(position);
  EXPECT_EQ(place.section, 0);
  Position back = Standard().PositionAt(place, Colour::kRed);
  EXPECT_EQ(back.style, "SSSS");
  back.style.clear();
  EXPECT_EQ(back, position);
}

TEST(Place, LeadsBackToAPositionOfSomeStyle) {
  const Game& game = Standard();
  for (int i = 0; i < static_cast<int>(game.sections().size()); ++i) {
    const kernel::Section& section = game.sections()[i];
    const Game::Place place = {i, section.positions / 2};
    const Position position = game.PositionAt(place, Colour::kRed);
    EXPECT_TRUE(game.Check(position).ok()) << game.Check(position);
    const Game::Place again = game.PlaceOf(position);
    EXPECT_EQ(again.section, place.section) << position.style;
    EXPECT_EQ(again.index, place.index);
    EXPECT_EQ(position.to_move, section.placed % 2 == 0 && section.placed < 8
                                    ? Colour::kBlack
                                    : Colour::kRed);
  }
}

TEST(PlaceDeathTest, OfAnImpossiblePositionAborts) {
  for (const Position& position :
       {Placed(SquaresOf({1, 2, 3}), SquaresOf({3, 4}), Colour::kRed),
        Placed(SquaresOf({1, 2}), 0, Colour::kRed),
        Placed(SquaresOf({1, 2, 3, 4, 6}), SquaresOf({8, 9, 10}),
               Colour::kBlack),
        Position{.style = "SA"}}) {
    EXPECT_DEATH(Standard().PlaceOf(position), "PlaceOf: impossible position");
  }
}

TEST(Place, DoesNotDependOnTheStyleOnceAllPiecesArePlaced) {
  Position position = Problem();
  position.style = "?";
  EXPECT_TRUE(Standard().Check(position).ok());
  EXPECT_EQ(Standard().PlaceOf(position).section, 0);
}

// Returns the boards that docs/rules.md draws between two texts, as the sets of
// squares with `mark`.  X marks a square of a goal or a piece.
std::vector<Squares> DrawnBetween(const std::string& from,
                                  const std::string& to, char mark = 'X') {
  std::ifstream page("docs/rules.md");
  std::string line;
  while (std::getline(page, line) && !absl::StrContains(line, from)) {
  }
  std::vector<Squares> drawn;
  std::vector<Squares> row_of_boards;
  int row = 0;
  while (std::getline(page, line) && !absl::StrContains(line, to)) {
    if (line.substr(0, 4) != "    ") continue;
    const std::vector<std::string> boards =
        absl::StrSplit(line, ' ', absl::SkipEmpty());
    row_of_boards.resize(boards.size());
    for (size_t i = 0; i < boards.size(); ++i) {
      EXPECT_EQ(boards[i].size(), 5u) << line;
      for (int column = 0; column < 5; ++column) {
        if (boards[i][column] == mark) {
          row_of_boards[i] |= SquaresOf({5 * row + column + 1});
        }
      }
    }
    if (++row < 5) continue;
    drawn.insert(drawn.end(), row_of_boards.begin(), row_of_boards.end());
    row_of_boards.clear();
    row = 0;
  }
  return drawn;
}

TEST(RulesPage, DrawsMovesInAllDirections) {
  const std::string from = "**Moving.**", to = "**Winning.**";
  const std::vector<Squares> pieces = DrawnBetween(from, to);
  const std::vector<Squares> moves = DrawnBetween(from, to, 'o');
  ASSERT_EQ(moves.size(), 3u);
  for (size_t i = 0; i < moves.size(); ++i) {
    const int square = std::countr_zero(pieces[i]);
    EXPECT_EQ(moves[i], Standard().kernel().neighbours[square]);
  }
}

TEST(RulesPage, DrawsAllGoals) {
  const std::string standard = "Standard Teeko has 44", advanced = "has 58";
  EXPECT_THAT(DrawnBetween(standard, advanced),
              UnorderedElementsAreArray(Standard().kernel().goals));
  EXPECT_THAT(DrawnBetween(standard, "**Values.**"),
              UnorderedElementsAreArray(Named("advanced").kernel().goals));
  std::vector<Squares> others =
      DrawnBetween("Other rules of the same family", "**Other moves.**");
  ASSERT_EQ(others.size(), 3u);
  for (const Squares goal : others) {
    EXPECT_TRUE(kernel::HasGoal(Named("tilted").kernel(), goal));
  }
}

TEST(Draw, IsTheBoardOfTheLetter) {
  EXPECT_EQ(Standard().Draw(Problem()),
            "- - - - -\n"
            "- - - - -\n"
            "- - O @ O\n"
            "- O @ @ -\n"
            "- - O @ -\n");
}

}  // namespace
}  // namespace teeko
