// As in the move phase, nobody leaves a row: with R waiting, a drop takes the
// mover from a set C to a larger one, C′, and the value after the drop is that
// of (R to move, C′ waits), in the row of R in the next section.  The value
// before it has its place in the row of C, which may be another process's.

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "solver_b/phases.h"
#include "solver_b/require.h"

namespace teeko::solver_b {
namespace {

// How good it is for the side that drops to come to this value: for a win more
// than 0, the more the earlier; a draw 0; for a loss less, the less the
// earlier.
template <typename Value>
int Score(Value after) {
  if (after == kDraw) return 0;
  const int plies_left = kNoValue<Value> - after;
  return after % 2 == 1 ? plies_left : -plies_left;
}

// The value of the position before the drop.
template <typename Value>
Value ValueOf(int score) {
  return score == 0 ? kDraw : kNoValue<Value> - std::abs(score) + 1;
}

template <typename Value>
std::optional<Values> Solve(const Space& space, int placed, char letter,
                            const std::vector<Value>& next,
                            const ParallelFor& parallel_for,
                            Exchange& exchange) {
  const Partition partition = exchange.partition();
  const SectionIndex& section = space.section(placed);
  const SectionIndex& next_section = space.section(placed + 1);
  const SetIndex& columns = next_section.columns();
  Require(next.size() == next_section.size(partition),
          "each place after the drop has a value");
  // The mover's before the drop, in a row.
  const int squares = space.board().squares() - (placed + 1) / 2;
  const std::vector<Set> movers = SetsOfSize(squares, placed / 2);
  // Turns scores round where the opponent picks, so that the largest is picked.
  const int sign = letter == 'S' ? 1 : -1;
  std::vector<Value> found(section.size(partition));
  const Exchange::Deliver deliver = [&found](auto findings) {
    for (const Finding& finding : findings) {
      found[finding.place] = finding.value;
    }
  };
  exchange.Begin("drops after piece " + std::to_string(placed), deliver);
  parallel_for(partition.Count(next_section.rows()), [&](uint64_t own_number) {
    const uint64_t row = partition.Row(own_number);
    const SetClasses::Class& waiting = next_section.movers().classes()[row];
    // With pieces to come the opponent has a goal only if it has them all.
    const bool lost = space.board().IsGoal(waiting.representative);
    const auto first = next.begin() + own_number * columns.count();
    std::vector<int> scores(columns.count());
    std::transform(first, first + columns.count(), scores.begin(),
                   [sign](Value after) { return sign * Score(after); });
    Router router(exchange, deliver, found.data(), 8 * sizeof(Value));
    for (uint64_t i = 0; i < movers.size(); ++i) {
      const uint32_t* const after = columns.RanksWith(i);
      int best = -kNoValue<Value>;
      for (int square = 0; square < squares; ++square) {
        if ((movers[i] & SetOf(square)) != 0) continue;
        best = std::max(best, scores[after[square]]);
      }
      const Value value = lost ? DecidedIn(0) : ValueOf<Value>(sign * best);
      section.ForEachPlace(
          RankOnBoard(waiting.left, movers[i]), waiting.representative,
          [&](uint64_t to_row, uint64_t to_column) {
            router.Put(to_row, section.Index(to_row, to_column, partition),
                       value);
          });
    }
  });
  if (!exchange.End(0).has_value()) return std::nullopt;
  return found;
}

}  // namespace

std::optional<Values> SolveDrop(const Space& space, int placed, char letter,
                                const Values& next,
                                const ParallelFor& parallel_for,
                                Exchange& exchange) {
  return std::visit(
      [&](const auto& values) {
        return Solve(space, placed, letter, values, parallel_for, exchange);
      },
      next);
}

}  // namespace teeko::solver_b
