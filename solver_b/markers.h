// The classes of markers in a threshold game (docs/rules.md §7).

#ifndef TEEKO_SOLVER_B_MARKERS_H_
#define TEEKO_SOLVER_B_MARKERS_H_

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/set.h"

namespace teeko::solver_b {

// The patterns of one number of markers (docs/formats.md, "Tables of scored
// rules").  Immutable, hence thread-safe.
class Patterns {
 public:
  // The classes of markers in the order of their squares.
  using Classes = std::vector<uint8_t>;

  // `all` has all patterns of `size` markers, ascending.
  Patterns(int size, std::vector<Classes> all);

  uint32_t count() const { return all_.size(); }
  const std::vector<Classes>& all() const { return all_; }
  // Returns the number of a pattern.
  uint32_t Number(const Classes& classes) const;

  // Returns a map of each pattern to itself.
  const uint16_t* SameMap() const { return after_maps_.data(); }
  // Returns, by pattern of the markers on `set`, the pattern after each marker
  // moves from its square s to squares[s].
  template <typename Squares>
  const uint16_t* AfterMap(const Squares& squares, Set set) const {
    return &after_maps_[count() == 1 ? 0 : count() * Order(squares, set)];
  }

 private:
  // Returns the number of the order of the squares to which `set` is mapped.
  template <typename Squares>
  static uint64_t Order(const Squares& squares, Set set) {
    std::array<int, kMaxSquares> to;  // where the first markers move
    uint64_t order = 0;
    int count = 0;
    for (; set != 0; set &= set - 1) {
      const int square = squares[std::countr_zero(set)];
      to[count] = square;
      order *= count + 1;
      for (int i = 0; i < count; ++i) order += to[i] > square;
      ++count;
    }
    return order;
  }

  std::vector<Classes> all_;
  std::vector<uint16_t> after_maps_;  // by order (0: ascending) and pattern
};

// A way to complete a goal: the last marker is dropped on `square` or moved to
// it.  A marker of class `largest_class` or less then reaches the threshold. (A
// marker with fewer pips has a larger class.)
struct Completion {
  Set goal;
  int square;
  int largest_class;
};

// The attacker's markers in a threshold game.  In a game without scoring, all
// markers have one pip and the threshold is 1, so that all have one class and
// each goal reaches the threshold.  Immutable, hence thread-safe.
class Markers {
 public:
  Markers(const Board& board, int threshold);

  bool is_scored() const { return is_scored_; }
  // Returns the class of a marker.
  int ClassOf(int pips) const { return BonusesBelow(threshold_ - pips); }
  // Returns the patterns of `size` markers, 0 … pieces.
  const Patterns& patterns(int size) const { return patterns_[size]; }
  // Returns, by pattern of `size` < pieces markers, the number of classes of
  // the other markers.
  const std::vector<int>& classes_left(int size) const {
    return classes_left_[size];
  }
  const std::vector<Completion>& completions() const { return completions_; }

 private:
  int BonusesBelow(int points) const;

  const bool is_scored_;
  const int threshold_;
  const std::vector<int> bonuses_;  // all possible bonuses, ascending
  std::vector<Patterns> patterns_;
  std::vector<std::vector<int>> classes_left_;
  std::vector<Completion> completions_;
};

// Returns the number of threshold games: the largest possible score, or 1
// without scoring.
int CountThresholds(const Game& game);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_MARKERS_H_
