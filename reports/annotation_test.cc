#include "reports/annotation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "game/tablebase.h"
#include "game/tables_for_test.h"

namespace teeko::reports {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

answers::Annotations Annotated(const Tablebase& tablebase,
                               const std::string& text,
                               const Position& start = {},
                               bool boards = false) {
  answers::Annotations annotations;
  EXPECT_TRUE(
      AnnotateText(tablebase, text, "my.txt", start, boards, annotations).ok());
  return annotations;
}

std::string Text(const Tablebase& tablebase, const std::string& text,
                 const Position& start = {}, bool boards = false) {
  return AnnotationText(Annotated(tablebase, text, start, boards));
}

std::string Error(const Tablebase& tablebase, const std::string& text,
                  const Position& start = {}) {
  const answers::Annotations annotations = Annotated(tablebase, text, start);
  EXPECT_THAT(annotations.items(), SizeIs(1)) << text;
  return annotations.items(0).error();
}

// ---- The examples of the letter ----

TEST(Golden, ProblemNo6EqualsTheLetter) {
  EXPECT_EQ(Text(Standard(), ReadFile("corpus/letter/problem_6.txt")),
            ReadFile("reports/golden/problem_6.txt"));
}

TEST(Golden, GameNo8EqualsTheLetter) {
  EXPECT_EQ(Text(Standard(), ReadFile("corpus/letter/game_8.txt")),
            ReadFile("reports/golden/game_8.txt"));
}

TEST(Golden, EveryMoveOfTheCycleIsForced) {
  const answers::Annotations annotations =
      Annotated(Advanced(), ReadFile("corpus/letter/cycle.txt"));
  ASSERT_THAT(annotations.items(), SizeIs(1));
  const answers::Item& item = annotations.items(0);
  EXPECT_EQ(item.error(), "");
  ASSERT_THAT(item.plies(), SizeIs(4));
  for (const answers::Ply& ply : item.plies()) {
    EXPECT_EQ(ply.mark(), "!!");
    EXPECT_EQ(ply.value().text(), "Draw");
  }
}

// ---- Cases that the letter does not show ----

constexpr char kProblem[] =
    "problem: Black on 14 18 19 24; Red on 13 15 17 23; Red to move\n";

TEST(Marks, AWinTurnedIntoALoss) {
  EXPECT_THAT(Text(Standard(), absl::StrCat(kProblem, "13-9")),
              HasSubstr("\n13-9 ??? Black in 7 (best: 15-9 Red in 8)\n"));
}

TEST(Marks, AWinMadeSlower) {
  EXPECT_THAT(
      Text(Standard(),
           absl::StrCat(kProblem, "15-9 18-22 23-18 14-8 18-14 8-4 9-8")),
      HasSubstr("\n9-8 ? Red in 4 (best: 9-15, 17-12 Red in 2)\n"));
}

TEST(Marks, ALossMadeFaster) {
  EXPECT_THAT(Text(Standard(), absl::StrCat(kProblem, "15-9 14-15")),
              HasSubstr("\n14-15 ? Red in 3 (best: 18-22 Red in 7)\n"));
}

TEST(Marks, AreFromTheViewOfTheSideThatPicksTheMove) {
  // Black picks the square, and one square wins.
  EXPECT_THAT(Text(Advanced(), "game 13"), HasSubstr("13 ! Black in 12\n"));
  EXPECT_THAT(Text(Advanced(), "game 1"),
              HasSubstr("1 ?= Draw (best: 13 Black in 12)\n"));
  // Black has three in a row.  In Alternate style Red picks the square.
  const std::string three =
      "problem: Black on 1 2 3; Red on 13 19 22; Black to move 4";
  EXPECT_THAT(Text(Advanced(), three), HasSubstr("\n4 ! Black wins\n"));
  EXPECT_THAT(Text(Advanced(), three, {.style = "AAAA"}),
              HasSubstr("\n4 ??? Black wins (best: 21 Red in 9)\n"));
}

// Returns the mark by its definition in README.md.
std::string DefinedMark(Colour chooser, const std::vector<Successor>& all,
                        const Successor& played) {
  const auto outcome_of = [chooser](const Successor& s) {
    return !s.value.winner ? 0 : s.value.winner == chooser ? 1 : -1;
  };
  int best = -1;
  int not_lost = 0;
  bool preferred = false;
  int as_good = 0;
  for (const Successor& s : all) {
    best = std::max(best, outcome_of(s));
    not_lost += outcome_of(s) >= 0;
    preferred = preferred || Prefers(chooser, s.value, played.value);
    as_good += s.value == played.value;
  }
  const int outcome = outcome_of(played);
  if (outcome < best) return best == 0 ? "??" : outcome == 0 ? "?=" : "???";
  if (preferred) return "?";
  if (outcome >= 0 && not_lost == 1) return "!!";
  return as_good == 1 ? "!" : "";
}

TEST(Marks, AgreeWithTheirDefinitionInEachStyle) {
  std::mt19937 random(1);
  // On this board the last drops have one or two squares to choose from.
  const Tablebase narrow =
      *Tablebase::Open("studies/odd_rules/out", "full_1x4");
  for (const std::string style : {"SSSS", "AAAA", "AASS", "SAAA", "SS", "AA"}) {
    const Tablebase& tablebase = style.size() == 4 ? Advanced() : narrow;
    const Game& game = tablebase.game();
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
      std::string text = "game";
      std::vector<std::string> marks;
      Position position = game.Start(style);
      while (marks.size() < 10 && !game.IsOver(position)) {
        const size_t drop = marks.size() / 2;
        const bool opponent_picks = drop < style.size() && style[drop] == 'A';
        const Colour chooser =
            opponent_picks ? Other(position.to_move) : position.to_move;
        const std::vector<Successor> all = *tablebase.Successors(position);
        // Plays a best move half of the time, so that games last long enough.
        const Successor& played = all[random() % 2 * (random() % all.size())];
        marks.push_back(DefinedMark(chooser, all, played));
        absl::StrAppend(&text, " ", ToString(played.move));
        position = played.position;
      }
      const answers::Annotations annotations =
          Annotated(tablebase, text, {.style = style});
      ASSERT_THAT(annotations.items(), SizeIs(1));
      ASSERT_EQ(annotations.items(0).plies_size(), marks.size()) << text;
      for (size_t ply = 0; ply < marks.size(); ++ply) {
        EXPECT_EQ(annotations.items(0).plies(ply).mark(), marks[ply])
            << style << " " << text << ", ply " << ply;
        seen.insert(marks[ply]);
      }
    }
    // All six marks, and no mark.
    if (style.size() == 4) {
      EXPECT_THAT(seen, SizeIs(7)) << style;
    }
  }
}

TEST(CentreBan, LeavesOutTheCentre) {
  EXPECT_THAT(Text(Advanced(), "game 1", {.centre_ban = true}),
              HasSubstr("\n1 Draw\n"));
  EXPECT_THAT(Error(Advanced(), "game 13", {.centre_ban = true}),
              HasSubstr("my.txt:1: 13: square 13 is banned"));
}

TEST(Games, MayEndInTheDropPhase) {
  EXPECT_THAT(Text(Standard(), "game 1 13 2 14 3 20 4"),
              HasSubstr("\n4 ! Black wins\n"));
}

TEST(Boards, AreDrawnAfterEachMove) {
  EXPECT_EQ(Text(Standard(), "game 13", {}, /*boards=*/true),
            "game\n13 Draw\n"
            "- - - - -\n- - - - -\n- - @ - -\n- - - - -\n- - - - -\n");
}

TEST(Squares, KeepTheNamesOfTheInput) {
  EXPECT_EQ(Text(Advanced(), "1. a5"),
            "game\na5 ?= Draw (best: c3 Black in 12)\n");
  EXPECT_THAT(Error(Standard(), "c3 c3"), HasSubstr("c3: square c3 is occ"));
}

TEST(OneLine, IsAcceptedAsAProblemsPosition) {
  const std::string problem = "problem: 5/5/2rbr/1rbb1/2rb1 r";
  EXPECT_EQ(Text(Standard(), problem + " and win in 9\n15-9"),
            Text(Standard(), absl::StrCat(kProblem, "and win in 9\n15-9")));
  EXPECT_EQ(Error(Standard(), problem + " and win in 9"), "");
}

TEST(Styles, OfAProblemOverrideTheStartingStyle) {
  const std::string three =
      "problem: Black on 1 2 3; Red on 13 19 22; Black to move";
  EXPECT_EQ(
      Text(Advanced(), three + " AAAA 4").substr(three.size() + 5),
      Text(Advanced(), three + " 4", {.style = "AAAA"}).substr(three.size()));
}

TEST(AnnotationText, HasTheLastComments) {
  EXPECT_EQ(Text(Standard(), "game 1\n# b\n\n# c"),
            "game\n1 Draw\n\n# b\n# c\n");
  const answers::Annotations annotations =
      Annotated(Standard(), "# \xE9\rgame 1 1\r# b");
  ASSERT_THAT(annotations.items(), SizeIs(2));
  EXPECT_NE(annotations.items(0).error(), "");
  EXPECT_EQ(annotations.items(1).error(), "");
  EXPECT_THAT(annotations.items(1).comments(), ElementsAre("# b"));
  EXPECT_EQ(annotations.items(1).line(), 3);
  EXPECT_EQ(CountsText(annotations), "0 items read, 1 refused");
}

TEST(Counts, IncludeRefusedText) {
  EXPECT_EQ(CountsText(Annotated(
                Standard(), "[Event \"Club game\"]\n13 8\n7 9\n1 1\nnoise")),
            "2 items read, 3 refused");
  // Beyond 1,000 errors, one item has the number of the others.
  std::string noise;
  for (int i = 0; i < 1200; ++i) noise += "noise\n";
  const answers::Annotations annotations = Annotated(Standard(), noise);
  EXPECT_THAT(annotations.items(), SizeIs(1001));
  EXPECT_EQ(CountsText(annotations), "0 items read, 1200 refused");
  EXPECT_EQ(CountsText(Annotated(Standard(), "game 1")),
            "1 item read, 0 refused");
  // An item that states a wrong value counts as read.
  EXPECT_EQ(
      CountsText(Annotated(Standard(), absl::StrCat("5/5/5/5/5 b and win"))),
      "1 item read, 0 refused");
}

TEST(AnnotationText, KeepsCommentsAndSeparatesItems) {
  EXPECT_EQ(Text(Standard(), "# a\ngame 1\n# b\n2\n# c\ngame 3"),
            "# a\ngame\n1 Draw\n# b\n2 Draw\n\n# c\ngame\n3 Draw\n");
}

// ---- Errors in the input ----

TEST(Statements, AreChecked) {
  const auto error = [](const std::string& words) {
    return Error(Standard(),
                 "problem: Black on 14 18 19 24; "
                 "Red on 13 15 17 23; Red to move" +
                     words);
  };
  EXPECT_EQ(error(""), "");
  EXPECT_EQ(error(" and win"), "");
  EXPECT_EQ(error(" and win in 9"), "");
  EXPECT_EQ(error(" and win in 7"),
            "my.txt:1: the problem states \"Red to move and win in 7\", but "
            "its value is Red in 9");
  EXPECT_THAT(error(" and draw"), HasSubstr("but its value is Red in 9"));
  EXPECT_THAT(error(" and lose"), HasSubstr("but its value is Red in 9"));
}

TEST(Statements, IfWrongDoNotStopTheAnnotation) {
  const std::string text =
      Text(Standard(), "problem: Black on; Red on; Black to move and win\n13");
  EXPECT_THAT(text,
              HasSubstr("Initially: Draw (stated: Black to move and win)\n"));
  EXPECT_THAT(text, HasSubstr("\n13 Draw\n"));
}

TEST(Faults, AreNamedWithFileLineAndReason) {
  const std::string no_goal = "; Red on 5 6 17 25; ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"game\n26", "my.txt:2: squares are numbered 1 to 25"},
      {"game\n\n1 1", "my.txt:3: 1: square 1 is occupied"},
      {"problem: Black on 1 1", "my.txt:1: square 1 is used twice"},
      {"problem: Black on 1 2 3 7 9" + no_goal + "Black to move",
       "my.txt:1: Black has 5 pieces, but a side has 4"},
      {"problem: Black on 1 2" + no_goal + "Black to move",
       "my.txt:1: Black has 2 and Red has 4 pieces on the board"},
      {"problem: Black on 1; Red on 2; Red to move",
       "the next drop is Black's, not Red's"},
      {std::string(kProblem) + "15-9\n18-24", "my.txt:3: 18-24: square 24 is "},
      {std::string(kProblem) + "15-7", "my.txt:2: 15-7: 7 is not adjacent"},
      {std::string(kProblem) + "14-9", "my.txt:2: 14-9: Red has no piece on"},
      {std::string(kProblem) + "1", "my.txt:2: 1: a drop, but all"},
      {"game 13-14", "my.txt:1: 13-14: a move, but Black has pieces left"},
      {"game 1 13 2 14 3 20 4\n5", "my.txt:2: 5: the game is over: Black has"},
      {"problem: Black on 1 2 3 4" + no_goal + "Black to move",
       "my.txt:1: Black is to move but has a goal already"},
      {"problem: Black on 1 2 3 4; Red on 6 7 8 9; Red to move",
       "my.txt:1: Red is to move but has a goal already, as the other side"},
      {"problem: Black on 1 2", "expected a square, or \";\" and \"Red on\""},
      {"hello", "my.txt:1: expected a move, \"problem\" or \"game\""},
      {std::string("\0\1\2\xFF", 4), "my.txt:1: expected"},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_THAT(Error(Standard(), text), HasSubstr(error));
    EXPECT_THAT(Error(Standard(), text), StartsWith("my.txt:"));
  }
}

TEST(Faults, DoNotChangeTheOtherItems) {
  const answers::Annotations annotations =
      Annotated(Standard(), "game 1 1\ngame x\ngame 13\ngame 26");
  ASSERT_THAT(annotations.items(), SizeIs(4));
  EXPECT_EQ(AnnotationText(annotations), "game\n13 Draw\n");
  for (const int faulty : {0, 1, 3}) {
    EXPECT_NE(annotations.items(faulty).error(), "");
  }
}

TEST(Styles, MustBeStylesOfTheRules) {
  EXPECT_THAT(Error(Standard(), "problem: Black on 1; Red on 2; Black to move",
                    {.style = "SASA"}),
              HasSubstr("style \"SASA\""));
}

// ---- The books in corpus/composed ----

TEST(ComposedBooks, StateTrueValuesAndHaveUniqueSolutions) {
  for (const Tablebase* tablebase : {&Standard(), &Advanced()}) {
    const std::string book = ReadFile(
        absl::StrCat("corpus/composed/", tablebase->rules().name(), ".txt"));
    const answers::Annotations annotations = Annotated(*tablebase, book);
    ASSERT_THAT(annotations.items(), SizeIs(50));
    for (const answers::Item& item : annotations.items()) {
      EXPECT_EQ(item.error(), "");
      ASSERT_THAT(item.plies(), SizeIs(item.value().plies())) << item.heading();
      for (int i = 0; i < item.plies_size(); ++i) {
        const answers::Ply& ply = item.plies(i);
        EXPECT_THAT(ply.best(), IsEmpty()) << item.heading() << ply.move();
        if (i % 2 == 0) {
          EXPECT_THAT(ply.mark(), AnyOf("!", "!!"))
              << item.heading() << ply.move();
        }
      }
    }
  }
}

}  // namespace
}  // namespace teeko::reports
