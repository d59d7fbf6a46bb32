#include "kernel/scoring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

namespace teeko::kernel {
namespace {

// ---- Minimax over positions in which every marker has its pips ----

// A side's markers: pips by square.
using Markers = std::map<int, int>;

Set Squares(const Markers& markers) {
  Set set = 0;
  for (const auto& [square, pips] : markers) set |= Bit(square);
  return set;
}

// A position and the letters of the drops to come.
struct State {
  Markers mover;
  Markers opponent;
  std::string letters;  // one for each drop, of either side
  friend auto operator<=>(const State&, const State&) = default;
};

// Computes the score that the mover can force, as the limit of its values in
// games that end with 0 after n plies.  It knows nothing of thresholds.
class Minimax {
 public:
  explicit Minimax(const ScoredGame& game) : game_(game) {}

  int Score(const State& state) {
    Visit(state);
    for (bool changed = true; changed;) {
      changed = false;
      auto after = scores_;
      for (auto& [position, score] : after) {
        score = FromSuccessors(position);
        changed |= score != scores_.at(position);
      }
      scores_ = std::move(after);
    }
    return scores_.at(state);
  }

  // The scores of all positions that can arise from the state.
  const std::map<State, int>& scores() const { return scores_; }

 private:
  // Calls visit(square, successor) for a marker that the mover puts on each
  // empty square of `squares`.
  template <typename Use>
  void Put(const State& state, int pips, Set squares, Use use) const {
    const Set taken = Squares(state.mover) | Squares(state.opponent);
    ForEachSquare(squares & ~taken, [&](int to) {
      State next = {state.opponent, state.mover, state.letters};
      next.opponent[to] = pips;
      if (!next.letters.empty()) next.letters.erase(0, 1);
      use(to, next);
    });
  }

  // Calls use(marker, square, successor) for each ply.
  template <typename Use>
  void ForEachPly(const State& state, Use use) const {
    if (!state.letters.empty()) {
      std::vector<int> left = game_.scoring.pips;
      for (const auto& [square, pips] : state.mover) {
        left.erase(std::ranges::find(left, pips));
      }
      for (size_t marker = 0; marker < left.size(); ++marker) {
        Put(state, left[marker], Below(game_.game.squares),
            [&](int to, const State& next) { use(marker, to, next); });
      }
      return;
    }
    for (const auto& marker : state.mover) {
      // Clang 14 cannot capture structured bindings in lambdas.
      const int from = marker.first, pips = marker.second;
      State without = state;
      without.mover.erase(from);
      Put(without, pips, game_.game.neighbours[from] & ~Bit(from),
          [&](int to, const State& next) { use(from, to, next); });
    }
  }

  // Returns the points of the marker that has completed a goal on `to`, or 0.
  int Points(const State& next, int to) const {
    const auto goal = game_.goal_points.find(Squares(next.opponent));
    if (goal == game_.goal_points.end()) return 0;
    const bool special = (game_.scoring.special_squares & Bit(to)) != 0;
    return next.opponent.at(to) + goal->second +
           (special ? game_.scoring.special_points : 0);
  }

  void Visit(const State& start) {
    std::vector<State> open = {start};
    while (!open.empty()) {
      const State state = std::move(open.back());
      open.pop_back();
      if (!scores_.emplace(state, 0).second) continue;
      ForEachPly(state, [&](int, int to, const State& next) {
        if (Points(next, to) == 0) open.push_back(next);
      });
    }
  }

  int FromSuccessors(const State& state) const {
    std::map<int, std::pair<int, int>> of_marker;  // least and largest
    ForEachPly(state, [&](int marker, int to, const State& next) {
      const int points = Points(next, to);
      const int score = points != 0 ? points : -scores_.at(next);
      const auto [found, is_new] = of_marker.try_emplace(marker, score, score);
      auto& [least, most] = found->second;
      least = std::min(least, score);
      most = std::max(most, score);
    });
    if (of_marker.empty()) return -1;  // no ply
    const bool opponent_picks =
        !state.letters.empty() && state.letters[0] == 'A';
    int best = -1000;
    for (const auto& [marker, scores] : of_marker) {
      best = std::max(best, opponent_picks ? scores.first : scores.second);
    }
    return best;
  }

  const ScoredGame& game_;
  std::map<State, int> scores_;
};

// Compares the scores of minimax with the results of all threshold games, in
// all positions that can arise in a style.
void ExpectAgreement(const ScoredGame& game, const std::string& style) {
  std::string letters;  // a letter of the style counts for both sides
  for (const char letter : style) letters += {letter, letter};
  Minimax minimax(game);
  minimax.Score({{}, {}, letters});

  const std::vector<Section> sections = Sections(game.game, {style});
  // The largest threshold that each side reaches, by state.
  std::map<State, int> expected;
  for (int t = 1; t <= LargestScore(game); ++t) {
    const Pattern classes = AllClasses(game, t);
    const auto values = PlainThresholdSearch(game, t, sections);
    for (const auto& [state, score] : minimax.scores()) {
      const int section =
          FindSection(sections, state.mover.size() + state.opponent.size(),
                      style.substr(state.mover.size()));
      for (const bool attacker_moves : {true, false}) {
        const Markers& attacker = attacker_moves ? state.mover : state.opponent;
        const Set defender =
            Squares(attacker_moves ? state.opponent : state.mover);
        Pattern pattern;
        for (const auto& [square, pips] : attacker) {
          pattern += static_cast<char>(ClassOf(game, t, pips));
        }
        const std::vector<Pattern> patterns =
            Patterns(classes, attacker.size());
        const uint64_t row =
            Rank(Squares(attacker)) * patterns.size() +
            (std::ranges::find(patterns, pattern) - patterns.begin());
        const uint64_t columns = Choose(game.game.squares - attacker.size(),
                                        std::popcount(defender));
        const ThresholdValue value =
            values[section][attacker_moves]
                  [row * columns + Rank(Compress(defender, Squares(attacker)))];
        ASSERT_NE(value, kGameOver);
        ASSERT_EQ(value != kFailure, attacker_moves ? score >= t : score <= -t)
            << "threshold " << t << ", score " << score;
      }
    }
  }
}

Scoring AnyScoring(const Rules& rules, int special_points) {
  Scoring scoring;
  for (int i = 0; i < rules.pieces; ++i) {
    scoring.pips.push_back(*rc::gen::inRange(1, 5));
  }
  for (size_t i = 0; i < rules.families.size(); ++i) {
    scoring.family_points.push_back(*rc::gen::inRange(0, 3));
  }
  scoring.special_squares =
      *rc::gen::inRange<Set>(0, Bit(rules.rows * rules.columns));
  scoring.special_points = special_points;
  return scoring;
}

RC_GTEST_PROP(ThresholdGames, AgreeWithMinimax, ()) {
  const bool three = *rc::gen::arbitrary<bool>();
  Rules rules = {.rows = 3,
                 .columns = three ? 3 : *rc::gen::inRange(3, 5),
                 .pieces = three ? 3 : 2,
                 .wrapped = *rc::gen::arbitrary<bool>(),
                 .families = {}};
  rules.families.push_back({Family::kLine, rules.pieces});
  const ScoredGame game =
      ScoredGameOf(rules, AnyScoring(rules, *rc::gen::inRange(1, 4)));
  const std::string style = *rc::gen::container<std::string>(
      rules.pieces, rc::gen::element('S', 'A'));
  ExpectAgreement(game, style);
}

// Four markers, goals of two families that can score differently.
TEST(ThresholdGames, AgreeWithMinimaxOnAFullBoard) {
  const Rules rules = {.rows = 2,
                       .columns = 4,
                       .pieces = 4,
                       .families = {{Family::kLine, 4}, {Family::kSquare, 1}}};
  for (const std::string style : {"SSSS", "ASSA"}) {
    ExpectAgreement(ScoredGameOf(rules, {.pips = {1, 1, 1, 4},
                                         .special_squares = Bit(3) | Bit(5),
                                         .special_points = 3,
                                         .family_points = {2, 0}}),
                    style);
  }
}

TEST(Classes, OfTheEditionOf1964) {
  const ScoredGame game = ScoredGameOf(
      {.rows = 5,
       .columns = 5,
       .pieces = 4,
       .families = {{Family::kLine, 4}, {Family::kSquare, 1}}},
      {.pips = {1, 2, 3, 4},
       .special_squares = Bit(0) | Bit(4) | Bit(12) | Bit(20) | Bit(24),
       .special_points = 4,
       .family_points = {0, 0}});
  EXPECT_EQ(LargestScore(game), 8);
  EXPECT_EQ(game.game.symmetries.size(), 8);
  // The numbers of markers of each class, from the table of docs/rules.md §7.
  std::vector<std::vector<int>> counts;
  std::vector<size_t> patterns;
  for (int t = 1; t <= 8; ++t) {
    const Pattern classes = AllClasses(game, t);
    std::vector<int>& count = counts.emplace_back(3);
    for (const char marker_class : classes) ++count[marker_class];
    patterns.push_back(Patterns(classes, 4).size());
  }
  EXPECT_EQ(counts, (std::vector<std::vector<int>>{{4, 0, 0},
                                                   {3, 1, 0},
                                                   {2, 2, 0},
                                                   {1, 3, 0},
                                                   {0, 4, 0},
                                                   {0, 3, 1},
                                                   {0, 2, 2},
                                                   {0, 1, 3}}));
  EXPECT_EQ(patterns, (std::vector<size_t>{1, 4, 6, 4, 1, 4, 6, 4}));
}

TEST(ThresholdPlies, DropEachClassOnceAndPassTheTurn) {
  const ScoredGame game = ScoredGameOf(
      {.rows = 3, .columns = 3, .pieces = 2, .families = {{Family::kLine, 2}}},
      {.pips = {2, 2}, .family_points = {0}});
  const Pattern classes = AllClasses(game, 1);
  ThresholdPosition position;
  for (const size_t empty : {9, 8, 7}) {
    const std::vector<ThresholdPly> plies =
        ThresholdPlies(game, classes, position);
    EXPECT_EQ(plies.size(), empty);
    for (const ThresholdPly& ply : plies) {
      EXPECT_NE(ply.successor.attacker_moves, position.attacker_moves);
    }
    position = plies.front().successor;
  }
}

TEST(Bonuses, NeedASpecialSquare) {
  const Rules rules = {
      .rows = 3, .columns = 3, .pieces = 2, .families = {{Family::kLine, 2}}};
  Scoring scoring = {.pips = {1, 2}, .special_points = 3, .family_points = {1}};
  EXPECT_EQ(ScoredGameOf(rules, scoring).bonuses, (std::vector<int>{1}));
  scoring.special_squares = Bit(0);
  EXPECT_EQ(ScoredGameOf(rules, scoring).bonuses, (std::vector<int>{1, 4}));
}

TEST(Symmetries, KeepSpecialSquares) {
  const Rules rules = {
      .rows = 3, .columns = 3, .pieces = 2, .families = {{Family::kLine, 2}}};
  const ScoredGame game = ScoredGameOf(rules, {.pips = {1, 1},
                                               .special_squares = Bit(0),
                                               .special_points = 1,
                                               .family_points = {0}});
  EXPECT_EQ(game.game.symmetries.size(), 2);
  EXPECT_EQ(Image(game.game.symmetries[1], Bit(1) | Bit(3), "ab"), "ba");
  EXPECT_EQ(Image(game.game.symmetries[1], Bit(1) | Bit(4), "ab"), "ab");
}

}  // namespace
}  // namespace teeko::kernel
