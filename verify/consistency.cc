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

// What a table stores for a position without a value.
template <typename T>
constexpr T kNoValueIn = std::numeric_limits<T>::max();

// Numbers for the kernel's order of picking: whoever picks takes the successor
// with the highest preference.  So picking is a maximum.  There are as many
// preferences as values, so a preference takes no more memory than a value.
template <typename T>
struct Preferences {
  explicit Preferences(char letter)
      : preference_of(kNoValueIn<T> + 1), value_before(kNoValueIn<T> + 1) {
    std::vector<kernel::Value> values(kNoValueIn<T>);
    std::iota(values.begin(), values.end(), 0);
    std::ranges::sort(values, [letter](kernel::Value a, kernel::Value b) {
      return kernel::Prefers(letter, b, a);
    });
    for (size_t i = 0; i < values.size(); ++i) {
      preference_of[values[i]] = i + 1;
      value_before[i + 1] = kernel::OnePlyBefore(values[i]);
    }
    // Preference 0 means that there is no successor to pick: the game is over,
    // or the mover has no ply.  Then the mover has lost.
    value_before[0] = kernel::kLossIn0;
  }

  std::vector<T> preference_of;  // by value
  // By preference of the picked successor: the value of the position.
  std::vector<T> value_before;
};

// Returns all sets of `size` squares, by rank.
std::vector<Set> Sets(const Game& game, int size) {
  std::vector<Set> sets(kernel::Choose(game.squares, size));
  for (uint64_t i = 0; i < sets.size(); ++i) sets[i] = kernel::Unrank(i, size);
  return sets;
}

// Number of opponents (sets of the opponent) that are checked at the same
// time.  More would not fit into the caches on large boards.
constexpr size_t kMaxOpponents = 64;

// Checks the positions of one section, up to kMaxOpponents opponents at a time.
//
// Two sets collide if they share a square.  Except for collisions, a ply makes
// the same sets S of the mover's set M against every opponent.  Let
//
//     preferences[S][i] = preference of the successor in which opponent i is
//                         to move against S; 0 if they collide
//
// Then the maximum, element by element, of the rows preferences[S] over all
// these sets S has the preference of the picked successor for each opponent.
template <typename T>
class SectionChecker {
 public:
  // Up to kMaxOpponents.
  using Opponents = absl::Span<const SetOrbits::Orbit>;

  SectionChecker(const ReducedTable& table, int number)
      : table_(table),
        number_(number),
        section_(table.sections()[number]),
        next_(table.sections()[section_.next]),
        preferences_(section_.letter()),
        movers_(Sets(table.game(), section_.mover_pieces)),
        moved_(Sets(table.game(), next_.opponent_pieces)) {}

  // Checks all positions with these opponents.  `rows` are the rows of the
  // opponents in the section of the successors.
  Consistency Check(Opponents opponents, absl::Span<const uint8_t> rows) const {
    const auto preferences =
        ReadPreferences(opponents, reinterpret_cast<const T*>(rows.data()));
    const auto& members = table_.sets(section_.mover_pieces).members;
    Consistency result;
    for (size_t i = 0; i < movers_.size(); ++i) {
      const auto [number, symmetry] = members[i];
      // Other processes check their own rows.
      if (number < table_.Begin(number_) || number >= table_.End(number_)) {
        continue;
      }
      Compare(movers_[i], table_.game().symmetries[symmetry],
              reinterpret_cast<const T*>(table_.Row(number_, number).data()),
              opponents, Pick(movers_[i], preferences.get()), result);
    }
    return result;
  }

 private:
  // Preferences by opponent.  The size is fixed, so that the compiler can use
  // vector instructions.
  using PreferenceRow = std::array<T, kMaxOpponents>;

  // Returns the preferences of the successors, by the mover's set after his
  // ply.
  std::unique_ptr<PreferenceRow[]> ReadPreferences(Opponents opponents,
                                                   const T* rows) const {
    std::array<Set, kMaxOpponents> collides;
    std::array<const T*, kMaxOpponents> values = {};
    // Opponents with a goal, and unused elements, collide with every set.
    collides.fill(~Set{0});
    for (size_t i = 0; i < opponents.size(); ++i) {
      const Set opponent = opponents[i].first;
      if (!kernel::HasGoal(table_.game(), opponent)) collides[i] = opponent;
      values[i] = rows + i * kernel::RowSize(table_.game(), next_);
    }
    auto preferences =
        std::make_unique_for_overwrite<PreferenceRow[]>(moved_.size());
    for (size_t moved = 0; moved < moved_.size(); ++moved) {
      for (size_t i = 0; i < kMaxOpponents; ++i) {
        const bool apart = (moved_[moved] & collides[i]) == 0;
        const T value = apart ? *values[i] : kNoValueIn<T>;
        values[i] += apart;
        preferences[moved][i] = preferences_.preference_of[value];
      }
    }
    return preferences;
  }

  // Returns the preference of the picked successor, for each opponent.
  PreferenceRow Pick(Set mover, const PreferenceRow* preferences) const {
    PreferenceRow picked = {};
    kernel::ForEachSuccessor(
        table_.game(), {mover, 0}, [&](Position successor) {
          const PreferenceRow& more =
              preferences[kernel::Rank(successor.opponent)];
          for (size_t i = 0; i < kMaxOpponents; ++i) {
            picked[i] = std::max(picked[i], more[i]);
          }
        });
    return picked;
  }

  // Compares the values of the mover's positions with the picked successors.
  // `symmetry` takes these positions to `row`.
  void Compare(Set mover, const std::vector<int>& symmetry, const T* row,
               Opponents opponents, const PreferenceRow& picked,
               Consistency& result) const {
    const Game& game = table_.game();
    const std::vector<int> numbers = RowImages::Numbers(symmetry, mover);
    const bool impossible = kernel::HasGoal(game, mover);
    // Lists the opponents that do not collide with the mover.  The loop has no
    // branch, because the processor would often predict the branch wrongly.
    // Prefetches all values before the comparison, because few of them are in a
    // cache.
    std::array<size_t, kMaxOpponents> found;
    std::array<const T*, kMaxOpponents> values;
    size_t count = 0;
    for (size_t i = 0; i < opponents.size(); ++i) {
      found[count] = i;
      count += (mover & opponents[i].first) == 0;
    }
    for (size_t i = 0; i < count; ++i) {
      values[i] =
          row + table_.images().IndexInRow(numbers, opponents[found[i]].first);
      __builtin_prefetch(values[i]);
    }
    for (size_t i = 0; i < count; ++i) {
      const auto& [opponent, sets] = opponents[found[i]];
      const T preference = picked[found[i]];
      result.positions += sets;
      if (preference == 0 && !impossible && !kernel::HasGoal(game, opponent)) {
        result.no_moves += sets;
      }
      const T expected =
          impossible ? kNoValueIn<T> : preferences_.value_before[preference];
      if (*values[i] == expected) continue;
      // `sets` counts the images of the opponent's set, and so the images of
      // this position.  The index is the smallest of all images.
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
  const Preferences<T> preferences_;
  // All sets of the mover, before its ply and after it.
  const std::vector<Set> movers_;
  const std::vector<Set> moved_;
};

template <typename T>
absl::StatusOr<Consistency> Check(const ReducedTable& table, int number,
                                  absl::FunctionRef<void(uint64_t)> passed) {
  const SectionChecker<T> checker(table, number);
  const Section& section = table.sections()[number];
  const auto& opponents = table.sets(section.opponent_pieces).orbits;
  std::mutex mutex;
  absl::Status status;  // guarded by `mutex`
  Consistency total;    // guarded by `mutex`
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
    const double row = kernel::RowSize(game, sections[section.next]) * loads;
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
