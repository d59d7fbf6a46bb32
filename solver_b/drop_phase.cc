// As in the move phase, nobody leaves a row: with R waiting, a drop takes the
// mover from a set C to a larger one, C′, and the value after the drop is that
// of (R to move, C′ waits), in the row of R in the next section.

#include "solver_b/drop_phase.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace teeko::solver_b {
namespace {

// Larger than any number of plies.
constexpr int kFar = 1 << 16;

// The value of a position whose drop leads to one with value `after`, as a
// number that is larger the better for the side that drops.
int Score(Value after) {
  if (after == kDraw) return 0;
  const int plies = after;  // after − 1 from there on, and the drop
  return plies % 2 == 1 ? kFar - plies : plies - kFar;
}

Value ValueOf(int score) {
  return score == 0 ? kDraw : DecidedIn(kFar - std::abs(score));
}

class Drop {
 public:
  Drop(const Space& space, int placed, char letter,
       const std::vector<Value>& next)
      : space_(space),
        section_(space.section(placed)),
        next_section_(space.section(placed + 1)),
        sets_(space.board().squares() - (placed + 1) / 2, placed / 2),
        mover_picks_(letter == 'S'),
        next_(next),
        values_(section_.size()) {}

  std::vector<Value> Solve() {
    tbb::parallel_for(uint64_t{0}, next_section_.rows(),
                      [this](uint64_t row) { SolveRow(row); });
    return std::move(values_);
  }

 private:
  // Solves all positions where the row's representative waits.
  void SolveRow(uint64_t row) {
    const SetClasses::Class& waiting = next_section_.movers().classes()[row];
    // With pieces to come the opponent has a goal only if it has them all.
    if (space_.board().IsGoal(waiting.representative)) {
      for (uint64_t i = 0; i < sets_.count(); ++i) {
        Store(waiting, sets_.Unrank(i), DecidedIn(0));
      }
      return;
    }
    const SetIndex& columns = next_section_.columns();
    const auto first = next_.begin() + row * columns.count();
    std::vector<int> scores(columns.count());
    std::transform(first, first + columns.count(), scores.begin(), Score);
    const Set all = ~Set{0} >> (kMaxSquares - waiting.left.count());
    for (uint64_t i = 0; i < sets_.count(); ++i) {
      const Set mover = sets_.Unrank(i);
      int best = mover_picks_ ? -kFar : kFar;
      for (Set empty = all & ~mover; empty != 0; empty &= empty - 1) {
        const Set after = mover | (empty & -empty);
        const int score = scores[columns.Rank(after)];
        best = mover_picks_ ? std::max(best, score) : std::min(best, score);
      }
      Store(waiting, mover, ValueOf(best));
    }
  }

  // `mover` is numbered as the squares that `waiting` leaves.
  void Store(const SetClasses::Class& waiting, Set mover, Value value) {
    section_.ForEachPlace({waiting.left.OnBoard(mover), waiting.representative},
                          [&](uint64_t row, uint64_t column) {
                            StoreValue(value,
                                       values_[section_.Index(row, column)]);
                          });
  }

  const Space& space_;
  const SectionIndex& section_;
  const SectionIndex& next_section_;
  const SetIndex sets_;  // of the mover before the drop, in a row
  const bool mover_picks_;
  const std::vector<Value>& next_;
  std::vector<Value> values_;
};

}  // namespace

std::vector<Value> SolveDrop(const Space& space, int placed, char letter,
                             const std::vector<Value>& next) {
  return Drop(space, placed, letter, next).Solve();
}

}  // namespace teeko::solver_b
