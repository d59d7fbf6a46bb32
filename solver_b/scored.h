// Solver B for scored rules: the threshold games of docs/rules.md §7.

#ifndef TEEKO_SOLVER_B_SCORED_H_
#define TEEKO_SOLVER_B_SCORED_H_

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/parallel_for.h"
#include "solver_b/set.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

// The classes of the attacker's markers, in the order of their squares.
using Pattern = std::string;

// What all threshold games of one board have in common.  Immutable, hence
// thread-safe.
class ScoredSpace {
 public:
  // `board` must outlive this, and its game must have scoring.
  explicit ScoredSpace(const Board& board);
  ScoredSpace(const ScoredSpace&) = delete;
  ScoredSpace& operator=(const ScoredSpace&) = delete;

  const Board& board() const { return board_; }
  // The number of threshold games.
  int largest_score() const { return largest_score_; }

  // Returns the classes of all markers at this threshold, ascending.
  Pattern Classes(int threshold) const;
  // True if a marker of this class that completes the goal on `square` scores
  // the threshold.
  bool Scores(int marker_class, Set goal, int square) const;

  // A section for the side to move: a row for each orbit of the attacker's
  // sets.
  const SectionIndex& section(int attackers, int defenders) const {
    return sections_[attackers * (board_.pieces() + 1) + defenders];
  }

  // The row of a set, and all symmetries that map the set to the row's
  // representative.
  struct Places {
    uint32_t row;
    std::vector<const Permutation*> symmetries;
  };
  const Places& places(Set attacker) const;

 private:
  const Board& board_;
  std::vector<int> bonuses_;  // all sums of points of a square and of a family
  int largest_score_;
  std::deque<SetOrbits> orbits_;
  std::deque<SectionIndex> sections_;
  std::vector<std::vector<Places>> places_;  // by size and rank
};

// Returns all patterns of `size` markers among `classes`, in lexicographic
// order.
std::vector<Pattern> Patterns(const Pattern& classes, int size);

// The values of a section (docs/formats.md, "Tables of scored rules"), for the
// defender and for the attacker to move.
using ThresholdValues = std::array<std::vector<uint8_t>, 2>;

// The sections of a threshold game, by pieces placed (descending) and drops to
// come.
using ThresholdSections =
    std::map<std::pair<int, std::string>, ThresholdValues,
             std::function<bool(const std::pair<int, std::string>&,
                                const std::pair<int, std::string>&)>>;

// Solves one threshold game; empty if a success takes too many plies for a
// table.  Calls on_level(plies) on the caller's thread.
std::optional<ThresholdSections> SolveThreshold(
    const ScoredSpace& space, int threshold, const ParallelFor& parallel_for,
    const std::function<void(int plies)>& on_level);

// Returns the number of stored positions of all threshold games, and the bytes
// of memory that SolveThreshold needs.
double CountPositions(const ScoredSpace& space);
uint64_t EstimateMemoryBytes(const ScoredSpace& space);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SCORED_H_
