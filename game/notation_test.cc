#include "game/notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "proto/rules_file.h"

namespace teeko {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr int kSquares = 25;

// Returns the game with the rules of this name.
Game Named(const std::string& name) {
  return Game(*proto::ReadRulesFile("corpus/rules/" + name + ".textproto"));
}

const Game& Standard() {
  static const Game& game = *new Game(Named("standard"));
  return game;
}

// Returns a game with lines of three, and the first and the last style.
Game Lines(int rows, int columns) {
  return Game(*proto::ParseRules(
      absl::StrCat("name: 'lines' rows: ", rows, " columns: ", columns,
                   " pieces: 3 goals { line { length: 3 } } styles: 'SSS' "
                   "styles: 'ASS' banned_first_drops: 1"),
      "test"));
}

std::vector<absl::StatusOr<Item>> Parse(absl::string_view text) {
  return ParseItems(text, "my.txt", Standard());
}

// Returns the items of a text without errors.
std::vector<Item> Items(absl::string_view text) {
  std::vector<Item> items;
  for (const absl::StatusOr<Item>& item : Parse(text)) {
    EXPECT_TRUE(item.ok()) << item.status();
    if (item.ok()) items.push_back(*item);
  }
  return items;
}

// Returns all errors of a text, one on each line.
std::string Errors(absl::string_view text) {
  std::string errors;
  for (const absl::StatusOr<Item>& item : Parse(text)) {
    if (!item.ok()) absl::StrAppend(&errors, item.status().message(), "\n");
  }
  return errors;
}

absl::StatusOr<Position> Read(absl::string_view text,
                              const Game& game = Standard(),
                              const Position& start = {}) {
  const absl::StatusOr<Item> item = ParsePosition(text, game);
  if (!item.ok()) return item.status();
  return SetUp(game, *item, start);
}

std::string MovesText(const Item& item) {
  return absl::StrJoin(item.plies, " ", [](std::string* out, const Ply& ply) {
    absl::StrAppend(out, ToString(ply.move));
  });
}

// Returns the moves of all items of a text without errors, as numbers.
std::vector<std::string> Moves(absl::string_view text) {
  std::vector<std::string> moves;
  for (const Item& item : Items(text)) moves.push_back(MovesText(item));
  return moves;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(ParseItems, ReadsTheProblemOfTheLetter) {
  const std::vector<Item> items =
      Items(ReadFile("corpus/letter/problem_6.txt"));
  ASSERT_THAT(items, SizeIs(1));
  const Item& item = items[0];
  EXPECT_EQ(item.file, "my.txt");
  EXPECT_EQ(item.line, 2);
  EXPECT_THAT(item.comments, ElementsAre("#Problem No. 6, page 151"));
  const teeko::Setup expected = {.black = SquaresOf({14, 18, 19, 24}),
                                 .red = SquaresOf({13, 15, 17, 23}),
                                 .to_move = Colour::kRed,
                                 .statement = Statement{Statement::kWin}};
  EXPECT_EQ(item.initial, expected);
  EXPECT_EQ(MovesText(item),
            "15-9 18-22 23-18 14-8 18-14 8-4 9-15 22-16 17-12");
  EXPECT_EQ(item.plies[0].line, 3);
  EXPECT_EQ(item.plies[8].line, 11);
}

TEST(ParseItems, ReadsTheGameOfTheLetter) {
  const std::vector<Item> items = Items(ReadFile("corpus/letter/game_8.txt"));
  ASSERT_THAT(items, SizeIs(1));
  EXPECT_FALSE(items[0].initial.has_value());
  EXPECT_THAT(items[0].plies, SizeIs(23));
  EXPECT_EQ(items[0].plies[8].move, (Move{.from = 14, .to = 9}));
}

TEST(ParseItems, TakesAnyCaseAndWhiteSpace) {
  const std::vector<Item> items = Items(
      "\xEF\xBB\xBFPROBLEM :red ON 1\t2;\r\n BLACK on\n3 4; black TO move 1 - "
      "2 "
      "\f3-\n4\r\nGame: 5\v6");
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_EQ(items[0].initial->black, SquaresOf({3, 4}));
  EXPECT_EQ(items[0].initial->red, SquaresOf({1, 2}));
  EXPECT_EQ(items[0].initial->to_move, Colour::kBlack);
  EXPECT_EQ(items[0].initial->statement, std::nullopt);
  EXPECT_EQ(MovesText(items[0]), "1-2 3-4");
  EXPECT_EQ(MovesText(items[1]), "5 6");
  EXPECT_EQ(items[1].line, 5);
}

TEST(ParseItems, ReadsStatements) {
  const std::string start = "problem: Black on; Red on; Black to move ";
  const auto statement = [&](const std::string& words) {
    return Items(start + words)[0].initial->statement;
  };
  EXPECT_EQ(statement(""), std::nullopt);
  EXPECT_EQ(statement("and win"), Statement{Statement::kWin});
  EXPECT_EQ(statement("and draw"), Statement{Statement::kDraw});
  EXPECT_EQ(statement("and lose"), Statement{Statement::kLose});
  EXPECT_EQ(statement("and win in 9"), (Statement{Statement::kWin, 9}));
  EXPECT_EQ(statement("and lose in 10"), (Statement{Statement::kLose, 10}));
}

TEST(ParseItems, KeepsCommentsWhereTheyAre) {
  const std::vector<Item> items = Items(
      "# one\n #two  \ngame 1 # of the second\n# drop\n 2\n#three\ngame\n#end");
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_THAT(items[0].comments, ElementsAre("# one", "#two"));
  EXPECT_THAT(items[0].plies[0].comments, IsEmpty());
  EXPECT_THAT(items[0].plies[1].comments,
              ElementsAre("# of the second", "# drop"));
  EXPECT_THAT(items[1].comments, ElementsAre("#three"));
}

TEST(ParseItems, TakesTurnNumbersColoursCommasAndArrows) {
  const std::string plies = "13 8 12-7 7-8 1";
  for (const char* text :
       {"game 1. 13 8 2. 12-7 7-8 3. 1", "game 1.13 1... 8 2. 12-7 7-8 3.1",
        "game 1. 13 2. 8 3. 12-7 4. 7-8 5. 1", "game B13 R8 B12-7 R7-8 B1",
        "game 1. B13 R8\n2. B12-7 R7-8\n3. B1", "game 13, 8,12-7 ,7-8, 1",
        "game 13 8 12→7 7 → 8 1", "game 13 8 12->7 7–8 1",
        "game c3 c4 b3-b4 b4-c4 a5", "game C3 C4 b3→b4 b4−C4 A5"}) {
    EXPECT_THAT(Moves(text), ElementsAre(plies)) << text;
  }
  EXPECT_THAT(Moves("problem: Black on 1, 2; Red on 3, 4; Red to move R5 B6"),
              ElementsAre("5 6"));
}

TEST(ParseItems, ReadsGamesWithoutTheirWord) {
  // A ply or a game on each line.  An empty line separates games.
  EXPECT_THAT(Moves("13\n# a comment\n8 # another\n19\n"),
              ElementsAre("13 8 19"));
  EXPECT_THAT(Moves("13\n8\n \n19\n7"), ElementsAre("13 8", "19 7"));
  EXPECT_THAT(Moves("13 8\n19 7 3\n1\n2 3"),
              ElementsAre("13 8", "19 7 3", "1", "2 3"));
  // Turn numbers continue a game on the next line.
  EXPECT_THAT(Moves("1. 13 8\n2. 19\n2... 7\n1. 3 4\n2. 5"),
              ElementsAre("13 8 19 7", "3 4 5"));
  // The words "game" and "problem" work as before.
  EXPECT_THAT(Moves("13 8\ngame 1\n2 3\n\n4\ngame 5\n"),
              ElementsAre("13 8", "1 2 3 4", "5"));
}

TEST(ParseItems, ReadsSquareNamesAsInChess) {
  const std::vector<Item> items = Items(
      "game a1 e1 A5 e5 C3\nproblem: Black on a1 c3; Red on e5; Red to move "
      "d1\n"
      "problem: Black on; Red on; Black to move\ngame 1");
  EXPECT_EQ(MovesText(items[0]), "21 25 1 5 13");
  EXPECT_EQ(Print(items[0]), "game\na1\ne1\na5\ne5\nc3\n");
  EXPECT_EQ(items[1].initial->black, SquaresOf({13, 21}));
  EXPECT_EQ(Print(items[1]),
            "problem: Black on c3 a1; Red on e5; Red to move\nd1\n");
  EXPECT_EQ(Print(items[3]), "game\n1\n");
  const Game wide = Lines(2, 26);
  EXPECT_EQ(MovesText(*ParseItems("game a1 z2", "", wide)[0]), "27 26");
}

TEST(ParseItems, TakesAllLineEnds) {
  const std::string text =
      "# one\n13\n8\n\n# two\n7\n9\n\n26 1\nproblem: Black on 1;\n"
      "Red on 2; Black to move\n# end\n3";
  const ItemsOfText expected = ReadItems(text, "my.txt", Standard());
  ASSERT_THAT(expected.items, SizeIs(4));
  EXPECT_EQ(expected.items[2].status().message(),
            "my.txt:9: squares are numbered 1 to 25, found \"26\"");
  for (const auto& ends : {std::vector<std::string>{"\r"},
                           {"\r\n"},
                           {"\r", "\n"},
                           {"\r\n", "\r", "\n"}}) {
    std::string same;
    size_t lines = 0;
    for (const char c : text) {
      absl::StrAppend(
          &same, c == '\n' ? ends[lines++ % ends.size()] : std::string(1, c));
    }
    // CR and LF together are one line end.
    if (ends.size() == 2) {
      same = absl::StrReplaceAll(same, {{"\r\n", "\r \n"}});
    }
    const ItemsOfText read = ReadItems(same, "my.txt", Standard());
    ASSERT_EQ(read.items.size(), expected.items.size());
    EXPECT_EQ(read.last_line, 13);
    for (size_t i = 0; i < read.items.size(); ++i) {
      ASSERT_EQ(read.items[i].status(), expected.items[i].status());
      if (!read.items[i].ok()) continue;
      EXPECT_EQ(Print(*read.items[i]), Print(*expected.items[i]));
      EXPECT_EQ(read.items[i]->line, expected.items[i]->line);
    }
  }
  EXPECT_EQ(Read("# mine\rBlack on 13;\rRed on")->black, SquaresOf({13}));
}

TEST(ParseItems, KeepsTheLastComments) {
  const ItemsOfText read =
      ReadItems("# a\ngame 1 # b\n\n# c\n", "my.txt", Standard());
  EXPECT_THAT(read.items[0]->comments, ElementsAre("# a"));
  EXPECT_THAT(read.last_comments, ElementsAre("# b", "# c"));
  EXPECT_THAT(ReadItems("# a", "", Standard()).last_comments,
              ElementsAre("# a"));
  EXPECT_THAT(ReadItems("game 26\n# a", "", Standard()).last_comments,
              ElementsAre("# a"));
}

TEST(ParseItems, ReplacesInvalidUtf8) {
  const std::vector<Item> items = Items("# caf\xE9 game\n1\n# \xE2\x82\n2");
  EXPECT_THAT(items[0].comments, ElementsAre("# caf\uFFFD game"));
  EXPECT_THAT(items[0].plies[1].comments, ElementsAre("# \uFFFD"));
  EXPECT_EQ(ParseItems("26", "caf\xE9", Standard())[0].status().message(),
            "caf\uFFFD:1: squares are numbered 1 to 25, found \"26\"");
  EXPECT_THAT(Errors("café"), HasSubstr("found \"caf"));
}

TEST(ParseItems, AnEmptyTextHasNoItems) {
  EXPECT_THAT(Parse(""), IsEmpty());
  EXPECT_THAT(Parse(" \n# nothing but a comment"), IsEmpty());
}

TEST(ParseItems, ErrorsNameLineAndReason) {
  const std::string start = "problem: Black on 1 2; Red on 3 4; ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"chess",
       "my.txt:1: expected a move, \"problem\" or \"game\", found \"chess\""},
      {"game 0", "my.txt:1: squares are numbered 1 to 25, found \"0\""},
      {"game\n26", "my.txt:2: squares are numbered 1 to 25, found \"26\""},
      {"game 13-26", "squares are numbered 1 to 25, found \"26\""},
      {"game 99999999999999", "1 to 25, found \"99999999999999\""},
      {"game 13-", "expected a square, found the end"},
      {"game 13-x", "expected a square, found \"x\""},
      {"game c3 13", "either numbers or letters for squares, found \"13\""},
      {"game c3 B2", "a small letter, since B and R are colours, found \"B2\""},
      {"game 13 c3", "either numbers or letters for squares, found \"c3\""},
      {"game f1", "squares are a1 to e5, found \"f1\""},
      {"game a6", "squares are a1 to e5, found \"a6\""},
      {"game a0", "squares are a1 to e5, found \"a0\""},
      {"game c3d4", "squares are a1 to e5, found \"c3d4\""},
      {"problem: Black on B2", "a small letter, since B and R are colours"},
      {"game R13", "it is Black's turn, found \"R13\""},
      {"game B13 B8", "it is Red's turn, found \"B8\""},
      {"problem: Black on; Red on; Red to move B1", "it is Red's turn"},
      {"game 13. 8. 19.",
       "turns are numbered 1, 2, 3 and so on, found \"13.\""},
      {"game 1. 13 8 3. 19 7", "turns are numbered 1, 2, 3 and so on"},
      {"game 1. 13 8 2.", "expected a move, \"problem\" or \"game\""},
      {"game 0. 13", "turns are numbered 1, 2, 3 and so on, found \"0.\""},
      {"13\n8 19\n7", "my.txt:2: expected one move on each line"},
      {"2. 13 8", "turns are numbered 1, 2, 3 and so on, found \"2.\""},
      {"game 13 Draw",
       "expected a move, \"problem\" or \"game\", found \"Draw\""},
      {"game 13; 14", "found \";\""},
      {"problem", "expected \"Black on\", found the end"},
      {"problem: B on 1", "expected \"Black on\", found \"B\""},
      {"problem: 1 2", "expected \"Black on\", found \"1\""},
      {"problem: Black 1", "expected \"on\", found \"1\""},
      {"problem: Black on 1 26", "squares are numbered 1 to 25, found \"26\""},
      {"problem: Black on 1 2 1", "square 1 is used twice"},
      {"problem: Black on 1 2; Red on\n3 2",
       "my.txt:2: square 2 is used twice"},
      {"problem: Black on 1 2 Red on 3",
       "expected a square, or \";\" and \"Red on\", found \"Red\""},
      {"problem: Black on 1 2; Black on 3",
       "expected \"Red on\", found \"Black\""},
      {"problem: Red on 1 2; Green on 3",
       "expected \"Black on\", found \"Green\""},
      {"problem: Black on 1; Red on 2",
       "expected who is to move (\"Red to move\"), found the end"},
      {start + "1-2", "expected who is to move (\"Red to move\"), found \"1\""},
      {start + "Red moves",
       "expected a move, \"problem\" or \"game\", found \"moves\""},
      {start + "Red to win", "expected \"move\", found \"win\""},
      {start + "Red to move and resign",
       "expected \"win\", \"draw\" or \"lose\", found \"resign\""},
      {start + "Red to move and win in",
       "expected a number of plies, found the end"},
      {start + "Red to move and win in x", "a number of plies, found \"x\""},
      {start + "Red to move and draw in 9", "found \"in\""},
      {std::string("\0\xFF\x1B[", 4), "found \"U+0000\""},
      {"\xFF\xFEx", "my.txt:1: the text is in UTF-16: expected UTF-8"},
      {"\xFE\xFF", "my.txt:1: the text is in UTF-16: expected UTF-8"},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_THAT(Errors(text), HasSubstr(error)) << text;
    EXPECT_THAT(Errors(text), StartsWith("my.txt:"));
    EXPECT_THAT(Parse(text), SizeIs(1)) << text;
  }
}

TEST(ParseItems, CountsTheErrorsAfterTheFirst1000) {
  std::string text = "13 8\n";
  for (int i = 0; i < kMaxErrors; ++i) text += "x\n";
  ItemsOfText read = ReadItems(text + "7 9", "my.txt", Standard());
  EXPECT_EQ(read.refused, kMaxErrors);
  ASSERT_THAT(read.items, SizeIs(kMaxErrors + 2));
  EXPECT_TRUE(read.items.back().ok());
  read = ReadItems(text + "26\nx\n7 9", "my.txt", Standard());
  EXPECT_EQ(read.refused, kMaxErrors + 2);
  ASSERT_THAT(read.items, SizeIs(kMaxErrors + 3));
  EXPECT_EQ(read.items.back().status().message(),
            "my.txt:1002: … and 2 more errors");
}

TEST(ParseItems, ContinuesAfterAnError) {
  const std::vector<absl::StatusOr<Item>> items = Parse(
      "#lost\ngame 1 3 x\n#lost\n 26\n#kept\ngame 2 problem: Black game 3\n"
      "game 4");
  ASSERT_THAT(items, SizeIs(4));
  EXPECT_FALSE(items[0].ok());
  ASSERT_TRUE(items[1].ok());
  EXPECT_EQ(MovesText(*items[1]), "2");
  EXPECT_THAT(items[1]->comments, ElementsAre("#kept"));
  EXPECT_FALSE(items[2].ok());
  ASSERT_TRUE(items[3].ok());
  EXPECT_EQ(MovesText(*items[3]), "4");
}

// Returns the moves of each accepted item, and "!" with the line for each
// refused part.
std::string Outline(absl::string_view text) {
  const SquareNames board = Standard().names();
  ItemReader reader({text.data(), text.size()}, board);
  std::vector<std::string> outline;
  while (const std::optional<Part> part = reader.Next()) {
    outline.push_back(part->error.empty() ? MovesText(part->item)
                                          : absl::StrCat("!", part->line));
  }
  return absl::StrJoin(outline, "|");
}

TEST(ParseItems, SkipsLinesThatAreNoItems) {
  const std::string two = "13 8 19\n7 9\n";
  for (const char* line :
       {"[Event \"Club game\"]", "My best game", "Game of the year 1955",
        "Game 3 of the match", "Problem No. 6, page 151", "1955", "1-0",
        "1955 championship", "3 games of mine follow", "\"unclosed game",
        "Black and Red draw a game", "and win", "1/2-1/2", "*", "}{ \xFF \x01",
        "game of problem: game", "Black on move, problem 7", "- - -",
        "26 13"}) {
    EXPECT_EQ(Outline(absl::StrCat(line, "\n", two)), "!1|13 8 19|7 9") << line;
    EXPECT_EQ(Outline(absl::StrCat(two, line, "\n")), "13 8 19|7 9|!3") << line;
    EXPECT_EQ(Outline(absl::StrCat("13 8 19\n", line, "\n7 9")),
              "13 8 19|!2|7 9")
        << line;
  }
  // Titles before games with one ply on each line, and between named items.
  EXPECT_EQ(Outline("My best game\n13\n8\n19\n\n1955 championship\n7\n9"),
            "!1|13 8 19|!6|7 9");
  EXPECT_EQ(Outline("game\n13\n8\nMy second game\ngame\n19\n1-0\n\ngame 7"),
            "13 8|!4|19|!7|7");
  EXPECT_EQ(Outline("5/5/5/5/5 b\n5/5/5/5/5 x\n5/5/2b2/5/5 r 1"), "|!2|1");
  // A line without a digit cannot have a ply.
  EXPECT_EQ(Outline("1. 13 8\nWhat a game!\n2. 19"), "13 8 19|!2");
}

TEST(ParseItems, RefusesAnItemThatMayHaveLostAPly) {
  EXPECT_EQ(Outline("13\nl9\n7\n\n8\n9"), "!2|8 9");
  EXPECT_EQ(Outline("13\n8x\n7\n\n8\n9"), "!2|8 9");
  EXPECT_EQ(Outline("1. 13 8\n2. 19 7?\n3. 9 1\n1. 5"), "!2|5");
  EXPECT_EQ(Outline("game\n13\n19 x\n7\ngame 5"), "!3|5");
  EXPECT_EQ(Outline("problem: Black on 1;\n2x\nRed on; Red to move\ngame 5"),
            "!2|5");
  EXPECT_EQ(Outline("26\n8\n19\n\n5"), "!1|5");
}

TEST(ParseItems, ContinuesWhereAnotherGameMayBegin) {
  // Another game may begin on the next line or, if the refused game may
  // continue there, after an empty line.
  EXPECT_EQ(
      Errors("13 8\n19 x\n1 2"),
      "my.txt:2: expected a move, \"problem\" or \"game\", found \"x\"\n");
  EXPECT_THAT(Parse("13 8\n19 x\n1 2"), SizeIs(3));
  EXPECT_THAT(Parse("13\nx1\n7\n\n8\n9"), SizeIs(2));
  EXPECT_THAT(Parse("hello\nworld\n13"), SizeIs(3));
}

TEST(ParseItems, ReadsLongLines) {
  constexpr size_t kBytes = 10'000'000;
  EXPECT_THAT(Errors(std::string(kBytes, 'x')).size(), ::testing::Lt(200u));
  EXPECT_THAT(Errors("game " + std::string(kBytes, '7')).size(),
              ::testing::Lt(200u));
  EXPECT_THAT(Errors(std::string(kBytes, '\0')).size(), ::testing::Lt(200u));
  std::string moves = "game ";
  while (moves.size() < kBytes) moves += "7 ";
  EXPECT_THAT(Parse(moves)[0]->plies, SizeIs(kBytes / 2 - 2));
  EXPECT_THAT(Errors("problem: " + std::string(kBytes, '/')).size(),
              ::testing::Lt(200u));
  EXPECT_THAT(Errors("problem: 5/5/5/5/" + std::string(kBytes, '9')).size(),
              ::testing::Lt(200u));
}

// ---- Positions ----

std::string Error(absl::string_view text) {
  return std::string(Read(text).status().message());
}

TEST(ParsePosition, ReadsAllForms) {
  const Position expected = {.black = SquaresOf({14, 18, 19, 24}),
                             .red = SquaresOf({13, 15, 17, 23}),
                             .to_move = Colour::kRed};
  for (const char* text :
       {"Black on 14 18 19 24; Red on 13 15 17 23; Red to move",
        "problem: red on 13,15,17,23; black on 14,18,19,24; red",
        "Black on d3 c2 d2 d1; Red on c3 e3 b2 c1; Red to move",
        "- - - - -\n- - - - -\n- - O @ O\n- O @ @ -\n- - O @ -\n; Red to move",
        "- - - - -\n- - - - -\n- - O @ O\n- O @ @ -\n- - O @ -\nRed to move",
        "............rbr.rbb...rb.;r", "............OBo.Rb@...r@- r",
        "5/5/2rbr/1rbb1/2rb1 r", "5/5/2RBR/1RBB1/2RB1; Red to move"}) {
    const absl::StatusOr<Position> position = Read(text);
    ASSERT_TRUE(position.ok()) << text << position.status();
    EXPECT_EQ(*position, expected) << text;
  }
  EXPECT_EQ(Read("@--- ---- ---O ----; black to move", Named("board4x4"))->red,
            SquaresOf({12}));
}

TEST(ParsePosition, KeepsTheFormOfSquareNames) {
  EXPECT_TRUE(ParsePosition("Black on c3; Red on", Standard())->names.letters);
  EXPECT_FALSE(ParsePosition("Black on 3; Red on", Standard())->names.letters);
  EXPECT_FALSE(ParsePosition("5/5/5/5/5 b", Standard())->names.letters);
}

TEST(ParsePosition, ReportsErrors) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "expected \"Black on\", found the end"},
      {"@O", "one character for each of 25 squares, this one has 2"},
      {std::string(70, '@'), "this one has 70"},
      {std::string(25, '-') + "x", "expected \"Black on\", found \"-\""},
      {std::string(25, '-') + " -", "expected who is to move"},
      {std::string(25, '-') + "; to move", "expected who is to move"},
      {"Black on 1; Red on 1", "square 1 is used twice"},
      {"Black on c3; Red on c3", "square c3 is used twice"},
      {"Black on 1; Red on 2; Black to move 3",
       "expected the end of the position, found \"3\""},
      {"hello", "expected \"Black on\", found \"hello\""},
      {"5/5/5/5 b", "the board has 5 rows, not 4, found \"5/5/5/5\""},
      {"5/5/5/5/5/5 b", "the board has 5 rows, not 6"},
      {"5/5/2bb/5/5 b", "row 3: expected 5 squares"},
      {"5/5/5/3bbb/5 b", "row 4: expected 5 squares"},
      {"5/5/5/5/4294967301 b", "row 5: expected 5 squares"},
      {"5/5/2x2/5/5 b", "expected \"Black on\", found \"5/5/2x2/5/5\""},
      {"5/5/5/5/5 w", "expected who is to move (\"Red to move\"), found \"w\""},
      {"5/5/5/5/5 b chess", "expected the end of the position"},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_THAT(Error(text), HasSubstr(error)) << text;
  }
}

TEST(SetUp, DerivesTheSideToMoveFromTheDrops) {
  EXPECT_EQ(Read("Black on; Red on")->to_move, Colour::kBlack);
  EXPECT_EQ(Read("Black on 1; Red on")->to_move, Colour::kRed);
  EXPECT_EQ(Read("bbb1b/rrr2/5/5/5")->to_move, Colour::kRed);
  EXPECT_THAT(Error("bbb1b/rrrr1/5/5/5"),
              HasSubstr("the side to move is missing"));
}

TEST(SetUp, TheTextOverridesTheDefaults) {
  const auto style = [](const char* text) {
    return Read(text, Standard(), {.style = "AASS"})->style;
  };
  EXPECT_EQ(style("Black on; Red on; Black to move"), "AASS");
  EXPECT_EQ(style("5/5/5/5/5 b saaa"), "SAAA");
  EXPECT_EQ(style("Black on; Red on; Black to move SAAA"), "SAAA");
  EXPECT_TRUE(Read("5/5/5/5/5 b SSSS ban")->centre_ban);
  EXPECT_TRUE(Read("5/5/5/5/5 b ban")->centre_ban);
  EXPECT_TRUE(
      Read("5/5/5/5/5 b", Standard(), {.centre_ban = true})->centre_ban);
  EXPECT_FALSE(Read("5/5/5/5/5 b")->centre_ban);
  // A style that is given without a ban means that there is no ban.
  EXPECT_FALSE(
      Read("5/5/5/5/5 b SSSS", Standard(), {.centre_ban = true})->centre_ban);
}

TEST(PositionString, HasEverythingThatMatters) {
  const auto string = [](Position position) {
    return PositionString(Standard(), position);
  };
  EXPECT_EQ(
      string(*Read("Black on 14 18 19 24; Red on 13 15 17 23; Red to move "
                   "AASS ban")),
      "5/5/2rbr/1rbb1/2rb1 r");
  EXPECT_EQ(string({}), "5/5/5/5/5 b SSSS");
  EXPECT_EQ(string({.style = "AASS", .centre_ban = true}),
            "5/5/5/5/5 b AASS ban");
  EXPECT_EQ(string({.black = SquaresOf({5}),
                    .to_move = Colour::kRed,
                    .style = "AASS",
                    .centre_ban = true}),
            "4b/5/5/5/5 r AASS");
}

// Random positions of games, with and without drops to come, on various boards.
TEST(PositionString, RoundTrips) {
  std::vector<Game> games;
  for (const auto& [rows, columns] :
       {std::pair(1, 6), {6, 1}, {1, 64}, {64, 1}, {2, 32}, {3, 4}, {8, 8}}) {
    games.push_back(Lines(rows, columns));
  }
  for (const char* name : {"standard", "advanced", "board4x4"}) {
    games.push_back(Named(name));
  }
  std::mt19937 random(1);
  for (const Game& game : games) {
    for (int i = 0; i < 300; ++i) {
      const auto& styles = game.rules().styles();
      Position position = game.Start(
          styles[random() % styles.size()],
          !game.rules().banned_first_drops().empty() && random() % 2 == 0);
      for (int ply = 0; ply < 12; ++ply) {
        ASSERT_TRUE(game.Check(position).ok());
        const std::string text = PositionString(game, position);
        absl::StatusOr<Position> read =
            Read(text, game, {.style = position.style});
        ASSERT_TRUE(read.ok()) << text << read.status();
        // The ban affects only the empty board.
        if (ply > 0) read->centre_ban = position.centre_ban;
        EXPECT_EQ(*read, position) << text;
        if (ply < 2 * game.pieces()) {
          EXPECT_EQ(Read(text, game)->style, position.style) << text;
        }
        const std::vector<Move> moves = game.Moves(position);
        if (moves.empty()) break;
        position = game.After(position, moves[random() % moves.size()]);
      }
    }
  }
}

// ---- Pips ----

TEST(Pips, ComeWithSquaresAndDrops) {
  const auto items =
      Parse("problem: Black on 14:1 c3:127; Red on 5; Red to move\n");
  EXPECT_THAT(items[0].status().message(), HasSubstr("numbers or letters"));
  const auto game = Parse(
      "1. 13:4 B8:1 2. 7\nproblem: Black on 14:1 13:127; "
      "Red on 5; Red to move SSAA 8:2");
  ASSERT_TRUE(game[1].ok()) << game[1].status();
  EXPECT_EQ(game[1]->initial->pips, (Pips{{13, 127}, {14, 1}}));
  EXPECT_EQ(game[1]->plies[0].move.pips, 2);
}

TEST(Pips, AreReadInEveryFormOfAPosition) {
  for (const char* text :
       {"Black on 2:3 3:1; Red on 25:12; Red to move",
        "1bb2/5/5/5/4r r pips 3 1 12", "1bb2/5/5/5/4r r SSSA ban pips 3 1 12",
        ".@@.. ..... ..... ..... ....O; Red to move pips 3 1 12"}) {
    const auto item = ParsePosition(text, Standard());
    ASSERT_TRUE(item.ok()) << text << item.status();
    EXPECT_EQ(item->initial->pips, (Pips{{2, 3}, {3, 1}, {25, 12}})) << text;
  }
}

TEST(Pips, AreRefused) {
  const auto error = [](const std::string& text) {
    return std::string(Parse(text)[0].status().message());
  };
  EXPECT_THAT(error("game 13:0"), HasSubstr("a marker has 1 to 127 pips"));
  EXPECT_THAT(error("game 13:128"), HasSubstr("a marker has 1 to 127 pips"));
  EXPECT_THAT(error("game 13:99999999999"),
              HasSubstr("a marker has 1 to 127 pips"));
  EXPECT_THAT(error("game 13 :4"), HasSubstr("found \":\""));
  EXPECT_THAT(error("game 14:3-9"), HasSubstr("only a drop states its pips"));
  EXPECT_THAT(error("game 14-9:3"), HasSubstr("only a drop states its pips"));
  EXPECT_THAT(error("1bb2/5/5/5/5 r pips 3"),
              HasSubstr("expected pips for each of 2 pieces"));
  EXPECT_THAT(error("1bb2/5/5/5/5 r pips 3 128"),
              HasSubstr("expected pips for each of 2 pieces"));
  EXPECT_THAT(error("problem: Black on 2:1; Red on; Red to move pips 1"),
              HasSubstr("the position has pips already"));
  for (const std::string text :
       {"game 13:4", "problem: Black on 2:1; Red on; Red to move"}) {
    EXPECT_THAT(teeko::SetUp(Standard(), *Parse(text)[0]).status().message(),
                HasSubstr("the rules \"standard\" have no scoring"));
  }
  EXPECT_FALSE(ParseMove("13:4", Standard().names()).ok());
}

// ---- Printing and parsing ----

std::vector<std::string> SomeComments() {
  return *rc::gen::container<std::vector<std::string>>(rc::gen::map(
      rc::gen::container<std::string>(rc::gen::inRange<char>('!', '~')),
      [](const std::string& text) { return "#" + text; }));
}

int SomeSquare() { return *rc::gen::inRange(1, kSquares + 1); }

// No pips, or pips of some of the pieces.
Pips SomePips(Squares pieces) {
  Pips pips;
  if (*rc::gen::arbitrary<bool>()) return pips;
  for (int square = 1; square <= kSquares; ++square) {
    if ((pieces >> (square - 1) & 1) != 0 && *rc::gen::arbitrary<bool>()) {
      pips[square] = *rc::gen::inRange(1, 128);
    }
  }
  return pips;
}

Item SomeItem() {
  Item item = {.comments = SomeComments(), .names = Standard().names()};
  item.names.letters = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) {
    const Squares taken = *rc::gen::inRange<Squares>(0, 1 << kSquares);
    const Squares black = *rc::gen::inRange<Squares>(0, 1 << kSquares);
    item.initial = {.black = taken & black,
                    .red = taken & ~black,
                    .pips = SomePips(taken),
                    .to_move = *rc::gen::element(Colour::kBlack, Colour::kRed),
                    .centre_ban = *rc::gen::arbitrary<bool>()};
    if (*rc::gen::arbitrary<bool>()) item.initial->style = "ASSA";
    if (*rc::gen::arbitrary<bool>()) {
      item.initial->statement = {*rc::gen::element(
          Statement::kWin, Statement::kDraw, Statement::kLose)};
      if (item.initial->statement->outcome != Statement::kDraw &&
          *rc::gen::arbitrary<bool>()) {
        item.initial->statement->plies = *rc::gen::inRange(0, 100);
      }
    }
  }
  const int plies = *rc::gen::inRange(0, 10);
  for (int ply = 0; ply < plies; ++ply) {
    const int from = *rc::gen::arbitrary<bool>() ? SomeSquare() : 0;
    const int pips = from == 0 ? *rc::gen::inRange(0, 128) : 0;
    item.plies.push_back(
        {.move = {.from = from, .to = SomeSquare(), .pips = pips},
         .comments = SomeComments()});
  }
  return item;
}

void AssertSame(const Item& a, const Item& b) {
  RC_ASSERT(a.comments == b.comments);
  RC_ASSERT(a.initial == b.initial);
  RC_ASSERT(a.plies.size() == b.plies.size());
  for (size_t i = 0; i < a.plies.size(); ++i) {
    RC_ASSERT(a.plies[i].move == b.plies[i].move);
    RC_ASSERT(a.plies[i].comments == b.plies[i].comments);
  }
}

RC_GTEST_PROP(ParseItems, ReadsWhatPrintPrints, ()) {
  std::vector<Item> items;
  std::string text;
  const int count = *rc::gen::inRange(1, 4);
  for (int i = 0; i < count; ++i) {
    items.push_back(SomeItem());
    text += Print(items.back());
  }
  const std::vector<absl::StatusOr<Item>> parsed = Parse(text);
  RC_ASSERT(parsed.size() == items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    RC_ASSERT(parsed[i].ok());
    AssertSame(items[i], *parsed[i]);
  }
}

// Returns the accepted items of a text with their comments, and the last
// comments.
std::string Printed(const std::string& text) {
  std::string printed;
  const ItemsOfText read = ReadItems(text, "", Standard());
  for (const absl::StatusOr<Item>& item : read.items) {
    if (item.ok()) printed += Print(*item);
  }
  return absl::StrCat(printed, absl::StrJoin(read.last_comments, "\n"));
}

RC_GTEST_PROP(ParseItems, RefusedPartsDoNotChangeTheRest, ()) {
  const std::vector<std::string> lines = {
      "13",
      "8",
      "19 7",
      "26",
      "26 8",
      "1. 13 8",
      "2. 19",
      "2. 19 x",
      "game",
      "game 13 8",
      "game 13 8 x",
      "game 13 8 26",
      "problem: Black on 1; Red on",
      "problem: Black on 1; Red on; Red to move",
      "; Red to move",
      "5/5/5/5/5 b",
      "5/5/5/5 b",
      "Black on 1; Red on 2; Black",
      "",
      "",
      "# a comment\n13 8",
      "# a comment\ngame 26",
      "x # behind rubbish",
      "My best game",
      "Game 3 of the match",
      "1-0",
      "[Event \"Club game\"]",
      "no. 6",
      "15-",
      "9",
      "game 2 problem: Black game 3",
      "13 8 game x",
      "and win in 9"};
  std::string text;
  for (const std::string& line : *rc::gen::container<std::vector<std::string>>(
           rc::gen::elementOf(lines))) {
    absl::StrAppend(&text, line, "\n");
  }
  // Remove the refused parts, and the lines that then have nothing else.
  std::string rest = text;
  std::vector<Part> refused;
  ItemReader reader(text, Standard().names());
  while (std::optional<Part> part = reader.Next()) {
    RC_ASSERT(part->begin <= part->end && part->end <= text.size());
    if (!part->error.empty()) refused.push_back(*part);
  }
  std::vector<bool> cut(text.size());
  for (const Part& part : refused) {
    const bool whole_lines =
        (part.begin == 0 || text[part.begin - 1] == '\n') &&
        text[part.end] == '\n';
    std::fill_n(cut.begin() + part.begin, part.end - part.begin + whole_lines,
                true);
  }
  rest.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (!cut[i]) rest += text[i];
  }
  RC_LOG() << text << "---\n" << rest << "---\n";
  RC_ASSERT(Printed(rest) == Printed(text));
}

RC_GTEST_PROP(ParseItems, TerminatesOnAnyText, ()) {
  // Words of the notation in random order, and a few random bytes.
  const std::vector<std::string> words = {
      "problem", ":",    "Black", "on",   "1",   "Red",        "25", ";",
      "to",      "\n",   "move",  "and",  "win", "game",       "26", "-",
      "#",       "\x80", "in",    "9",    "c3",  "B7",         "R8", "1.",
      "2.",      "→",    ",",     "SAAS", "ban", "5/5/2b2/5/5"};
  const std::string text = absl::StrJoin(
      *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(words)),
      " ");
  for (const absl::StatusOr<Item>& item : Parse(text)) {
    if (!item.ok()) {
      RC_ASSERT(item.status().message().find("my.txt:") == 0u);
      continue;
    }
    const std::vector<absl::StatusOr<Item>> again = Parse(Print(*item));
    RC_ASSERT(again.size() == 1u);
    RC_ASSERT(again[0].ok());
    AssertSame(*item, *again[0]);
  }
}

}  // namespace
}  // namespace teeko
