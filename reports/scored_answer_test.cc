// Asks about positions of a small scored game.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "game/accepted_table.h"
#include "game/notation.h"
#include "game/tablebase.h"
#include "proto/rules_file.h"
#include "reports/annotation.h"
#include "reports/answer.h"
#include "verify/table_for_test.h"
#include "verify/verifier.h"

namespace teeko::reports {
namespace {

using ::testing::HasSubstr;

// Solves and verifies a game with these pips.
Tablebase Solve(const std::string& pips) {
  const Rules rules = *proto::ParseRules(
      absl::StrCat(
          "name: 'small' rows: 3 columns: 3 pieces: 2 styles: 'SS' styles: "
          "'AS' goals { line { length: 2 } } banned_first_drops: 5 scoring { "
          "pips: [",
          pips, "] special_squares: 5 special_points: 2 }"),
      "small");
  const std::string folder = testing::TempDir() + "/small/";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "rules") << rules.DebugString();
  const verify::Table table = verify::PlainTable(rules);
  verify::WriteTable(folder + "solver_a.table", rules, table, "solver_a");
  verify::WriteTable(folder + "solver_b.table", rules, table, "solver_b");
  EXPECT_TRUE(verify::Verify({.rules = folder + "rules",
                              .table_a = folder + "solver_a.table",
                              .table_b = folder + "solver_b.table",
                              .manifest = folder + "manifest.textproto",
                              .memory_bytes = 1'000'000'000},
                             std::cerr)
                  .ok());
  return *Tablebase::Open(testing::TempDir(), "small");
}

const Tablebase& Table() {
  static const Tablebase* const table = new Tablebase(Solve("1, 3"));
  return *table;
}

// A game whose sections have several chunks.
const Tablebase& LargeTable() {
  static const Tablebase* const table =
      new Tablebase(*Tablebase::Open("game/out_for_test", "scored_4x4"));
  return *table;
}

absl::StatusOr<answers::ScoredAnswer> Ask(const std::string& text) {
  const absl::StatusOr<Item> item = ParsePosition(text, Table().game());
  if (!item.ok()) return item.status();
  const absl::StatusOr<Position> position = SetUp(Table().game(), *item);
  if (!position.ok()) return position.status();
  return AnswerScoredQuery(Table(), *item->initial, *position, item->names);
}

std::string Error(const std::string& text) {
  const auto answer = Ask(text);
  EXPECT_FALSE(answer.ok()) << text;
  return std::string(answer.status().message());
}

// The score of a position is that of the best move of the side that chooses.
RC_GTEST_PROP(ScoredTable, TheScoreFollowsFromTheMoves, ()) {
  const Tablebase& table = *rc::gen::arbitrary<bool>() ? Table() : LargeTable();
  Position position =
      table.game().Start(table.game().rules().styles(*rc::gen::inRange(0, 2)),
                         *rc::gen::arbitrary<bool>());
  for (int ply = 0; ply < 12; ++ply) {
    const auto moves = table.Successors(position);
    RC_ASSERT(moves.ok());
    if (moves->empty()) return;
    const Colour mover = position.to_move;
    const bool worst = table.game().Chooser(position) != mover;
    std::map<int, std::vector<int>> of_marker;
    for (const Successor& move : *moves) {
      of_marker[worst ? move.move.pips : 0].push_back(
          PointsFor(mover, move.value));
    }
    int best = -1000;
    for (const auto& [marker, scores] : of_marker) {
      best = std::max(
          best, worst ? std::ranges::min(scores) : std::ranges::max(scores));
    }
    const Value value = *table.Probe(position);
    RC_ASSERT(PointsFor(mover, value) == best);
    // A loser may delay its loss longest by a move that loses more points.
    RC_ASSERT(worst || best <= 0 ||
              value.plies == moves->front().value.plies + 1);
    RC_ASSERT(std::ranges::is_sorted(*moves, [&](const auto& a, const auto& b) {
      return Prefers(mover, a.value, b.value);
    }));
    position = (*moves)[*rc::gen::inRange<size_t>(0, moves->size())].position;
    if (table.game().IsOver(position)) return;
  }
}

TEST(Prefers, MorePointsThenFastWinsAndSlowLosses) {
  const auto [us, they] = std::pair(Colour::kRed, Colour::kBlack);
  const std::vector<Value> best_first = {{us, 3, 2},  {us, 9, 2}, {us, 1, 1},
                                         {},          {they, 8},  {they, 2},
                                         {they, 6, 4}};
  for (size_t i = 0; i < best_first.size(); ++i) {
    for (size_t k = 0; k < best_first.size(); ++k) {
      EXPECT_EQ(Prefers(us, best_first[i], best_first[k]), i < k)
          << i << " " << k;
    }
  }
}

TEST(ScoredTable, ScoresTheFirstDropsAsTheVerifierDoes) {
  int lowest = 0;
  const auto compare = [&](const Tablebase& table, const std::string& folder,
                           const std::string& name) {
    const auto manifest = ReadManifest(folder, name);
    ASSERT_TRUE(manifest.ok()) << manifest.status();
    ASSERT_EQ(manifest->scored_variants_size(), 4);
    for (const ScoredVariant& variant : manifest->scored_variants()) {
      const Position start =
          table.game().Start(variant.style(), variant.centre_ban());
      EXPECT_EQ(PointsFor(Colour::kBlack, *table.Probe(start)),
                variant.score());
      using Drop = std::tuple<int, int, int>;  // pips, square, score
      std::set<Drop> expected, drops;
      const std::vector<Successor> moves = *table.Successors(start);
      for (const auto& [move, after, value] : moves) {
        const int score = PointsFor(Colour::kBlack, value);
        expected.insert({move.pips, move.to, score});
        lowest = std::min(lowest, score);
      }
      for (const ScoredDrop& drop : variant.first_drops()) {
        drops.insert({drop.pips(), drop.square(), drop.score()});
      }
      EXPECT_EQ(drops, expected);
    }
  };
  compare(Solve("1, 3"), testing::TempDir(), "small");
  compare(LargeTable(), "game/out_for_test", "scored_4x4");
  EXPECT_LT(lowest, 0);
}

TEST(ScoredTable, ListsEqualMarkersOnce) {
  const Tablebase table = Solve("2, 2");
  const auto moves = table.Successors(table.game().Start());
  ASSERT_TRUE(moves.ok()) << moves.status();
  EXPECT_EQ(moves->size(), 9);
}

TEST(AnswerOf, NamesTheWinner) {
  struct Case {
    Value value;
    std::string outcome, text;
  };
  for (const auto& [value, outcome, text] :
       std::vector<Case>{{{Colour::kBlack, 5, 1}, "black", "Black +1 in 5"},
                         {{Colour::kRed, 4, 1}, "red", "Red +1 in 4"},
                         {{Colour::kRed, 0, 3}, "red", "Red +3"},
                         {{}, "draw", "0"}}) {
    const answers::Value answer = AnswerOf(value, /*scoring=*/true);
    EXPECT_EQ(answer.outcome(), outcome);
    EXPECT_EQ(answer.points(), value.winner ? value.points : 0);
    EXPECT_EQ(answer.plies(), value.plies);
    EXPECT_EQ(answer.text(), text);
  }
}

TEST(ScoredAnswer, HasTheScoreOfEveryMoveAndWhatItGivesAway) {
  const auto answer =
      Ask("Black on a3:1 c2:3; Red on a1:3 c1:1; Black to move");
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->position(),
            "Black on a3:1 c2:3; Red on a1:3 c1:1; Black to move");
  // 3 points and 2 for the centre.
  EXPECT_EQ(answer->score(), 5);
  EXPECT_EQ(answer->plies(), 1);
  EXPECT_EQ(answer->moves(0).move(), "c2-b2");
  EXPECT_EQ(answer->moves(0).gives_away(), 0);
  const std::string text = AnswerText(*answer);
  EXPECT_THAT(text, HasSubstr("Black to move: +5 in 1\n"));
  EXPECT_THAT(text, HasSubstr("\nc2-b2   +5 in 1\n"));
  EXPECT_THAT(text, HasSubstr("\na3-b3   +1 in 1    gives away 4\n"));
  answers::ScoredAnswer other = *answer;
  for (auto& move : *other.mutable_moves()) move.set_gives_away(1);
  EXPECT_THAT(AnswerText(other),
              HasSubstr("\na3-b3   +1 in 1    gives away 1\n"));
}

TEST(ScoredAnswer, OfDropsHasTheMarker) {
  const auto answer = Ask("Black on 5:3; Red on; Red to move AS");
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->chooser(), "Black");  // letter A
  EXPECT_EQ(answer->moves_size(), 16);    // eight squares, two markers
  EXPECT_THAT(answer->moves(0).move(), testing::MatchesRegex("[0-9]:[13]"));
}

TEST(ScoredAnswer, RefusesPositionsWithoutRightPips) {
  EXPECT_THAT(Error("Black on 1:1 6; Red on 7:3 9:1; Black to move"),
              HasSubstr("the piece on 6 has no pips; write 6:1"));
  EXPECT_THAT(
      Error("Black on 1:1 6:1; Red on 7:3 9:1; Black to move"),
      HasSubstr("Black has pips that the rules do not give it: expected some "
                "of 1 3, got 1 1"));
  EXPECT_THAT(Error("Black on 1:1 6:2; Red on 7:3 9:1; Black to move"),
              HasSubstr("Black has pips that the rules do not give it"));
  EXPECT_THAT(Error("Black on 1:1 1:3; Red on 7:3 9:1; Black to move"),
              HasSubstr("1"));
  EXPECT_THAT(Error("Black on 1:1 12:3; Red on 7:3 9:1; Black to move"),
              HasSubstr("12"));
  EXPECT_THAT(Error("Black on 1:0 6:3; Red on 7:3 9:1; Black to move"),
              HasSubstr("pips"));
  EXPECT_THAT(Error("Black on 1:1 6:99999999999; Red on 7:3 9:1; Black"),
              HasSubstr("pips"));
  EXPECT_THAT(Error("Black on 1:1 2:3; Red on 7:3 9:1; Red to move"),
              HasSubstr("the score depends on the last move"));
  EXPECT_THAT(Error("Black on 1:1 6:3; Red on 7:3 9:1; Black to move and win"),
              HasSubstr("without a stated value"));
}

std::string Annotated(const std::string& text) {
  answers::Annotations annotations;
  EXPECT_TRUE(AnnotateText(Table(), text, "my.txt", Table().game().Start(),
                           /*boards=*/false, annotations)
                  .ok());
  std::string all = AnnotationText(annotations);
  for (const auto& item : annotations.items()) all += item.error();
  return all;
}

TEST(ScoredAnnotation, MarksMovesThatGiveAwayPoints) {
  const std::string problem =
      "problem: Black on 1:1 6:3; Red on 7:3 9:1; Black to move\n";
  EXPECT_THAT(Annotated(problem + "6-5\n"),
              HasSubstr("Initially: Black +5 in 1\n"));
  EXPECT_THAT(Annotated(problem + "6-5\n"), HasSubstr("\n6-5 ! Black +5\n"));
  EXPECT_THAT(Annotated(problem + "1-2\n"),
              HasSubstr("\n1-2 ?-4 Black +1 (best: 6-5 Black +5)\n"));
}

// The points in a side's marks add up to the loss of its score.
RC_GTEST_PROP(ScoredAnnotation, MarksAddUp, ()) {
  const std::string style = *rc::gen::element("SS", "AS");
  Position position = Table().game().Start(style);
  std::string game = "problem: Black on; Red on; Black to move " + style + "\n";
  int given_away = 0;
  for (int ply = 0; ply < 6 && !Table().game().IsOver(position); ++ply) {
    const std::vector<Successor> moves = *Table().Successors(position);
    const auto& [move, after, value] =
        moves[*rc::gen::inRange<size_t>(0, moves.size())];
    const Colour mover = position.to_move;
    const int best = PointsFor(mover, *Table().Probe(position));
    const int played = PointsFor(mover, value);
    if (Table().game().Chooser(position) == mover) {
      given_away += best - played;
    } else {
      const int of_marker = PointsFor(
          mover, ValuesOfMarkers(position, moves, true).at(move.pips));
      given_away += best - of_marker + played - of_marker;
    }
    game += ToString(move) + "\n";
    position = Position(after);
  }
  const std::string text = Annotated(game);
  int marked = 0;
  for (size_t i = text.find("?-"); i != text.npos; i = text.find("?-", i + 1)) {
    marked += std::stoi(text.substr(i + 2));
  }
  RC_ASSERT(marked == given_away);
}

TEST(ScoredAnnotation, RefusesPliesWithoutRightPips) {
  EXPECT_THAT(Annotated("game 5\n"),
              HasSubstr("my.txt:1: 5: expected the pips of the marker"));
  EXPECT_THAT(Annotated("game 5:2\n"),
              HasSubstr("my.txt:1: 5: no marker with these pips is left"));
  EXPECT_THAT(Annotated("game 5:3 5:1\n"),
              HasSubstr("my.txt:1: 5: the move is not possible"));
  EXPECT_THAT(Annotated("game 5:3 4:3 3:3\n"), HasSubstr("is left"));
  EXPECT_THAT(Annotated("problem: Black on 1:1; Red on; Red to move and win"),
              HasSubstr("expected no stated value"));
}

}  // namespace
}  // namespace teeko::reports
