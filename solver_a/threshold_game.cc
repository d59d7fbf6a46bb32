#include "solver_a/threshold_game.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace teeko::solver_a {
namespace {

// Returns the flips, exchanges and shifts of the board, without duplicates.
std::set<Symmetry> BoardSymmetries(const Rules& rules) {
  const int rows = rules.rows(), columns = rules.columns();
  const int shifts = rules.edges() == Rules::WRAPPED ? rows * columns : 1;
  std::set<Symmetry> symmetries;
  for (int kind = 0; kind < (rows == columns ? 8 : 4); ++kind) {
    for (int shift = 0; shift < shifts; ++shift) {
      Symmetry symmetry;
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

// Returns the place of the marker on `square` in the pattern of `set`.
size_t PlaceOf(Set set, int square) {
  return std::popcount(set & ((Set{1} << square) - 1));
}

// Returns the pattern of `set`.  `pattern` is that of `set` without `square`,
// and marker_class is the class of the marker on `square`.
Pattern With(Pattern pattern, Set set, int square, char marker_class) {
  return pattern.insert(PlaceOf(set, square), 1, marker_class);
}

// Returns the image of a set.
Set ImageOf(const Symmetry& symmetry, Set set) {
  Set image = 0;
  for (; set != 0; set &= set - 1) {
    image |= Set{1} << symmetry[std::countr_zero(set)];
  }
  return image;
}

// Returns the pattern of the image of `set`, whose pattern is `pattern`.
Pattern ImageOfPattern(const Symmetry& symmetry, Set set,
                       const Pattern& pattern) {
  const Set to = ImageOf(symmetry, set);
  Pattern image = pattern;
  size_t next = 0;
  for (; set != 0; set &= set - 1) {
    image[PlaceOf(to, symmetry[std::countr_zero(set)])] = pattern[next++];
  }
  return image;
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
  for (const Symmetry& symmetry : BoardSymmetries(rules)) {
    if (ImageOf(symmetry, special_) == special_)
      symmetries_.push_back(symmetry);
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

Holdings::Holdings(const Board& board, const Side& side, int pieces)
    : board_(board),
      side_(side),
      pieces_(pieces),
      subsets_(board.squares(), pieces),
      patterns_(side.classes, pieces),
      first_(subsets_.size()) {
  std::vector<uint32_t> others;  // ranks of sets that are not canonical
  for (uint32_t rank = 0; rank < subsets_.size(); ++rank) {
    const Set set = subsets_[rank];
    if (std::ranges::all_of(side.symmetries, [&](const Symmetry& symmetry) {
          return ImageOf(symmetry, set) >= set;
        })) {
      Add(rank, true);
    } else {
      others.push_back(rank);
    }
  }
  stored_ = sets_.size();
  for (const uint32_t rank : others) Add(rank, false);
}

void Holdings::Add(size_t rank, bool stored) {
  const Set set = subsets_[rank];
  first_[rank] = sets_.size();
  if (IsGoal(set)) {
    if (stored) rows_.insert(rows_.end(), patterns_.size(), kOver);
    bool can_succeed = false, can_fail = false;
    for (const int square : SquaresOf(set)) {
      for (const char marker_class : side_.classes) {
        (side_.succeeds(marker_class, set, square) ? can_succeed : can_fail) =
            true;
      }
    }
    if (can_succeed) scored_.push_back(sets_.size());
    for (const bool possible : {can_succeed, can_fail}) {
      if (!possible) continue;
      goals_.push_back(sets_.size());
      sets_.push_back(set);
    }
    return;
  }
  for (size_t p = 0; p < patterns_.size(); ++p) {
    if (stored) rows_.push_back(sets_.size());
    sets_.push_back(set);
  }
}

bool Holdings::IsGoal(Set set) const {
  return pieces_ == board_.pieces() && board_.IsGoal(set);
}

uint32_t Holdings::Completed(Set goal, char marker_class, int square) const {
  const uint32_t first = First(goal);
  const bool fails = !side_.succeeds(marker_class, goal, square);
  return first + (fails && std::ranges::binary_search(scored_, first));
}

Moves Holdings::AllMoves() const {
  Moves moves;
  for (size_t h = 0; h < size(); ++h) {
    const Set set = sets_[h];
    const bool is_goal = IsGoal(set);
    const size_t pattern = is_goal ? 0 : h - First(set);
    for (const auto& [other, moved] : board_.Successors(set, 0)) {
      const int from = std::countr_zero(set & ~moved);
      const int to = std::countr_zero(moved & ~set);
      const bool completes = IsGoal(moved);
      if (is_goal && completes) continue;
      if (is_goal) {
        // The moves that lead here: the marker comes from the square `to`.
        for (size_t p = 0; p < patterns_.size(); ++p) {
          const char marker_class = patterns_[p][PlaceOf(moved, to)];
          if (Completed(set, marker_class, from) == h) {
            moves.targets.push_back(First(moved) + p);
          }
        }
      } else if (completes) {
        moves.targets.push_back(
            Completed(moved, patterns_[pattern][PlaceOf(set, from)], to));
      } else if (patterns_.size() == 1) {
        moves.targets.push_back(First(moved));
      } else {
        Pattern without = patterns_[pattern];
        const size_t place = PlaceOf(set, from);
        const char marker_class = without[place];
        without.erase(place, 1);
        moves.targets.push_back(
            First(moved) +
            patterns_.IndexOf(With(without, moved, to, marker_class)));
      }
    }
    moves.starts.push_back(moves.targets.size());
  }
  return moves;
}

std::vector<Moves> Holdings::Drops(const Holdings& larger) const {
  const std::set<char> classes(side_.classes.begin(), side_.classes.end());
  std::vector<Moves> drops;
  for (const char dropped : classes) {
    Moves& moves = drops.emplace_back();
    for (size_t h = 0; h < stored_; ++h) {
      const Set set = sets_[h];
      const Pattern& pattern = patterns_[h - First(set)];
      const bool has_one = std::ranges::count(pattern, dropped) <
                           std::ranges::count(side_.classes, dropped);
      for (int square = 0; has_one && square < board_.squares(); ++square) {
        const Set after = set | Set{1} << square;
        if (after == set) continue;
        moves.targets.push_back(
            larger.IsGoal(after)
                ? larger.Completed(after, dropped, square)
                : larger.First(after) + larger.patterns_.IndexOf(With(
                                            pattern, after, square, dropped)));
      }
      moves.starts.push_back(moves.targets.size());
    }
  }
  return drops;
}

std::vector<Holdings::Image> Holdings::StoredImages() const {
  std::vector<Image> images;
  for (size_t h = 0; h < size(); ++h) {
    const Set set = sets_[h];
    uint32_t best = 0;
    Set smallest = set;
    for (uint32_t g = 1; g < side_.symmetries.size(); ++g) {
      const Set image = ImageOf(side_.symmetries[g], set);
      if (image >= smallest) continue;
      smallest = image;
      best = g;
    }
    const size_t pattern = h - First(set);
    const size_t offset =
        IsGoal(set) || patterns_.size() == 1
            ? pattern
            : patterns_.IndexOf(ImageOfPattern(side_.symmetries[best], set,
                                               patterns_[pattern]));
    images.push_back({static_cast<uint32_t>(First(smallest) + offset), best});
  }
  return images;
}

std::vector<uint32_t> Holdings::Images(const Symmetry& symmetry) const {
  std::vector<uint32_t> images;
  for (const Set set : sets_) images.push_back(First(ImageOf(symmetry, set)));
  return images;
}

Game::Game(const Rules& rules, int threshold)
    : board_(rules), threshold_(threshold) {
  const Pattern same(board_.pieces(), '\0');
  Symmetry identity;
  for (int square = 0; square < board_.squares(); ++square) {
    identity.push_back(square);
  }
  const bool is_ordinary = threshold == 0;
  sides_.push_back(
      {same, {identity}, [is_ordinary](int, Set, int) { return is_ordinary; }});
  if (!is_ordinary) {
    const Scoring scoring(rules);
    sides_.push_back({scoring.Classes(threshold), scoring.symmetries(),
                      [scoring](int marker_class, Set goal, int square) {
                        return scoring.Succeeds(marker_class, goal, square);
                      }});
  }
  for (const Side& side : sides_) {
    std::vector<Holdings>& of_side = holdings_.emplace_back();
    of_side.reserve(board_.pieces() + 1);
    for (int pieces = 0; pieces <= board_.pieces(); ++pieces) {
      of_side.emplace_back(board_, side, pieces);
    }
  }
}

std::vector<int> ThresholdsOf(const Rules& rules) {
  if (!rules.has_scoring()) return {0};
  std::vector<int> thresholds;
  const int largest = Scoring(rules).largest_score();
  for (int t = 1; t <= largest; ++t) thresholds.push_back(t);
  return thresholds;
}

}  // namespace teeko::solver_a
