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
// decides, (C to move, R waits), is a value in another row: it goes there with
// the next frontier.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <utility>

#include "solver_b/check.h"
#include "solver_b/phases.h"

namespace teeko::solver_b {
namespace {

// The positions that a level decides: places in a table of rows and columns,
// one bit each, so that a level costs what it decides and next to nothing for
// what it does not.
class Frontier {
 public:
  Frontier(uint64_t rows, uint64_t columns)
      : row_words_((columns + 63) / 64), words_(rows * row_words_) {}

  // Thread-safe.
  void Insert(uint64_t row, uint64_t column) {
    words_[row * row_words_ + column / 64].fetch_or(uint64_t{1} << column % 64,
                                                    std::memory_order_relaxed);
  }

  // Takes out the places of a row and calls visit(column) for each.  Threads
  // may take different rows while nobody inserts.
  template <typename Visit>
  void TakeRow(uint64_t row, Visit visit) {
    for (uint64_t i = 0; i < row_words_; ++i) {
      std::atomic<uint64_t>& word = words_[row * row_words_ + i];
      uint64_t columns = word.load(std::memory_order_relaxed);
      if (columns == 0) continue;
      word.store(0, std::memory_order_relaxed);
      for (; columns != 0; columns &= columns - 1) {
        visit(64 * i + std::countr_zero(columns));
      }
    }
  }

 private:
  uint64_t row_words_;
  std::vector<std::atomic<uint64_t>> words_;
};

class MovePhase {
 public:
  MovePhase(const Space& space, const ParallelFor& parallel_for)
      : board_(space.board()),
        section_(space.section(2 * board_.pieces())),
        sets_(section_.columns()),
        parallel_for_(parallel_for),
        values_(section_.size(), kDraw),
        undecided_(section_.size(), 0),
        frontiers_{Frontier(section_.rows(), sets_.count()),
                   Frontier(section_.rows(), sets_.count())} {}

  std::optional<MovePhaseValues> Solve(
      const std::function<void(int, uint64_t)>& on_level) {
    const int max_plies = kMaxPlies - 2 * board_.pieces();
    int plies = 0;
    uint64_t total = 0;
    uint64_t decided =
        ForEachRow([this](uint64_t row) { return BeginRow(row); });
    for (; decided > 0; ++plies) {
      if (plies > max_plies) return std::nullopt;
      total += decided;
      on_level(plies, total);
      decided =
          ForEachRow([&](uint64_t row) { return AdvanceRow(row, plies); });
    }
    return MovePhaseValues{std::move(values_), std::max(plies - 1, 0)};
  }

 private:
  // Calls work(row) for all rows and returns the sum of what they return,
  // counted with symmetric positions.
  template <typename Work>
  uint64_t ForEachRow(Work work) {
    std::atomic<uint64_t> sum = 0;
    parallel_for_(section_.rows(), [&](uint64_t row) {
      sum += work(row) * RowClass(row).orbit_size;
    });
    return sum;
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

  // Finds what is lost in 0 plies and returns how many positions of the row
  // that are.
  uint64_t BeginRow(uint64_t row) {
    const Neighbors neighbors = RowNeighbors(row);
    const std::vector<bool> mover_has_goal = GoalColumns(row);
    const bool opponent_has_goal = board_.IsGoal(RowClass(row).representative);
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
      Check(moves <= 255, "a counter has room for all moves");
      undecided_[section_.Index(row, column)] = moves;
      if (moves == 0) {
        Decide(row, mover, 0);
        ++lost;
      }
    }
    return lost;
  }

  // Stores the values of what is decided in `plies`, all that is decided in
  // fewer having been stored; finds what is decided in plies + 1 and returns
  // how many positions of the row that are.
  uint64_t AdvanceRow(uint64_t row, int plies) {
    const Neighbors neighbors = RowNeighbors(row);
    Value* const values = &values_[section_.Index(row, 0)];
    uint8_t* const undecided = &undecided_[section_.Index(row, 0)];
    const bool frontier_is_lost = plies % 2 == 0;
    uint64_t decided = 0;
    frontiers_[plies % 2].TakeRow(row, [&](uint64_t column) {
      values[column] = DecidedIn(plies);
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
          frontiers_[plies % 2].Insert(to_row, to_column);
        });
  }

  const Board& board_;
  const SectionIndex& section_;
  const SetIndex& sets_;
  const ParallelFor& parallel_for_;
  std::vector<Value> values_;
  std::vector<uint8_t> undecided_;
  // What was decided last, and what is being decided from it: by plies % 2.
  std::array<Frontier, 2> frontiers_;
};

}  // namespace

std::optional<MovePhaseValues> SolveMovePhase(
    const Space& space, const ParallelFor& parallel_for,
    const std::function<void(int, uint64_t)>& on_level) {
  return MovePhase(space, parallel_for).Solve(on_level);
}

}  // namespace teeko::solver_b
