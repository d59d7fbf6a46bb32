#include "verify/consistency.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace teeko::verify {
namespace {

using kernel::Game;
using kernel::Position;
using kernel::Section;
using kernel::Set;

// How a table says that a position has no value.
template <typename T>
constexpr T kNoValueIn = std::numeric_limits<T>::max();

// The kernel's order of picking, as numbers: of several successors, that with
// the highest rank is picked.  There are as many ranks as values, so that a
// rank takes no more room than a value, and picking is a plain maximum.
template <typename T>
struct Ranking {
  explicit Ranking(char letter)
      : rank_of(kNoValueIn<T> + 1), value_before(kNoValueIn<T> + 1) {
    std::vector<kernel::Value> values(kNoValueIn<T>);
    std::iota(values.begin(), values.end(), 0);
    std::ranges::sort(values, [letter](kernel::Value a, kernel::Value b) {
      return kernel::Picks(letter, b, a);
    });
    for (size_t i = 0; i < values.size(); ++i) {
      rank_of[values[i]] = i + 1;
      value_before[i + 1] = kernel::OnePlyBefore(values[i]);
    }
    // Rank 0 is of what cannot be picked.  Where there is nothing else, the
    // game is over or the mover has no ply, and has lost.
    value_before[0] = kernel::kLossIn0;
  }

  std::vector<T> rank_of;       // by value
  std::vector<T> value_before;  // by rank
};

// All sets of `size` squares, by rank.
std::vector<Set> Sets(const Game& game, int size) {
  std::vector<Set> sets(kernel::Choose(game.squares, size));
  for (uint64_t i = 0; i < sets.size(); ++i) sets[i] = kernel::Unrank(i, size);
  return sets;
}

// How many opponents are dealt with at once.  More would fill the caches of
// large boards.
constexpr size_t kMaxOpponents = 64;

// Checks the positions of one section, those with some opponents at a time.
//
// But for collisions, the mover's set M leads to the same sets S whatever the
// opponent.  So, with
//
//     ranks[S][i] = rank of the successor in which opponent i has to move
//                   against S; 0 if they collide
//
// the picks for all opponents are the maximum, element by element, of the rows
// ranks[S] over all S that one ply makes of M.
template <typename T>
class SectionChecker {
 public:
  // Up to kMaxOpponents.
  using Opponents = absl::Span<const SetClasses::Class>;

  SectionChecker(const ReducedTable& table, int number)
      : table_(table),
        number_(number),
        section_(table.sections()[number]),
        next_(table.sections()[section_.next]),
        ranking_(section_.letter()),
        movers_(Sets(table.game(), section_.mover_pieces)),
        moved_(Sets(table.game(), next_.opponent_pieces)) {}

  // `rows` are the opponents' in the successors' section.
  Consistency Check(Opponents opponents, absl::Span<const uint8_t> rows) const {
    const auto ranks =
        ReadRanks(opponents, reinterpret_cast<const T*>(rows.data()));
    const auto& members = table_.sets(section_.mover_pieces).members;
    Consistency result;
    for (size_t i = 0; i < movers_.size(); ++i) {
      const auto [number, symmetry] = members[i];
      // Other processes have the others.
      if (number < table_.Begin(number_) || number >= table_.End(number_)) {
        continue;
      }
      Compare(movers_[i], table_.game().symmetries[symmetry],
              reinterpret_cast<const T*>(table_.Row(number_, number).data()),
              opponents, Pick(movers_[i], ranks.get()), result);
    }
    return result;
  }

 private:
  // By opponent; always of one width, for the sake of vector instructions.
  using RankRow = std::array<T, kMaxOpponents>;

  // By the set that the mover leads to.
  std::unique_ptr<RankRow[]> ReadRanks(Opponents opponents,
                                       const T* rows) const {
    std::array<Set, kMaxOpponents> collides;
    std::array<const T*, kMaxOpponents> values = {};
    // Without successors, or an opponent, everything is as if it collided.
    collides.fill(~Set{0});
    for (size_t i = 0; i < opponents.size(); ++i) {
      const Set opponent = opponents[i].first;
      if (!kernel::HasGoal(table_.game(), opponent)) collides[i] = opponent;
      values[i] = rows + i * kernel::RowPositions(table_.game(), next_);
    }
    auto ranks = std::make_unique_for_overwrite<RankRow[]>(moved_.size());
    for (size_t moved = 0; moved < moved_.size(); ++moved) {
      for (size_t i = 0; i < kMaxOpponents; ++i) {
        const bool apart = (moved_[moved] & collides[i]) == 0;
        const T value = apart ? *values[i] : kNoValueIn<T>;
        values[i] += apart;
        ranks[moved][i] = ranking_.rank_of[value];
      }
    }
    return ranks;
  }

  RankRow Pick(Set mover, const RankRow* ranks) const {
    RankRow picked = {};
    kernel::ForEachSuccessor(
        table_.game(), {mover, 0}, [&](Position successor) {
          const RankRow& more = ranks[kernel::Rank(successor.opponent)];
          for (size_t i = 0; i < kMaxOpponents; ++i) {
            picked[i] = std::max(picked[i], more[i]);
          }
        });
    return picked;
  }

  // Compares the mover's positions, which this symmetry takes into `row`, with
  // what has been picked for them.
  void Compare(Set mover, const std::vector<int>& symmetry, const T* row,
               Opponents opponents, const RankRow& picked,
               Consistency& result) const {
    const Game& game = table_.game();
    const std::vector<int> numbers = ReducedTable::Numbers(symmetry, mover);
    const bool illegal = kernel::HasGoal(game, mover);
    // Opponents that the mover leaves room for: listed without a branch, which
    // would often be predicted wrongly, and their values fetched before all are
    // compared, since few are in a cache.
    std::array<size_t, kMaxOpponents> found;
    std::array<const T*, kMaxOpponents> values;
    size_t count = 0;
    for (size_t i = 0; i < opponents.size(); ++i) {
      found[count] = i;
      count += (mover & opponents[i].first) == 0;
    }
    for (size_t i = 0; i < count; ++i) {
      values[i] = row + table_.IndexInRow(numbers, opponents[found[i]].first);
      __builtin_prefetch(values[i]);
    }
    for (size_t i = 0; i < count; ++i) {
      const auto& [opponent, sets] = opponents[found[i]];
      const T rank = picked[found[i]];
      result.positions += sets;
      if (rank == 0 && !illegal && !kernel::HasGoal(game, opponent)) {
        result.no_moves += sets;
      }
      const T expected = illegal ? kNoValueIn<T> : ranking_.value_before[rank];
      if (*values[i] == expected) continue;
      // Each image of the opponent's set has as many images of the position.
      uint64_t index = section_.positions;
      for (const std::vector<int>& symmetry : game.symmetries) {
        const Position position = {mover, opponent};
        index = std::min(
            index, kernel::Index(game, kernel::Image(symmetry, position)));
      }
      result.Add({sets, index});
    }
  }

  const ReducedTable& table_;
  const int number_;
  const Section& section_;
  const Section& next_;
  const Ranking<T> ranking_;
  // All sets that the mover may have, before its ply and after it.
  const std::vector<Set> movers_;
  const std::vector<Set> moved_;
};

template <typename T>
absl::StatusOr<Consistency> Check(const ReducedTable& table, int number,
                                  absl::FunctionRef<void(uint64_t)> passed) {
  const SectionChecker<T> checker(table, number);
  const Section& section = table.sections()[number];
  const auto& opponents = table.sets(section.opponent_pieces).classes;
  std::mutex mutex;
  absl::Status status;  // guarded by it, as is the total
  Consistency total;
  const auto check = [&](size_t i) {
    const size_t first = i * kMaxOpponents;
    const size_t last = std::min(first + kMaxOpponents, opponents.size());
    std::vector<uint8_t> loaded;
    const auto rows = table.Rows(section.next, first, last, loaded);
    Consistency found;
    if (rows.ok()) {
      found = checker.Check(
          absl::MakeSpan(opponents).subspan(first, last - first), *rows);
      passed(found.positions);
    }
    const std::lock_guard lock(mutex);
    status.Update(rows.status());
    total.Add(found);
    total.positions += found.positions;
    total.no_moves += found.no_moves;
  };
  if (table.Begin(number) < table.End(number)) {
    tbb::parallel_for(size_t{0},
                      (opponents.size() + kMaxOpponents - 1) / kMaxOpponents,
                      check);
  }
  if (!status.ok()) return status;
  return total;
}

}  // namespace

double ConsistencyBytes(const Game& game, const std::vector<Section>& sections,
                        int value_bytes, bool loads) {
  double most = 0;
  for (const Section& section : sections) {
    const double sets = kernel::Choose(game.squares, section.opponent_pieces);
    const double row =
        kernel::RowPositions(game, sections[section.next]) * loads;
    most = std::max(most, sets + row);
  }
  return most * kMaxOpponents * value_bytes;
}

absl::StatusOr<Consistency> CheckConsistency(
    const ReducedTable& table, int section,
    absl::FunctionRef<void(uint64_t)> passed) {
  return table.value_bytes() == 1 ? Check<uint8_t>(table, section, passed)
                                  : Check<uint16_t>(table, section, passed);
}

}  // namespace teeko::verify
