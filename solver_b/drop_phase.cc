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
#include <type_traits>
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
                            Side mover, const std::vector<Value>& next,
                            const ParallelFor& parallel_for,
                            Exchange& exchange) {
  using AnyScore = std::conditional_t<sizeof(Value) == 1, int16_t, int32_t>;
  constexpr AnyScore kNoDrop = -kNoValue<Value> - 1;
  const Partition partition = exchange.partition();
  const SectionIndex& section = space.section(placed, mover);
  const SectionIndex& next_section =
      space.section(placed + 1, space.Other(mover));
  const SetIndex& columns = next_section.columns();
  Require(next.size() == next_section.size(partition),
          "`next` has the size of the section after the drop");
  // The mover's sets before the drop, with the numbers of the squares outside
  // R.
  const int squares = space.board().squares() - (placed + 1) / 2;
  const std::vector<Set> movers = SetsOfSize(squares, placed / 2);
  // For each pattern before the drop, the number of rests of each of these
  // sets: of markers that the attacker can drop.
  const std::vector<int> choices =
      mover == kAttacker ? space.markers().classes_left(placed / 2)
                         : std::vector<int>(columns.pattern_count(), 1);
  // If the opponent chooses the square, scores are negated, so that the choice
  // is always the largest number.
  const int sign = letter == 'S' ? 1 : -1;
  std::vector<AnyScore> score_of;  // by value
  for (int value = 0; value < kNoValue<Value>; ++value) {
    score_of.push_back(sign * Score<Value>(value));
  }
  score_of.push_back(kNoDrop);
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
    const bool is_over = space.board().IsGoal(opponent_orbit.representative);
    const auto first = next.begin() + own_number * columns.count();
    // The last score is for squares on which there is a piece.
    std::vector<AnyScore> scores(columns.count() + 1, kNoDrop);
    std::transform(first, first + columns.count(), scores.begin(),
                   [&](Value after) { return score_of[after]; });
    // By rest: the largest score of a drop that completes a goal.
    std::vector<AnyScore> best_of_rests(columns.rest_count(), kNoDrop);
    next_section.ForEachCompletion(
        row, [&](Set, uint64_t rest, int, bool reaches_threshold) {
          const bool wins = mover == kAttacker && reaches_threshold;
          const AnyScore score = score_of[wins ? DecidedIn(0) : kDraw];
          best_of_rests[rest] = std::max(best_of_rests[rest], score);
        });
    Router router(exchange, deliver, found.data(), 8 * sizeof(Value));
    std::vector<Value> values(choices.size());
    uint64_t rest = 0;
    for (const Set set : movers) {
      for (size_t pattern = 0; pattern < choices.size(); ++pattern) {
        int chosen = -kNoValue<Value>;
        for (int i = 0; i < choices[pattern]; ++i, ++rest) {
          const uint32_t* const after = columns.IndicesWith(rest);
          AnyScore even = best_of_rests[rest], odd = kNoDrop;
          for (int square = 0; square < squares; square += 2) {
            even = std::max(even, scores[after[square]]);
            odd = std::max(odd, scores[after[square + 1]]);
          }
          // The owner of a marker chooses it before a square is chosen.
          chosen = std::max(chosen, sign * std::max(even, odd));
        }
        values[pattern] =
            is_over ? space.OverValue<Value>() : ValueOf<Value>(chosen);
      }
      section.ForEachImage(
          section.Canonicalize(RankOnBoard(opponent_orbit.left, set),
                               opponent_orbit.representative),
          [&](const SectionIndex::InRow& image) {
            const uint64_t column = section.columns().IndexOf(image.opponent);
            for (size_t pattern = 0; pattern < values.size(); ++pattern) {
              router.Put(image.row,
                         section.Index(image.row, column + image.after(pattern),
                                       partition),
                         values[pattern]);
            }
          });
    }
  });
  if (!exchange.End(0).has_value()) return std::nullopt;
  return found;
}

}  // namespace

std::optional<Values> SolveDrop(const Space& space, int placed, char letter,
                                Side mover, const Values& next,
                                const ParallelFor& parallel_for,
                                Exchange& exchange) {
  return std::visit(
      [&](const auto& values) {
        return Solve(space, placed, letter, mover, values, parallel_for,
                     exchange);
      },
      next);
}

}  // namespace teeko::solver_b
