#include "game/notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace teeko {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr int kSquares = 25;

std::vector<absl::StatusOr<Item>> Parse(absl::string_view text) {
  return ParseItems(text, "my.txt", kSquares);
}

// The items of a text that has no faults.
std::vector<Item> Items(absl::string_view text) {
  std::vector<Item> items;
  for (const absl::StatusOr<Item>& item : Parse(text)) {
    EXPECT_TRUE(item.ok()) << item.status();
    if (item.ok()) items.push_back(*item);
  }
  return items;
}

// All complaints about a text, one a line.
std::string Errors(absl::string_view text) {
  std::string errors;
  for (const absl::StatusOr<Item>& item : Parse(text)) {
    if (!item.ok()) absl::StrAppend(&errors, item.status().message(), "\n");
  }
  return errors;
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
  const Placement expected = {.black = SquaresOf({14, 18, 19, 24}),
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

TEST(ParseItems, ReadsWhatAProblemStates) {
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

TEST(ParseItems, OfNothingIsNothing) {
  EXPECT_THAT(Parse(""), IsEmpty());
  EXPECT_THAT(Parse(" \n# nothing but a comment"), IsEmpty());
}

TEST(ParseItems, SaysWhatIsWrongAndWhere) {
  const std::string start = "problem: Black on 1 2; Red on 3 4; ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"chess", "my.txt:1: expected \"problem\" or \"game\", found \"chess\""},
      {"13 14", "my.txt:1: expected \"problem\" or \"game\", found \"13\""},
      {"game 0", "my.txt:1: squares are numbered 1 to 25, found \"0\""},
      {"game\n26", "my.txt:2: squares are numbered 1 to 25, found \"26\""},
      {"game 13-26", "squares are numbered 1 to 25, found \"26\""},
      {"game 99999999999999", "1 to 25, found \"99999999999999\""},
      {"game 13-", "expected a square, found the end"},
      {"game 13-x", "expected a square, found \"x\""},
      {"game 13 Draw",
       "expected a move, \"problem\" or \"game\", found \"Draw\""},
      {"game 13; 14", "found \";\""},
      {"problem", "expected \"Black on\", found the end"},
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
       "expected \";\" and who is to move, found the end"},
      {start + "1-2", "expected who is to move (\"Red to move\"), found \"1\""},
      {start + "Red moves", "expected \"to\", found \"moves\""},
      {start + "Red to win", "expected \"move\", found \"win\""},
      {start + "Red to move and resign",
       "expected \"win\", \"draw\" or \"lose\", found \"resign\""},
      {start + "Red to move and win in",
       "expected a number of plies, found the end"},
      {start + "Red to move and win in x", "a number of plies, found \"x\""},
      {start + "Red to move and draw in 9", "found \"in\""},
      {std::string("\0\xFF\x1B[", 4), "found \"\\x00\""},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_THAT(Errors(text), HasSubstr(error)) << text;
    EXPECT_THAT(Errors(text), StartsWith("my.txt:"));
    EXPECT_THAT(Parse(text), SizeIs(1)) << text;
  }
}

TEST(ParseItems, GoesOnAfterAFault) {
  const std::vector<absl::StatusOr<Item>> items = Parse(
      "#lost\ngame 1 x y\n#lost\n z\n#kept\ngame 2 problem: Black game 3\n");
  ASSERT_THAT(items, SizeIs(4));
  EXPECT_FALSE(items[0].ok());
  ASSERT_TRUE(items[1].ok());
  EXPECT_EQ(MovesText(*items[1]), "2");
  EXPECT_THAT(items[1]->comments, ElementsAre("#kept"));
  EXPECT_FALSE(items[2].ok());
  ASSERT_TRUE(items[3].ok());
  EXPECT_EQ(MovesText(*items[3]), "3");
}

TEST(ParseItems, CopesWithLongLines) {
  constexpr size_t kBytes = 10'000'000;
  EXPECT_THAT(Errors(std::string(kBytes, 'x')).size(), ::testing::Lt(200u));
  EXPECT_THAT(Errors("game " + std::string(kBytes, '7')).size(),
              ::testing::Lt(200u));
  EXPECT_THAT(Errors(std::string(kBytes, '\0')).size(), ::testing::Lt(200u));
  std::string moves = "game ";
  while (moves.size() < kBytes) moves += "7 ";
  EXPECT_THAT(Parse(moves)[0]->plies, SizeIs(kBytes / 2 - 2));
}

TEST(ParsePlacement, ReadsScarnesForm) {
  const absl::StatusOr<Placement> placement = ParsePlacement(
      "Black on 14 18 19 24; Red on 13 15 17 23; Red to move", kSquares);
  ASSERT_TRUE(placement.ok()) << placement.status();
  EXPECT_EQ(placement->black, SquaresOf({14, 18, 19, 24}));
  EXPECT_EQ(placement->to_move, Colour::kRed);
  EXPECT_EQ(ParsePlacement("Black on; Red on", kSquares)->to_move,
            std::nullopt);
}

TEST(ParsePlacement, ReadsDiagrams) {
  const Placement expected = {.black = SquaresOf({14, 18, 19, 24}),
                              .red = SquaresOf({13, 15, 17, 23})};
  for (const char* text :
       {"- - - - -\n- - - - -\n- - O @ O\n- O @ @ -\n- - O @ -\n",
        "............rbr.rbb...rb.", "............OBo.Rb@...r@-"}) {
    const absl::StatusOr<Placement> placement = ParsePlacement(text, kSquares);
    ASSERT_TRUE(placement.ok()) << placement.status();
    EXPECT_EQ(*placement, expected);
  }
  const absl::StatusOr<Placement> placement =
      ParsePlacement("@--- ---- ---O ----; black to move", 16);
  ASSERT_TRUE(placement.ok()) << placement.status();
  EXPECT_EQ(placement->black, SquaresOf({1}));
  EXPECT_EQ(placement->red, SquaresOf({12}));
  EXPECT_EQ(placement->to_move, Colour::kBlack);
}

TEST(ParsePlacement, SaysWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "one character for each of 25 squares, this one has 0"},
      {"@O", "one character for each of 25 squares, this one has 2"},
      {std::string(70, '@'), "this one has 70"},
      {std::string(25, '-') + "x", "expected \"Black on\", found \"-\""},
      {std::string(25, '-') + "; to move", "expected who is to move"},
      {"Black on 1; Red on 1", "square 1 is used twice"},
      {"Black on 1; Red on 2; Black to move 3",
       "expected the end of the position, found \"3\""},
      {"hello", "expected \"Black on\", found \"hello\""},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_THAT(std::string(ParsePlacement(text, kSquares).status().message()),
                HasSubstr(error));
  }
}

// ---- Print, parse, same ----

std::vector<std::string> SomeComments() {
  return *rc::gen::container<std::vector<std::string>>(rc::gen::map(
      rc::gen::container<std::string>(rc::gen::inRange<char>('!', '~')),
      [](const std::string& text) { return "#" + text; }));
}

int SomeSquare() { return *rc::gen::inRange(1, kSquares + 1); }

Item SomeItem() {
  Item item = {.comments = SomeComments()};
  if (*rc::gen::arbitrary<bool>()) {
    const Squares taken = *rc::gen::inRange<Squares>(0, 1 << kSquares);
    const Squares black = *rc::gen::inRange<Squares>(0, 1 << kSquares);
    item.initial = {.black = taken & black,
                    .red = taken & ~black,
                    .to_move = *rc::gen::element(Colour::kBlack, Colour::kRed)};
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
    item.plies.push_back({.move = {.from = from, .to = SomeSquare()},
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

RC_GTEST_PROP(ParseItems, ComesBackFromAnyText, ()) {
  // Pieces of the notation in no order, and a few bytes of anything.
  const std::vector<std::string> words = {
      "problem", ":",   "Black", "on",   "1",  "Red", "25", ";",    "to", "\n",
      "move",    "and", "win",   "game", "26", "-",   "#",  "\x80", "in", "9"};
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
