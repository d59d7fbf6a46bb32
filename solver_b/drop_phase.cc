// Solves a section from the section with one more piece.
//
// As in the move phase, a thread reads a single row.  The opponent has the set
// R of the row.  A drop of the mover extends its set C to C′.  After the drop,
// the opponent moves next.  This position (mover R, opponent C′) is in the row
// of R in the next section.  The place of the position before the drop is in
// the row of C, which another process may own.

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "solver_b/phases.h"
#include "solver_b/require.h"

namespace teeko::solver_b {
namespace {

// Returns a score for the side that drops, from the value `after` the drop.  A
// draw has the score 0.  A win has a positive score; an earlier win has a
// larger score.  A loss has a negative score; a later loss has a larger score.
template <typename Value>
int Score(Value after) {
  if (after == kDraw) return 0;
  const int speed = kNoValue<Value> - after;
  return after % 2 == 1 ? speed : -speed;
}

// Returns the value before the drop for the score of the chosen drop.
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
          "`next` has the size of the section after the drop");
  // The mover's sets before the drop, with the numbers of the squares outside
  // R.
  const int squares = space.board().squares() - (placed + 1) / 2;
  const std::vector<Set> movers = SetsOfSize(squares, placed / 2);
  // If the opponent chooses the square, scores are negated, so that the choice
  // is always the largest number.
  const int sign = letter == 'S' ? 1 : -1;
  std::vector<Value> found(section.size(partition));
  const Exchange::Deliver deliver = [&found](auto updates) {
    for (const Update& update : updates) {
      found[update.place] = update.value;
    }
  };
  exchange.Begin("drops after piece " + std::to_string(placed), deliver);
  parallel_for(partition.Count(next_section.rows()), [&](uint64_t own_number) {
    const uint64_t row = partition.Row(own_number);
    const SetOrbits::Orbit& opponent_orbit =
        next_section.movers().orbits()[row];
    // A goal needs all pieces of a side.  So the opponent can have a goal only
    // before the last drop, which is the mover's.
    const bool lost = space.board().IsGoal(opponent_orbit.representative);
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
          RankOnBoard(opponent_orbit.left, movers[i]),
          opponent_orbit.representative,
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
