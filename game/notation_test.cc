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

TEST(ParsePosition, ReadsADiagramOfAnotherBoard) {
  EXPECT_EQ(Read("@--- ---- ---O ----; black to move", Named("board4x4"))->red,
            SquaresOf({12}));
}

TEST(ParsePosition, KeepsTheFormOfSquareNames) {
  EXPECT_TRUE(ParsePosition("Black on c3; Red on", Standard())->names.letters);
  EXPECT_FALSE(ParsePosition("Black on 3; Red on", Standard())->names.letters);
  EXPECT_FALSE(ParsePosition("5/5/5/5/5 b", Standard())->names.letters);
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

TEST(Pips, AreRefusedInRulesWithoutScoring) {
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
