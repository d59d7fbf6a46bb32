// Compares the study with a count over all placements with all pips.

#include "studies/scores/scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/rules_file.h"
#include "verify/table_for_test.h"

namespace teeko::studies {
namespace {

using kernel::Set;

class Placements {
 public:
  explicit Placements(const Rules& rules)
      : game_(kernel::ScoredGameOf(rules)),
        sections_(kernel::SectionsOf(game_.game, rules)) {
    for (int t = 1; t <= kernel::LargestScore(game_); ++t) {
      values_.push_back(kernel::PlainThresholdSearch(game_, t, sections_)[0]);
    }
  }

  // Returns the plies to the threshold, or -1.
  int Plies(int t, const std::map<int, int>& attacker, Set defender,
            bool attacker_moves) const {
    kernel::Pattern pattern;
    Set set = 0;
    for (const auto& [square, pips] : attacker) {
      set |= kernel::Bit(square);
      pattern += static_cast<char>(kernel::ClassOf(game_, t, pips));
    }
    const auto patterns =
        kernel::Patterns(kernel::AllClasses(game_, t), game_.game.pieces);
    const uint64_t row =
        kernel::Rank(set) * patterns.size() +
        (std::ranges::find(patterns, pattern) - patterns.begin());
    const uint64_t columns = kernel::Choose(
        game_.game.squares - game_.game.pieces, game_.game.pieces);
    return values_[t - 1][attacker_moves]
                  [row * columns +
                   kernel::Rank(kernel::Compress(defender, set))] -
           1;
  }

  // Returns the plies of the longest success.
  int Longest(int t, bool attacker_moves) const {
    int longest = kernel::kSuccessIn0;
    for (const int value : values_[t - 1][attacker_moves]) {
      if (value != kernel::kGameOver) longest = std::max(longest, value);
    }
    return longest - 1;
  }

  int Score(const std::map<int, int>& attacker, Set defender,
            bool attacker_moves) const {
    int score = 0;
    for (size_t t = 1; t <= values_.size(); ++t) {
      if (Plies(t, attacker, defender, attacker_moves) >= 0) score = t;
    }
    return score;
  }

  // Expects that what an example says is true.
  void Check(const scores::Example& example) const {
    const bool winner_moves = example.winner_moves();
    std::map<int, int> markers;
    Set winner = 0, loser = 0;
    for (const scores::Marker& marker : example.winner()) {
      markers[marker.square() - 1] = marker.pips();
      winner |= kernel::Bit(marker.square() - 1);
    }
    for (const uint32_t square : example.loser()) {
      loser |= kernel::Bit(square - 1);
    }
    const int score = example.score();
    EXPECT_EQ(score, Score(markers, loser, winner_moves));
    EXPECT_EQ(example.plies(),
              Plies(winner_moves ? score : 1, markers, loser, winner_moves));
    EXPECT_EQ(example.hasty_plies(), Plies(1, markers, loser, winner_moves));
    const Set movers = winner_moves ? winner : loser;
    for (const auto& [from, to] :
         {std::pair(example.hasty().from() - 1, example.hasty().to() - 1),
          std::pair(example.best().from() - 1, example.best().to() - 1)}) {
      EXPECT_NE(movers & kernel::Bit(from), 0);
      EXPECT_NE(
          game_.game.neighbours[from] & ~(winner | loser) & kernel::Bit(to), 0);
    }
    // Returns the winner's score after a ply, and the plies to `points`.
    const auto after = [&](int from, int to, int points) {
      std::map<int, int> moved = markers;
      if (!winner_moves) {
        const Set set = loser ^ kernel::Bit(from) ^ kernel::Bit(to);
        return std::pair(Score(moved, set, true),
                         Plies(points, moved, set, true));
      }
      moved[to] = moved.at(from);
      moved.erase(from);
      const Set set = winner ^ kernel::Bit(from) ^ kernel::Bit(to);
      if (!kernel::HasGoal(game_.game, set)) {
        return std::pair(Score(moved, loser, false),
                         Plies(points, moved, loser, false));
      }
      return std::pair(Points(moved.at(to), set, to), 0);
    };
    const scores::Ply& hasty = example.hasty();
    EXPECT_EQ(after(hasty.from() - 1, hasty.to() - 1, 1),
              (std::pair<int, int>(example.hasty_score(),
                                   example.hasty_plies() - 1)));
    const scores::Ply& ply = example.best();
    const std::pair<int, int> best = after(ply.from() - 1, ply.to() - 1, score);
    EXPECT_EQ(best.first, score);
    if (winner_moves) {
      EXPECT_LT(example.hasty_score(), score);
      EXPECT_EQ(best.second + 1, example.plies());
      return;
    }
    EXPECT_GT(example.hasty_score(), score);
    kernel::ForEachSquare(loser, [&](int from) {
      kernel::ForEachSquare(
          game_.game.neighbours[from] & ~(winner | loser), [&](int to) {
            const std::pair<int, int> other = after(from, to, score);
            if (other.first == score) {
              EXPECT_LE(other.second, best.second);
            }
          });
    });
  }

  // Examines all placements with all pips, and adds their counts to `result`.
  void Count(scores::Scores& result) const {
    std::map<int, double> counts;
    std::vector<int> pips = game_.scoring.pips;
    std::ranges::sort(pips);
    double labels = 0;
    do ++labels;
    while (std::ranges::next_permutation(pips).found);
    const uint64_t sets = kernel::Choose(game_.game.squares, pips.size());
    for (uint64_t a = 0; a < sets; ++a) {
      for (uint64_t d = 0; d < sets; ++d) {
        const Set attacker = kernel::Unrank(a, pips.size());
        const Set defender = kernel::Unrank(d, pips.size());
        if ((attacker & defender) != 0 ||
            kernel::HasGoal(game_.game, attacker) ||
            kernel::HasGoal(game_.game, defender)) {
          continue;
        }
        counts[0] += labels * labels;
        do {
          std::map<int, int> markers;
          kernel::ForEachSquare(attacker, [&](int square) {
            markers.emplace(square, pips[markers.size()]);
          });
          Examine(markers, attacker, defender, labels, counts, result);
        } while (std::ranges::next_permutation(pips).found);
      }
    }
    for (int score = -static_cast<int>(values_.size());
         score <= static_cast<int>(values_.size()); ++score) {
      scores::ScoreCount& count = *result.add_counts();
      count.set_score(score);
      count.set_placements(counts[score]);
    }
  }

 private:
  // Returns the points of a goal that a marker completes on a square.
  int Points(int pips, Set goal, int square) const {
    int points = 0;
    while (kernel::Succeeds(game_, kernel::ClassOf(game_, points + 1, pips),
                            goal, square)) {
      ++points;
    }
    return points;
  }

  void Examine(const std::map<int, int>& markers, Set attacker, Set defender,
               double labels, std::map<int, double>& counts,
               scores::Scores& result) const {
    // The attacker is to move.
    if (const int score = Score(markers, defender, true); score > 0) {
      counts[score] += labels;
      counts[0] -= labels;
      result.set_won(result.won() + labels);
      int best_of_fastest = 0;
      for (const auto& marker : markers) {
        // Clang 14 cannot capture structured bindings in lambdas.
        const int from = marker.first, pips = marker.second;
        kernel::ForEachSquare(
            game_.game.neighbours[from] & ~(attacker | defender), [&](int to) {
              std::map<int, int> moved = markers;
              moved.erase(from);
              moved[to] = pips;
              const Set after = attacker ^ kernel::Bit(from) ^ kernel::Bit(to);
              const bool completes = kernel::HasGoal(game_.game, after);
              const int plies =
                  completes ? 0 : Plies(1, moved, defender, false);
              if (plies + 1 != Plies(1, markers, defender, true)) return;
              best_of_fastest = std::max(
                  best_of_fastest, completes ? Points(pips, after, to)
                                             : Score(moved, defender, false));
            });
      }
      if (best_of_fastest < score) {
        result.set_fastest_gives_away(result.fastest_gives_away() + labels);
      }
    }
    // The defender is to move.
    const int score = Score(markers, defender, false);
    if (score == 0) return;
    counts[-score] += labels;
    counts[0] -= labels;
    result.set_lost(result.lost() + labels);
    int least = 1000;
    kernel::ForEachSuccessor(
        game_.game, {defender, attacker}, [&](kernel::Position successor) {
          const Set after = successor.opponent;
          if (Plies(1, markers, after, true) + 1 ==
              Plies(1, markers, defender, false)) {
            least = std::min(least, Score(markers, after, true));
          }
        });
    if (least > score && least < 1000) {
      result.set_slowest_gives_away(result.slowest_gives_away() + labels);
    }
  }

  const kernel::ScoredGame game_;
  const std::vector<kernel::Section> sections_;
  // By threshold - 1: values by side to move.
  std::vector<std::vector<std::vector<kernel::ThresholdValue>>> values_;
};

TEST(FindScores, CountsAllPlacementsWithAllPips) {
  int examples = 0;
  for (const char* const text :
       {"rows: 1 columns: 8 pieces: 3 goals { line { length: 3 } } "
        "styles: 'SSS' scoring { pips: [1, 2, 4] special_squares: [1, 8, 4] "
        "special_points: 2 }",
        "rows: 3 columns: 3 pieces: 3 goals { line { length: 3 } } "
        "styles: 'SSS' scoring { pips: [1, 3, 3] special_squares: 5 "
        "special_points: 4 }",
        "rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } } "
        "styles: 'SSS' scoring { pips: [1, 1, 2] }"}) {
    const Rules rules =
        *proto::ParseRules(std::string("name: 'small' ") + text, "small");
    scores::Scores expected;
    const Placements placements(rules);
    placements.Count(expected);
    const auto found = FindScores(std::make_shared<const proto::TableReader>(
        verify::WriteTable(testing::TempDir() + "/plain", rules,
                           verify::PlainTable(rules), "plain")));
    ASSERT_TRUE(found.ok()) << found.status();
    ASSERT_EQ(found->counts_size(), expected.counts_size());
    for (int i = 0; i < expected.counts_size(); ++i) {
      EXPECT_EQ(found->counts(i).score(), expected.counts(i).score());
      EXPECT_EQ(found->counts(i).placements(), expected.counts(i).placements());
    }
    EXPECT_EQ(found->won(), expected.won());
    EXPECT_EQ(found->lost(), expected.lost());
    EXPECT_EQ(found->fastest_gives_away(), expected.fastest_gives_away());
    EXPECT_EQ(found->slowest_gives_away(), expected.slowest_gives_away());
    EXPECT_GT(found->fastest_gives_away(), 0);
    for (int t = 1; t <= found->longest_size(); ++t) {
      EXPECT_EQ(found->longest(t - 1), placements.Longest(t, true));
      EXPECT_EQ(found->longest_of_opponent(t - 1),
                placements.Longest(t, false));
    }
    for (const scores::Example* example :
         {&found->shortest(), &found->longest_example(), &found->defence()}) {
      if (example->winner().empty()) continue;
      placements.Check(*example);
      ++examples;
    }
  }
  EXPECT_GT(examples, 6);
}

}  // namespace
}  // namespace teeko::studies
