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
  // Returns the classes of all markers, in ascending order.
  Pattern Classes(int threshold) const;
  // True if a marker of this class scores the threshold when it completes the
  // goal on `square`.
  bool Succeeds(int marker_class, Set goal, int square) const;
  // symmetry[square] is the image of a square.  The symmetries of the board
  // that take special squares to special squares; the identity comes first.
  const std::vector<std::vector<int>>& symmetries() const {
    return symmetries_;
  }

 private:
  // The numbers of points that a goal on a square can add to the pips.
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
  // All patterns of `size` markers among `classes`.
  Patterns(const Pattern& classes, int size);

  size_t size() const { return patterns_.size(); }
  const Pattern& operator[](size_t i) const { return patterns_[i]; }
  size_t IndexOf(const Pattern& pattern) const;

 private:
  std::vector<Pattern> patterns_;  // in lexicographic order
};

// Returns the place of the marker on `square` in the pattern of `set`.
size_t PlaceOf(Set set, int square);
// Returns the pattern of `set` after a marker has come to `square`, which is
// in `set`.  `pattern` has the other markers.
Pattern With(Pattern pattern, Set set, int square, char marker_class);

// Returns the image of a set.
Set Image(const std::vector<int>& symmetry, Set set);
// Returns the pattern of the image of `set`, whose pattern is `pattern`.
Pattern ImageOfPattern(const std::vector<int>& symmetry, Set set,
                       const Pattern& pattern);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_THRESHOLD_GAME_H_
