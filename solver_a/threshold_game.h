// The threshold games of scored rules (docs/rules.md §7): classes and patterns.

#ifndef TEEKO_SOLVER_A_THRESHOLD_GAME_H_
#define TEEKO_SOLVER_A_THRESHOLD_GAME_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "solver_a/board.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// The classes of the attacker's markers, in the order of their squares.
using Pattern = std::string;

// The scoring of one set of rules.
class Scoring {
 public:
  explicit Scoring(const Rules& rules);

  int largest_score() const { return largest_score_; }
  // Returns the classes of all markers of a side for this threshold, in
  // ascending order.
  Pattern Classes(int threshold) const;
  // True if a marker of this class on `square` that completes `goal` scores at
  // least the threshold to which the class belongs.
  bool Succeeds(int marker_class, Set goal, int square) const;
  // Returns the symmetries of the board that take special squares to special
  // squares; the identity comes first.  A symmetry s takes square q to s[q].
  const std::vector<std::vector<int>>& symmetries() const {
    return symmetries_;
  }

 private:
  // The possible bonuses: the points that a goal family and the square of the
  // completing marker can add to the pips.
  std::vector<int> bonuses_;
  std::vector<int> pips_;
  std::map<Set, int> goal_points_;
  Set special_ = 0;
  int special_points_;
  int largest_score_;
  std::vector<std::vector<int>> symmetries_;
};

// The patterns of a number of markers in one threshold game.
class Patterns {
 public:
  // All patterns that `markers` markers with these classes can have.
  Patterns(const Pattern& classes, int markers);

  size_t size() const { return patterns_.size(); }
  const Pattern& operator[](size_t i) const { return patterns_[i]; }
  size_t IndexOf(const Pattern& pattern) const;

 private:
  std::vector<Pattern> patterns_;  // in lexicographic order
};

// Returns the place of the marker on `square` in the pattern of `set`.
size_t PlaceOf(Set set, int square);
// Returns the pattern of `set`.  `pattern` is that of `set` without `square`,
// and marker_class is the class of the marker on `square`.
Pattern With(Pattern pattern, Set set, int square, char marker_class);

// Returns the image of a set.
Set Image(const std::vector<int>& symmetry, Set set);
// Returns the pattern of the image of `set`, whose pattern is `pattern`.
Pattern ImageOfPattern(const std::vector<int>& symmetry, Set set,
                       const Pattern& pattern);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_THRESHOLD_GAME_H_
