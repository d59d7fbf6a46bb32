// As in the move phase, nobody leaves a row: with R waiting, a drop takes the
// mover from a set C to a larger one, C′, and the value after the drop is that
// of (R to move, C′ waits), in the row of R in the next section.  The value
// before it has its place in the row of C, which may be another rank's.

#include <algorithm>
#include <utility>

#include "solver_b/check.h"
#include "solver_b/phases.h"

namespace teeko::solver_b {
namespace {

// The best values for the side that drops have the largest of these, and a draw
// is in the middle.
template <typename Value>
Value Score(Value after) {
  if (after == kDraw) return kNoValue<Value> / 2 + 1;
  // after − 1 plies from there on
  return after % 2 == 0 ? after / 2 : kNoValue<Value> - after / 2;
}

// The value of the position before the drop.
template <typename Value>
Value ValueOf(Value score) {
  constexpr Value kScoreOfDraw = kNoValue<Value> / 2 + 1;
  if (score == kScoreOfDraw) return kDraw;
  const int after =
      score < kScoreOfDraw ? 2 * score : 2 * (kNoValue<Value> - score) + 1;
  return after + 1;
}

}  // namespace

template <typename Value>
std::optional<std::vector<Value>> SolveDrop(const Space& space, int placed,
                                            char letter,
                                            const std::vector<Value>& next,
                                            const ParallelFor& parallel_for,
                                            Exchange& exchange) {
  const Share share = exchange.share();
  const SectionIndex& section = space.section(placed);
  const SectionIndex& next_section = space.section(placed + 1);
  const SetIndex& columns = next_section.columns();
  Check(next.size() == next_section.size(share),
        "each place after the drop has a value");
  // The mover's before the drop, in a row.
  const SetIndex sets(space.board().squares() - (placed + 1) / 2, placed / 2);
  // Turns scores round where the opponent picks, so that the largest is picked.
  const Value turned = letter == 'S' ? 0 : kNoValue<Value>;
  std::vector<Value> values(section.size(share));
  exchange.Begin("drops after piece", placed, sizeof(Value),
                 [&](std::span<const Finding> findings) {
                   for (const Finding& finding : findings) {
                     values[finding.place] = finding.value;
                   }
                 });
  parallel_for(share.Count(next_section.rows()), [&](uint64_t own_number) {
    const uint64_t row = share.Row(own_number);
    const SetClasses::Class& waiting = next_section.movers().classes()[row];
    // With pieces to come the opponent has a goal only if it has them all.
    const bool lost = space.board().IsGoal(waiting.representative);
    const auto first = next.begin() + own_number * columns.count();
    std::vector<Value> scores(columns.count());
    std::transform(first, first + columns.count(), scores.begin(),
                   [turned](Value after) { return Score(after) ^ turned; });
    const int squares = waiting.left.count();
    // Single places, written when they have come from memory.
    Buffer<std::pair<Value*, Value>, 64> writes([](auto all) {
      for (const auto& [place, value] : all) *place = value;
    });
    Outbox outbox(exchange);
    for (uint64_t i = 0; i < sets.count(); ++i) {
      const Set mover = sets.Unrank(i);
      Value best = 0;
      ForEachRankWith(squares, mover, [&](uint64_t after) {
        best = std::max(best, scores[after]);
      });
      const Value value = lost ? DecidedIn(0) : ValueOf<Value>(best ^ turned);
      section.ForEachPlace(
          RankOnBoard(waiting.left, mover), waiting.representative,
          [&](uint64_t to_row, uint64_t to_column) {
            const uint64_t place = section.Index(to_row, to_column, share);
            if (share.Has(to_row)) {
              __builtin_prefetch(&values[place], 1);
              writes.Put({&values[place], value});
            } else {
              outbox.Put({place, share.RankOf(to_row), value});
            }
          });
    }
  });
  if (!exchange.End(0).has_value()) return std::nullopt;
  return values;
}

template std::optional<std::vector<uint8_t>> SolveDrop(
    const Space&, int, char, const std::vector<uint8_t>&, const ParallelFor&,
    Exchange&);
template std::optional<std::vector<uint16_t>> SolveDrop(
    const Space&, int, char, const std::vector<uint16_t>&, const ParallelFor&,
    Exchange&);

}  // namespace teeko::solver_b
