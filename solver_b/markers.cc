#include "solver_b/markers.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "solver_b/require.h"

namespace teeko::solver_b {
namespace {

Scoring ScoringOf(const Game& game) {
  return game.scoring.value_or(
      Scoring{.pips = std::vector<int>(game.pieces, 1)});
}

// Returns all possible bonuses, ascending.
std::vector<int> BonusesOf(const Game& game) {
  std::set<int> bonuses;
  for (const GoalFamily& family : game.goals) {
    bonuses.insert(family.points);
    bonuses.insert(family.points + ScoringOf(game).special_points);
  }
  return {bonuses.begin(), bonuses.end()};
}

}  // namespace

Patterns::Patterns(int size, std::vector<Classes> all) : all_(std::move(all)) {
  if (count() == 1) {
    after_maps_ = {0};
    return;
  }
  std::vector<uint8_t> to(size);  // by marker
  std::iota(to.begin(), to.end(), 0);
  do {
    const uint64_t first = count() * Order(to, FirstSquares(size));
    after_maps_.resize(std::max<uint64_t>(after_maps_.size(), first + count()));
    for (uint32_t pattern = 0; pattern < count(); ++pattern) {
      Classes after(size);
      for (int i = 0; i < size; ++i) after[to[i]] = all_[pattern][i];
      after_maps_[first + pattern] = Number(after);
    }
  } while (std::next_permutation(to.begin(), to.end()));
}

uint32_t Patterns::Number(const Classes& classes) const {
  return std::lower_bound(all_.begin(), all_.end(), classes) - all_.begin();
}

Markers::Markers(const Board& board, int threshold)
    : is_scored_(board.game().scoring.has_value()),
      threshold_(threshold),
      bonuses_(BonusesOf(board.game())) {
  const auto [pips, special, special_points] = ScoringOf(board.game());
  Require(int(pips.size()) == board.pieces(),
          "each marker has a number of pips");
  std::vector<int> sizes(bonuses_.size() + 1);  // markers of each class
  for (const int marker : pips) ++sizes[ClassOf(marker)];
  std::vector<Patterns::Classes> all = {{}};
  for (int size = 0; size < board.pieces(); ++size) {
    patterns_.emplace_back(size, all);
    std::vector<int>& left = classes_left_.emplace_back();
    std::vector<Patterns::Classes> longer;
    for (const Patterns::Classes& classes : all) {
      const size_t first = longer.size();
      for (size_t added = 0; added < sizes.size(); ++added) {
        if (std::count(classes.begin(), classes.end(), added) == sizes[added])
          continue;
        longer.push_back(classes);
        longer.back().push_back(added);
      }
      left.push_back(longer.size() - first);
    }
    all = std::move(longer);
  }
  patterns_.emplace_back(board.pieces(), std::move(all));
  for (const Set goal : board.goals()) {
    for (Set rest = goal; rest != 0; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      const bool is_special = (special & SetOf(square)) != 0;
      completions_.push_back(
          {goal, square,
           BonusesBelow(board.PointsOf(goal) + is_special * special_points)});
    }
  }
}

int Markers::BonusesBelow(int points) const {
  return std::lower_bound(bonuses_.begin(), bonuses_.end(), points) -
         bonuses_.begin();
}

int CountThresholds(const Game& game) {
  const std::vector<int> pips = ScoringOf(game).pips;
  return *std::max_element(pips.begin(), pips.end()) + BonusesOf(game).back();
}

}  // namespace teeko::solver_b
