// Solver B for scored rules: the threshold games of docs/rules.md §7.

#ifndef TEEKO_SOLVER_B_SCORED_H_
#define TEEKO_SOLVER_B_SCORED_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/parallel_for.h"
#include "solver_b/set.h"
#include "solver_b/set_index.h"

namespace teeko::solver_b {

// The attacker's sets of one size.  A row is a canonical set; rows are in
// ascending order.  Immutable, hence thread-safe.
class AttackerSets {
 public:
  struct Row {
    Set set;           // the smallest of its images
    SquaresLeft left;  // the squares outside the set
  };
  // The row of a set, and a symmetry that takes the row's set to this set.
  struct RowOfSet {
    uint32_t row;
    const Permutation* from_row;
  };

  // `board` must outlive this.
  AttackerSets(const Board& board, int size);

  const std::vector<Row>& rows() const { return rows_; }
  const RowOfSet& RowOf(Set set) const { return rows_of_sets_[Rank(set)]; }

 private:
  std::vector<Row> rows_;
  std::vector<RowOfSet> rows_of_sets_;  // by rank of the set
};

// What all threshold games of one board have in common.  Immutable, hence
// thread-safe.
class ScoredSpace {
 public:
  // `board` must outlive this, and its game must have scoring.
  explicit ScoredSpace(const Board& board);
  ScoredSpace(const ScoredSpace&) = delete;
  ScoredSpace& operator=(const ScoredSpace&) = delete;

  // The largest possible score.  The thresholds are 1 to this number.
  int largest_score() const;

  const Board& board() const { return board_; }
  const AttackerSets& attackers(int size) const { return attackers_[size]; }

  // Returns the class of a marker (docs/rules.md §7).
  int ClassOf(int pips, int threshold) const {
    return BonusesBelow(threshold - pips);
  }
  // Returns how many markers of a side have each class.
  std::vector<int> ClassSizes(int threshold) const;
  // Returns the largest class of a marker that reaches the threshold when it
  // completes `goal` on `square`.  The result is the same for all thresholds.
  // (A marker with fewer pips has a larger class.)
  int LargestClass(Set goal, int square) const;

 private:
  int BonusesBelow(int points) const;

  const Board& board_;
  std::vector<int> bonuses_;             // all possible bonuses, ascending
  std::vector<AttackerSets> attackers_;  // by size
};

// The values of a section (docs/formats.md, "Tables of scored rules"): [0] with
// the defender to move, [1] with the attacker to move.
using ThresholdValues = std::array<std::vector<uint8_t>, 2>;

// The sections of a threshold game, by pieces placed (descending) and drops to
// come.
using ThresholdSections =
    std::map<std::pair<int, std::string>, ThresholdValues,
             std::function<bool(const std::pair<int, std::string>&,
                                const std::pair<int, std::string>&)>>;

// Solves one threshold game.  Returns nullopt if a success takes too many plies
// for a table.  Calls on_level(plies) on the caller's thread.
std::optional<ThresholdSections> SolveThreshold(
    const ScoredSpace& space, int threshold, const ParallelFor& parallel_for,
    const std::function<void(int plies)>& on_level);

// A position of a threshold game.
struct ThresholdPosition {
  Set attacker;
  Set defender;
  std::vector<int> pips;  // of the attacker's markers, ascending by square
  bool attacker_moves;
  std::string drops;  // to come
};

// Returns the value of a position in the result of SolveThreshold.
uint8_t ValueOf(const ScoredSpace& space, int threshold,
                const ThresholdSections& sections,
                const ThresholdPosition& position);

// Returns the number of stored positions of all threshold games.
double CountPositions(const ScoredSpace& space);

// Returns the bytes of memory that SolveThreshold needs.
uint64_t EstimateMemoryBytes(const ScoredSpace& space);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SCORED_H_
