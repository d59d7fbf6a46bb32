// As in the move phase, nobody leaves a row: with R waiting, a drop takes the
// mover from a set C to a larger one, C′, and the value after the drop is that
// of (R to move, C′ waits), in the row of R in the next section.

#include <algorithm>
#include <cstdlib>

#include "solver_b/check.h"
#include "solver_b/phases.h"

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

}  // namespace

std::vector<Value> SolveDrop(const Space& space, int placed, char letter,
                             const std::vector<Value>& next,
                             const ParallelFor& parallel_for) {
  const SectionIndex& section = space.section(placed);
  const SectionIndex& next_section = space.section(placed + 1);
  const SetIndex& columns = next_section.columns();
  Check(next.size() == next_section.size(),
        "each place after the drop has a value");
  // The mover's before the drop, in a row.
  const SetIndex sets(space.board().squares() - (placed + 1) / 2, placed / 2);
  const bool mover_picks = letter == 'S';
  std::vector<Value> values(section.size());
  parallel_for(next_section.rows(), [&](uint64_t row) {
    const SetClasses::Class& waiting = next_section.movers().classes()[row];
    // With pieces to come the opponent has a goal only if it has them all.
    const bool lost = space.board().IsGoal(waiting.representative);
    const auto first = next.begin() + row * columns.count();
    std::vector<int> scores(columns.count());
    std::transform(first, first + columns.count(), scores.begin(), Score);
    const Set all = ~Set{0} >> (kMaxSquares - waiting.left.count());
    for (uint64_t i = 0; i < sets.count(); ++i) {
      const Set mover = sets.Unrank(i);
      int best = mover_picks ? -kFar : kFar;
      for (Set empty = all & ~mover; empty != 0; empty &= empty - 1) {
        const Set after = mover | (empty & -empty);
        const int score = scores[columns.Rank(after)];
        best = mover_picks ? std::max(best, score) : std::min(best, score);
      }
      const Value value = lost ? DecidedIn(0) : ValueOf(best);
      section.ForEachPlace(
          {waiting.left.OnBoard(mover), waiting.representative},
          [&](uint64_t to_row, uint64_t to_column) {
            values[section.Index(to_row, to_column)] = value;
          });
    }
  });
  return values;
}

}  // namespace teeko::solver_b
