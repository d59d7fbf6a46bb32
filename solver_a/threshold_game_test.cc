#include "solver_a/threshold_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proto/rules_file.h"

namespace teeko::solver_a {
namespace {

Rules Ordinary() {
  return *proto::ParseRules(
      "name: 'test' rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } }",
      "test");
}

// With two markers of the same class at most thresholds.
Rules Scored() {
  Rules rules = Ordinary();
  for (const int pips : {1, 2, 2}) rules.mutable_scoring()->add_pips(pips);
  rules.mutable_scoring()->add_special_squares(1);
  rules.mutable_scoring()->add_special_squares(4);
  rules.mutable_scoring()->set_special_points(2);
  return rules;
}

TEST(Game, OrdinaryHoldingsAreTheSetsInOrder) {
  EXPECT_EQ(ThresholdsOf(Ordinary()), std::vector<int>{0});
  const Game game(Ordinary(), 0);
  EXPECT_FALSE(game.has_two_sides());
  EXPECT_TRUE(game.blocked_loses());
  for (int pieces = 0; pieces <= 3; ++pieces) {
    EXPECT_EQ(&game.holdings(0, pieces), &game.holdings(1, pieces));
    const Holdings& holdings = game.holdings(0, pieces);
    const Subsets sets(12, pieces);
    ASSERT_EQ(holdings.size(), sets.size());
    EXPECT_EQ(holdings.stored(), sets.size());
    EXPECT_EQ(holdings.goals(), holdings.scored());
    for (size_t h = 0; h < sets.size(); ++h) {
      EXPECT_EQ(holdings.sets()[h], sets[h]);
      const bool is_goal = pieces == 3 && game.board().IsGoal(sets[h]);
      EXPECT_EQ(std::ranges::binary_search(holdings.goals(), h), is_goal);
      EXPECT_EQ(holdings.rows()[h], is_goal ? Holdings::kOver : h);
    }
  }
}

TEST(Game, GoalsOfTheDefenderDoNotScore) {
  EXPECT_EQ(ThresholdsOf(Scored()), (std::vector<int>{1, 2, 3, 4}));
  for (const int threshold : ThresholdsOf(Scored())) {
    const Game game(Scored(), threshold);
    EXPECT_TRUE(game.has_two_sides());
    EXPECT_EQ(game.blocked_loses(), threshold == 1);
    EXPECT_EQ(game.holdings(0).size(), Subsets(12, 3).size());
    EXPECT_EQ(game.holdings(0).goals().size(), game.board().goals().size());
    EXPECT_TRUE(game.holdings(0).scored().empty());
  }
}

TEST(Game, GoalsOfTheAttackerHaveAtMostTwoHoldings) {
  for (const int threshold : ThresholdsOf(Scored())) {
    const Game game(Scored(), threshold);
    const Holdings& holdings = game.holdings(1);
    std::map<Set, std::pair<int, int>> counts;  // of goals, of those that score
    for (const uint32_t goal : holdings.goals()) {
      ++counts[holdings.sets()[goal]].first;
    }
    for (const uint32_t goal : holdings.scored()) {
      ++counts[holdings.sets()[goal]].second;
    }
    EXPECT_EQ(counts.size(), game.board().goals().size());
    for (const auto& [goal, count] : counts) {
      // Lines with a corner can score 2 points more.
      const int most = (goal & 0b1001) != 0 ? 4 : 2;
      const int least = 1;
      EXPECT_EQ(count.second, threshold <= most);
      EXPECT_EQ(count.first, (threshold <= most) + (threshold > least));
    }
  }
}

TEST(Holdings, ListMovesInBothDirections) {
  for (int i = 0; i < Rules::Moves_ARRAYSIZE * Rules::Edges_ARRAYSIZE; ++i) {
    Rules rules = Scored();
    rules.set_moves(static_cast<Rules::Moves>(i % Rules::Moves_ARRAYSIZE));
    rules.set_edges(static_cast<Rules::Edges>(i / Rules::Moves_ARRAYSIZE));
    for (const int threshold : ThresholdsOf(rules)) {
      const Game game(rules, threshold);
      const Holdings& holdings = game.holdings(1);
      const Moves moves = holdings.AllMoves();
      std::set<std::pair<uint32_t, uint32_t>> all;
      for (uint32_t h = 0; h < holdings.size(); ++h) {
        for (const uint32_t to : moves.From(h)) {
          EXPECT_TRUE(all.emplace(h, to).second);
          EXPECT_EQ(std::popcount(holdings.sets()[h] ^ holdings.sets()[to]), 2);
        }
      }
      for (const auto& [from, to] : all) EXPECT_TRUE(all.contains({to, from}));
    }
  }
}

TEST(Holdings, StoredImagesAreCanonicalAndKeepMoves) {
  const Game game(Scored(), 2);
  const Holdings& holdings = game.holdings(1);
  const std::vector<Holdings::Image> images = holdings.StoredImages();
  EXPECT_EQ(game.symmetries().size(), 2u);  // only two corners are special
  for (uint32_t h = 0; h < holdings.size(); ++h) {
    const auto& [stored, symmetry] = images[h];
    EXPECT_LT(stored, holdings.stored());
    Set image = 0;
    for (const int square : SquaresOf(holdings.sets()[h])) {
      image |= Set{1} << game.symmetries()[symmetry][square];
    }
    EXPECT_EQ(holdings.sets()[stored], image);
    EXPECT_LE(image, holdings.sets()[h]);
    EXPECT_EQ(std::ranges::binary_search(holdings.scored(), h),
              std::ranges::binary_search(holdings.scored(), stored));
    if (h < holdings.stored()) {
      EXPECT_EQ(stored, h);
    }
  }
}

// Each drop of a class adds a square, and patterns say which markers are left.
TEST(Holdings, DropEachClassThatIsLeft) {
  const Game game(Scored(), 2);
  for (int pieces = 0; pieces < 3; ++pieces) {
    const Holdings& holdings = game.holdings(1, pieces);
    const Holdings& larger = game.holdings(1, pieces + 1);
    std::vector<int> classes(holdings.stored());
    for (const Moves& moves : holdings.Drops(larger)) {
      for (uint32_t h = 0; h < holdings.stored(); ++h) {
        const auto drops = moves.From(h);
        if (drops.empty()) continue;
        ++classes[h];
        EXPECT_EQ(drops.size(), 12u - pieces);
        for (const uint32_t to : drops) {
          EXPECT_EQ(larger.sets()[to] & holdings.sets()[h], holdings.sets()[h]);
        }
      }
    }
    // A class is used up if the pattern has all its markers.
    EXPECT_EQ(std::ranges::min(classes), pieces == 0 ? 2 : 1);
  }
}

}  // namespace
}  // namespace teeko::solver_a
