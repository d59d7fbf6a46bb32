#include "solver_a/threshold_game.h"

#include <algorithm>
#include <bit>
#include <set>

namespace teeko::solver_a {
namespace {

// Returns the flips, exchanges and shifts of the board, without duplicates.
std::set<std::vector<int>> BoardSymmetries(const Rules& rules) {
  const int rows = rules.rows(), columns = rules.columns();
  const int shifts = rules.edges() == Rules::WRAPPED ? rows * columns : 1;
  std::set<std::vector<int>> symmetries;
  for (int kind = 0; kind < (rows == columns ? 8 : 4); ++kind) {
    for (int shift = 0; shift < shifts; ++shift) {
      std::vector<int> symmetry;
      for (int square = 0; square < rows * columns; ++square) {
        int row = square / columns, column = square % columns;
        if ((kind & 1) != 0) row = rows - 1 - row;
        if ((kind & 2) != 0) column = columns - 1 - column;
        if ((kind & 4) != 0) std::swap(row, column);
        symmetry.push_back((row + shift / columns) % rows * columns +
                           (column + shift % columns) % columns);
      }
      symmetries.insert(symmetry);
    }
  }
  return symmetries;
}

}  // namespace

Scoring::Scoring(const Rules& rules)
    : special_points_(rules.scoring().special_points()) {
  const teeko::Scoring& scoring = rules.scoring();
  pips_.assign(scoring.pips().begin(), scoring.pips().end());
  for (const int square : scoring.special_squares()) {
    special_ |= Set{1} << (square - 1);
  }
  std::set<int> bonuses;
  for (const GoalFamily& family : rules.goals()) {
    Rules alone = rules;
    alone.clear_goals();
    *alone.add_goals() = family;
    const int points = family.points();
    const Board board(alone);
    for (const Set goal : board.goals()) {
      goal_points_[goal] = std::max(goal_points_[goal], points);
    }
    bonuses.insert(points);
    if (special_ != 0) bonuses.insert(points + special_points_);
  }
  bonuses_.assign(bonuses.begin(), bonuses.end());
  largest_score_ = *std::ranges::max_element(pips_) + bonuses_.back();
  for (const std::vector<int>& symmetry : BoardSymmetries(rules)) {
    if (Image(symmetry, special_) == special_) symmetries_.push_back(symmetry);
  }
}

Pattern Scoring::Classes(int threshold) const {
  Pattern classes;
  for (const int pips : pips_) {
    classes += static_cast<char>(std::ranges::count_if(
        bonuses_, [&](int bonus) { return bonus < threshold - pips; }));
  }
  std::ranges::sort(classes);
  return classes;
}

bool Scoring::Succeeds(int marker_class, Set goal, int square) const {
  const bool special = (special_ >> square & 1) != 0;
  const int bonus = goal_points_.at(goal) + (special ? special_points_ : 0);
  return std::ranges::count_if(bonuses_, [&](int other) {
           return other < bonus;
         }) >= marker_class;
}

Patterns::Patterns(const Pattern& classes, int markers) {
  Pattern order = classes;
  std::set<Pattern> patterns;
  do {
    patterns.insert(order.substr(0, markers));
  } while (std::next_permutation(order.begin(), order.end()));
  patterns_.assign(patterns.begin(), patterns.end());
}

size_t Patterns::IndexOf(const Pattern& pattern) const {
  return std::ranges::lower_bound(patterns_, pattern) - patterns_.begin();
}

size_t PlaceOf(Set set, int square) {
  return std::popcount(set & ((Set{1} << square) - 1));
}

Pattern With(Pattern pattern, Set set, int square, char marker_class) {
  return pattern.insert(PlaceOf(set, square), 1, marker_class);
}

Set Image(const std::vector<int>& symmetry, Set set) {
  Set image = 0;
  for (; set != 0; set &= set - 1) {
    image |= Set{1} << symmetry[std::countr_zero(set)];
  }
  return image;
}

Pattern ImageOfPattern(const std::vector<int>& symmetry, Set set,
                       const Pattern& pattern) {
  std::map<int, char> by_square;
  size_t next = 0;
  for (const int square : SquaresOf(set)) {
    by_square[symmetry[square]] = pattern[next++];
  }
  Pattern image;
  for (const auto& [square, marker_class] : by_square) image += marker_class;
  return image;
}

}  // namespace teeko::solver_a
