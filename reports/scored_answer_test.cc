// Asks about positions of a small scored game.

#include "reports/scored_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/progress.h"
#include "game/accepted_table.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "reports/annotation.h"
#include "verify/scored.h"
#include "verify/scored_table_for_test.h"

namespace teeko::reports {
namespace {

using ::testing::HasSubstr;

// Solves and verifies a game with these pips.
ScoredTable Solve(const std::string& pips) {
  const Rules rules = *proto::ParseRules(
      absl::StrCat(
          "name: 'small' rows: 3 columns: 3 pieces: 2 styles: 'SS' styles: "
          "'AS' goals { line { length: 2 } } banned_first_drops: 5 scoring { "
          "pips: [",
          pips, "] special_squares: 5 special_points: 2 }"),
      "small");
  const auto parts = verify::PlainScoredParts(rules);
  const auto a = verify::WriteScoredTable(rules, parts, "solver_a");
  const auto b = verify::WriteScoredTable(rules, parts, "solver_b");
  base::Progress progress("");
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "small";
  std::filesystem::create_directories(folder);
  EXPECT_TRUE(
      proto::WriteTextProto(folder / "manifest.textproto",
                            *verify::VerifyScored(rules, a, b, progress))
          .ok());
  std::filesystem::rename(a.path(), folder / "solver_a.table");
  return *ScoredTable::Open(testing::TempDir(), "small");
}

const ScoredTable& Table() {
  static const ScoredTable* const table = new ScoredTable(Solve("1, 3"));
  return *table;
}

// A game whose sections have several chunks.
const ScoredTable& LargeTable() {
  static const ScoredTable* const table =
      new ScoredTable(*ScoredTable::Open("game/out_for_test", "scored_4x4"));
  return *table;
}

std::string Error(const std::string& text) {
  const auto answer = AnswerScoredQuery(Table(), text, Table().game().Start());
  EXPECT_FALSE(answer.ok()) << text;
  return std::string(answer.status().message());
}

// The score of a position is that of the best move of the side that chooses.
RC_GTEST_PROP(ScoredTable, TheScoreFollowsFromTheMoves, ()) {
  const ScoredTable& table =
      *rc::gen::arbitrary<bool>() ? Table() : LargeTable();
  Position position =
      table.game().Start(table.game().rules().styles(*rc::gen::inRange(0, 2)),
                         *rc::gen::arbitrary<bool>());
  Pips pips;
  for (int ply = 0; ply < 12; ++ply) {
    const auto moves = table.Moves(position, pips);
    RC_ASSERT(moves.ok());
    if (moves->empty()) return;
    const bool worst = table.game().Chooser(position) != position.to_move;
    std::map<int, std::vector<int>> of_marker;
    for (const ScoredMove& move : *moves) {
      of_marker[worst ? move.pips : 0].push_back(move.score.points);
    }
    int best = -1000;
    for (const auto& [marker, scores] : of_marker) {
      best = std::max(
          best, worst ? std::ranges::min(scores) : std::ranges::max(scores));
    }
    const Score score = *table.Probe(position, pips);
    RC_ASSERT(score.points == best);
    // A loser may delay its loss longest by a move that loses more points.
    RC_ASSERT(worst || score.points < 0 ||
              score.plies == moves->front().score.plies);
    RC_ASSERT(std::ranges::is_sorted(*moves, [](const auto& a, const auto& b) {
      return Prefers(a.score, b.score);
    }));
    const ScoredMove& move =
        (*moves)[*rc::gen::inRange<size_t>(0, moves->size())];
    pips = move.pips_after;
    position = move.after;
    if (table.game().IsOver(position)) return;
  }
}

TEST(Prefers, MorePointsThenFastWinsAndSlowLosses) {
  const std::vector<Score> best_first = {{2, 3},  {2, 9},  {1, 1}, {0, 0},
                                         {-1, 8}, {-1, 2}, {-4, 6}};
  for (size_t i = 0; i < best_first.size(); ++i) {
    for (size_t k = 0; k < best_first.size(); ++k) {
      EXPECT_EQ(Prefers(best_first[i], best_first[k]), i < k) << i << " " << k;
    }
  }
}

TEST(ScoredTable, ScoresTheFirstDropsAsTheVerifierDoes) {
  int lowest = 0;
  const auto compare = [&](const ScoredTable& table, const std::string& folder,
                           const std::string& name) {
    const auto manifest = ReadManifest(folder, name);
    ASSERT_TRUE(manifest.ok()) << manifest.status();
    ASSERT_EQ(manifest->scored_variants_size(), 4);
    for (const ScoredVariant& variant : manifest->scored_variants()) {
      const Position start =
          table.game().Start(variant.style(), variant.centre_ban());
      EXPECT_EQ(table.Probe(start, {})->points, variant.score());
      using Drop = std::tuple<int, int, int>;  // pips, square, score
      std::set<Drop> expected, drops;
      const std::vector<ScoredMove> moves = *table.Moves(start, {});
      for (const ScoredMove& move : moves) {
        expected.insert({move.pips, move.move.to, move.score.points});
        lowest = std::min(lowest, move.score.points);
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
  const ScoredTable table = Solve("2, 2");
  const auto moves = table.Moves(table.game().Start(), {});
  ASSERT_TRUE(moves.ok()) << moves.status();
  EXPECT_EQ(moves->size(), 9);
}

TEST(AnswerOf, NamesTheWinner) {
  struct Case {
    Score score;
    Colour player;
    std::string outcome, text;
  };
  for (const auto& [score, player, outcome, text] :
       std::vector<Case>{{{1, 5}, Colour::kBlack, "black", "Black +1 in 5"},
                         {{-1, 4}, Colour::kBlack, "red", "Red +1 in 4"},
                         {{3, 1}, Colour::kRed, "red", "Red +3 in 1"},
                         {{-8, 2}, Colour::kRed, "black", "Black +8 in 2"},
                         {{0, 0}, Colour::kRed, "draw", "0"}}) {
    const answers::Value value = AnswerOf(score, player);
    EXPECT_EQ(value.outcome(), outcome);
    EXPECT_EQ(value.points(), std::abs(score.points));
    EXPECT_EQ(value.plies(), score.plies);
    EXPECT_EQ(value.text(), text);
  }
}

TEST(ScoredAnswer, HasTheScoreOfEveryMoveAndWhatItGivesAway) {
  const auto answer = AnswerScoredQuery(
      Table(), "Black on a3:1 c2:3; Red on a1:3 c1:1; Black to move",
      Table().game().Start());
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->position(),
            "Black on a3:1 c2:3; Red on a1:3 c1:1; Black to move");
  // 3 points and 2 for the centre.
  EXPECT_EQ(answer->score(), 5);
  EXPECT_EQ(answer->plies(), 1);
  EXPECT_EQ(answer->moves(0).move(), "c2-b2");
  EXPECT_EQ(answer->moves(0).gives_away(), 0);
  const std::string text = ScoredAnswerText(*answer);
  EXPECT_THAT(text, HasSubstr("Black to move: +5 in 1\n"));
  EXPECT_THAT(text, HasSubstr("\nc2-b2   +5 in 1\n"));
  EXPECT_THAT(text, HasSubstr("\na3-b3   +1 in 1    gives away 4\n"));
  answers::ScoredAnswer other = *answer;
  for (auto& move : *other.mutable_moves()) move.set_gives_away(1);
  EXPECT_THAT(ScoredAnswerText(other),
              HasSubstr("\na3-b3   +1 in 1    gives away 1\n"));
}

TEST(ScoredAnswer, OfDropsHasTheMarker) {
  const auto answer = AnswerScoredQuery(
      Table(), "Black on 5:3; Red on; Red to move AS", Table().game().Start());
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
  Pips pips;
  std::string game = "problem: Black on; Red on; Black to move " + style + "\n";
  int given_away = 0;
  for (int ply = 0; ply < 6 && !Table().game().IsOver(position); ++ply) {
    const auto moves = *Table().Moves(position, pips);
    const ScoredMove& move = moves[*rc::gen::inRange<size_t>(0, moves.size())];
    if (Table().game().Chooser(position) == position.to_move) {
      given_away += Table().Probe(position, pips)->points - move.score.points;
    } else {
      const int of_marker = ScoresOfMarkers(moves, true).at(move.pips).points;
      given_away += Table().Probe(position, pips)->points - of_marker;
      given_away += move.score.points - of_marker;
    }
    game += MoveText(move, Table().game().names()) + "\n";
    pips = move.pips_after;
    position = move.after;
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
