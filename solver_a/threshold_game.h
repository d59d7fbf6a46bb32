// Threshold games (docs/rules.md §7): the holdings of each side, their moves,
// drops and symmetries.
//
// In a threshold game the attacker succeeds in an odd number of plies if it is
// to move, and in an even number of plies if the defender is to move.  So the
// side to move in the levels with odd numbers is the attacker, and in the
// levels with even numbers the defender.  The ordinary game is a threshold game
// in which both sides are the same: whoever wins is the attacker.
//
// A holding is a set of squares with the classes of its markers.  A goal has
// at most two holdings instead: it scored enough, or it did not.  If all
// markers have the same class and all goals score enough, a holding is a set:
//
//     ordinary game           0: {1,2}  1: {1,3}  2: {2,3} …   in set order
//     attacker, classes 0, 1  0: {1,2} 01   1: {1,2} 10   2: {1,3} 01 …
//                             … {7,8} scored enough   {7,8} did not …

#ifndef TEEKO_SOLVER_A_THRESHOLD_GAME_H_
#define TEEKO_SOLVER_A_THRESHOLD_GAME_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "solver_a/board.h"
#include "solver_a/subsets.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// The classes of a side's markers, in the order of their squares.
using Pattern = std::string;

// A symmetry s of the board takes square q to s[q].
using Symmetry = std::vector<int>;

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
  // squares; the identity comes first.
  const std::vector<Symmetry>& symmetries() const { return symmetries_; }

 private:
  // The possible bonuses: the points that a goal family and the square of the
  // completing marker can add to the pips.
  std::vector<int> bonuses_;
  std::vector<int> pips_;
  std::map<Set, int> goal_points_;
  Set special_ = 0;
  int special_points_;
  int largest_score_;
  std::vector<Symmetry> symmetries_;
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

// The moves or drops of one side, without regard to the other side.  A move or
// drop changes holding h to one of the holdings targets[starts[h]] …
// targets[starts[h + 1] - 1].
struct Moves {
  // Returns the holdings after each move or drop of holding h.
  absl::Span<const uint32_t> From(size_t h) const {
    return {targets.data() + starts[h], starts[h + 1] - starts[h]};
  }

  std::vector<uint64_t> starts = {0};
  std::vector<uint32_t> targets;
};

// What distinguishes the markers of one side, and its goals.
struct Side {
  Pattern classes;                   // of all its markers, in ascending order
  std::vector<Symmetry> symmetries;  // the identity comes first
  // True if a marker of this class on `square` that completes `goal` scores
  // enough.
  std::function<bool(int marker_class, Set goal, int square)> succeeds;
};

// All holdings of one side with the same number of pieces.  Holdings of
// canonical sets come first, in the order of the table.  Thread-safe.
class Holdings {
 public:
  // Keeps references to `board` and `side`.
  Holdings(const Board& board, const Side& side, int pieces);

  size_t size() const { return sets_.size(); }
  // The set of each holding.
  const std::vector<Set>& sets() const { return sets_; }
  // The number of holdings of canonical sets.  (A set is canonical if none of
  // its images under the symmetries of the side is a smaller number.)
  size_t stored() const { return stored_; }
  // The goals, and those of them that scored enough, ascending.
  const std::vector<uint32_t>& goals() const { return goals_; }
  const std::vector<uint32_t>& scored() const { return scored_; }

  // By row of the table: the holding, or kOver if the set is a goal.
  const std::vector<uint32_t>& rows() const { return rows_; }
  static constexpr uint32_t kOver = ~uint32_t{0};

  // Returns the moves to neighbours, of all pieces.  If a move leads from a
  // holding to another one, the lists of both have the other one.  Has no moves
  // between goals.
  Moves AllMoves() const;
  // Returns the drops of the stored holdings to holdings of `larger`, which
  // have one more piece: an element for each class of the dropped marker.
  std::vector<Moves> Drops(const Holdings& larger) const;

  // The symmetry with the number `symmetry` takes a holding to `holding`, which
  // is stored.
  struct Image {
    uint32_t holding;
    uint32_t symmetry;
  };
  // Returns the stored image of each holding.
  std::vector<Image> StoredImages() const;
  // Returns the image of each holding under a symmetry that takes holdings of
  // this side to holdings of this side.  Markers must have the same class.
  std::vector<uint32_t> Images(const Symmetry& symmetry) const;

 private:
  bool IsGoal(Set set) const;
  size_t First(Set set) const { return first_[subsets_.Rank(set)]; }
  // Returns the holding of a goal that a marker completes.
  uint32_t Completed(Set goal, char marker_class, int square) const;
  void Add(size_t rank, bool stored);

  const Board& board_;
  const Side& side_;
  const int pieces_;
  const Subsets subsets_;
  const Patterns patterns_;
  std::vector<uint32_t> first_;  // by rank of the set: its first holding
  std::vector<Set> sets_;
  size_t stored_;
  std::vector<uint32_t> goals_;
  std::vector<uint32_t> scored_;
  std::vector<uint32_t> rows_;
};

// The ordinary game, or one threshold game.  An argument `side` is 1 for the
// attacker and 0 for the defender, so side n % 2 is to move in level n.
// Thread-safe.
class Game {
 public:
  // `threshold` is one of ThresholdsOf(rules).
  Game(const Rules& rules, int threshold);
  Game(const Game&) = delete;

  const Board& board() const { return board_; }
  int threshold() const { return threshold_; }
  // True if the sides differ; false in the ordinary game.
  bool has_two_sides() const { return sides_.size() == 2; }
  // The symmetries of the attacker.
  const std::vector<Symmetry>& symmetries() const {
    return sides_.back().symmetries;
  }
  // Returns the holdings of `pieces` pieces.  In the ordinary game, both sides
  // have the same object.
  const Holdings& holdings(int side, int pieces) const {
    return holdings_[has_two_sides() ? side : 0][pieces];
  }
  // The same with all pieces.
  const Holdings& holdings(int side) const {
    return holdings(side, board_.pieces());
  }
  // True if the attacker succeeds when the defender has no move.
  bool blocked_loses() const { return threshold_ <= 1; }

 private:
  const Board board_;
  const int threshold_;
  std::vector<Side> sides_;                      // one or two
  std::vector<std::vector<Holdings>> holdings_;  // by side and pieces
};

// Returns the thresholds of rules with scoring; {0} for the ordinary game.
std::vector<int> ThresholdsOf(const Rules& rules);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_THRESHOLD_GAME_H_
