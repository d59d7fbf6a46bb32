// How levels are worked off without two threads meeting.
//
// A row holds two readings of the same pairs of sets, R of the row and C of
// the column:
//
//     values     R is to move, C waits: the value, once decided
//     undecided  C is to move, R waits: how many of its moves might still save
//                it from losing; 0 once it is decided or has no value
//
// A move of C to C′ leads from (C to move, R waits) to (R to move, C′ waits):
// from a counter to a value of the same row.  So one thread can take a row and
// work off its part of a level without meeting anybody.  Only what it newly
// decides, (C to move, R waits), is a value in another row.

#include "solver_b/move_phase.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "solver_b/frontier.h"

namespace teeko::solver_b {
namespace {

class MovePhase {
 public:
  explicit MovePhase(const Space& space)
      : board_(space.board()),
        section_(space.section(2 * board_.pieces())),
        sets_(section_.columns()),
        values_(section_.size(), kDraw),
        undecided_(section_.size(), 0),
        frontiers_{Frontier(section_.rows(), sets_.count()),
                   Frontier(section_.rows(), sets_.count())} {}

  // Decides what is lost in 0 plies and returns how many positions that are.
  uint64_t Begin() {
    return ForEachRow([this](uint64_t row) { return BeginRow(row); });
  }

  // Decides what is decided in plies + 1, given all that is decided in fewer,
  // and returns how many positions that are.
  uint64_t Advance(int plies) {
    return ForEachRow(
        [this, plies](uint64_t row) { return AdvanceRow(row, plies); });
  }

  std::vector<Value> TakeValues() { return std::move(values_); }

 private:
  // Calls work(row) for all rows and returns the sum of what they return,
  // counted with symmetric positions.
  template <typename Work>
  uint64_t ForEachRow(Work work) {
    return tbb::parallel_reduce(
        tbb::blocked_range<uint64_t>(0, section_.rows()), uint64_t{0},
        [&](const tbb::blocked_range<uint64_t>& rows, uint64_t sum) {
          for (uint64_t row = rows.begin(); row != rows.end(); ++row) {
            sum += work(row) * RowClass(row).orbit_size;
          }
          return sum;
        },
        std::plus<uint64_t>());
  }

  const SetClasses::Class& RowClass(uint64_t row) const {
    return section_.movers().classes()[row];
  }

  // The neighbours among the squares that the row's representative leaves, as
  // these are numbered.
  Neighbors RowNeighbors(uint64_t row) const {
    const SquaresLeft& left = RowClass(row).left;
    const Set waiting = RowClass(row).representative;
    Neighbors neighbors = {};
    for (int i = 0; i < left.count(); ++i) {
      neighbors[i] =
          left.Renumber(board_.neighbors()[left.Square(i)] & ~waiting);
    }
    return neighbors;
  }

  // The columns whose sets are goals.
  std::vector<bool> GoalColumns(uint64_t row) const {
    const SetClasses::Class& row_class = RowClass(row);
    std::vector<bool> is_goal(sets_.count());
    for (const Set goal : board_.goals()) {
      if ((goal & row_class.representative) != 0) continue;
      is_goal[sets_.Rank(row_class.left.Renumber(goal))] = true;
    }
    return is_goal;
  }

  uint64_t BeginRow(uint64_t row) {
    const Neighbors neighbors = RowNeighbors(row);
    const std::vector<bool> mover_has_goal = GoalColumns(row);
    const bool opponent_has_goal = board_.IsGoal(RowClass(row).representative);
    uint8_t* const undecided = &undecided_[section_.Index(row, 0)];
    if (opponent_has_goal) {
      std::fill_n(&values_[section_.Index(row, 0)], sets_.count(), kNoValue);
    }
    uint64_t lost = 0;
    for (uint64_t column = 0; column < sets_.count(); ++column) {
      if (mover_has_goal[column]) continue;
      const Set mover = sets_.Unrank(column);
      int moves = 0;
      if (!opponent_has_goal) {
        ForEachMove(neighbors, mover, mover, [&moves](Set) { ++moves; });
      }
      // At most 8 a piece, and with 32 pieces a side no square is empty.
      undecided[column] = moves;
      if (moves == 0) {
        Decide(row, mover, 0);
        ++lost;
      }
    }
    return lost;
  }

  uint64_t AdvanceRow(uint64_t row, int plies) {
    const Neighbors neighbors = RowNeighbors(row);
    uint8_t* const undecided = &undecided_[section_.Index(row, 0)];
    const bool frontier_is_lost = plies % 2 == 0;
    uint64_t decided = 0;
    frontiers_[plies % 2].TakeRow(row, [&](uint64_t column) {
      const Set after = sets_.Unrank(column);
      ForEachMove(neighbors, after, after, [&](Set before) {
        uint8_t& moves = undecided[sets_.Rank(before)];
        if (moves == 0) return;
        moves = frontier_is_lost ? 0 : moves - 1;
        if (moves != 0) return;
        Decide(row, before, plies + 1);
        ++decided;
      });
    });
    return decided;
  }

  // The row's representative waits; `mover` is numbered as in the row.
  void Decide(uint64_t row, Set mover, int plies) {
    const SetClasses::Class& row_class = RowClass(row);
    section_.ForEachPlace(
        {row_class.left.OnBoard(mover), row_class.representative},
        [&](uint64_t to_row, uint64_t to_column) {
          StoreValue(DecidedIn(plies),
                     values_[section_.Index(to_row, to_column)]);
          frontiers_[plies % 2].Insert(to_row, to_column);
        });
  }

  const Board& board_;
  const SectionIndex& section_;
  const SetIndex& sets_;
  std::vector<Value> values_;
  std::vector<uint8_t> undecided_;
  // What was decided last, and what is being decided from it: by plies % 2.
  std::array<Frontier, 2> frontiers_;
};

}  // namespace

absl::StatusOr<MovePhaseValues> SolveMovePhase(const Space& space,
                                               Progress& progress) {
  const int max_plies = kMaxPlies - 2 * space.board().pieces();
  MovePhase phase(space);
  int plies = 0;
  uint64_t total = 0;
  for (uint64_t decided = phase.Begin(); decided > 0;
       decided = phase.Advance(plies++)) {
    if (plies > max_plies) {
      return absl::OutOfRangeError(
          absl::StrCat("some games are longer than ", max_plies,
                       " plies, the most that a table can hold"));
    }
    total += decided;
    progress.Update(total, absl::StrCat("level ", plies));
  }
  return MovePhaseValues{phase.TakeValues(), std::max(plies - 1, 0)};
}

}  // namespace teeko::solver_b
