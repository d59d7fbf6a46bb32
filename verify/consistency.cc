#include "verify/consistency.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>

#include "absl/status/status.h"
#include "base/status.h"

namespace teeko::verify {
namespace {

using kernel::Set;

// What a table stores for a position without a value.
template <typename T>
constexpr T kNoValueIn = std::numeric_limits<T>::max();

// Numbers for the order of picking: the side that picks the square takes the
// successor with the highest preference.  So picking is a maximum.  There are
// as many preferences as values, so a preference takes no more memory than a
// value.
template <typename T>
struct Preferences {
  Preferences(const CheckedGame& game, const CheckedSection& section)
      : preference_of(kNoValueIn<T> + 1), value_before(kNoValueIn<T> + 1) {
    std::vector<kernel::Value> values(kNoValueIn<T>);
    std::iota(values.begin(), values.end(), 0);
    std::ranges::sort(values, [&](kernel::Value a, kernel::Value b) {
      return game.Prefers(section, b, a);
    });
    for (size_t i = 0; i < values.size(); ++i) {
      preference_of[values[i]] = i + 1;
      value_before[i + 1] = kernel::OnePlyBefore(values[i]);
    }
    // Preference 0 means that there is no successor to pick.
    value_before[0] = game.ValueWithoutPly(section);
  }

  std::vector<T> preference_of;  // by value
  // By preference of the picked successor: the value of the position.
  std::vector<T> value_before;
};

// Returns all sets of `size` squares, by rank.
std::vector<Set> Sets(const CheckedGame& game, int size) {
  std::vector<Set> sets(kernel::Choose(game.board().squares, size));
  for (uint64_t i = 0; i < sets.size(); ++i) sets[i] = kernel::Unrank(i, size);
  return sets;
}

// The plies from the holdings of one set of the mover, without regard to the
// opponent.
struct Plies {
  // Numbers of the mover's holdings after the plies.  The owner of a piece
  // picks a group of plies, then the side that picks the square picks one of
  // them. The last ply of a group has the bit kEndsGroup.
  std::vector<uint32_t> moved;
  std::vector<uint32_t> ends;  // by pattern: the end of its plies in `moved`

  static constexpr uint32_t kEndsGroup = uint32_t{1} << 31;
};

// Number of opponents (holdings of the opponent) that are checked at the same
// time.  More would not fit into the caches on large boards.
constexpr size_t kMaxOpponents = 64;

// Up to kMaxOpponents holdings of the opponent.
struct Opponents {
  size_t first = 0;  // number of the first one
  size_t count = 0;
  std::array<uint64_t, kMaxOpponents> images = {};  // of the set
  // The sets against which there are positions, and those against which there
  // are plies: opponents without a goal.  All other elements collide with every
  // set.
  std::array<Set, kMaxOpponents> sets;
  std::array<Set, kMaxOpponents> without_goal;
};

// The values of one section, seen by the side that does not move in
// `Opponents`: goes through the sets of this side in the order of their ranks.
template <typename T>
class Slice {
 public:
  // `rows` are the rows of the opponents in the section, or null if this side,
  // which has `size` pieces, has the rows.  `sets` are `count` sets of
  // opponents.
  Slice(const ReducedTable& table, int section, int size, const T* rows,
        const std::array<Set, kMaxOpponents>& sets, size_t count)
      : table_(table),
        section_(section),
        size_(size),
        rows_(rows),
        sets_(sets),
        all_(count) {
    for (size_t i = 0; i < all_; ++i) {
      next_[i] = i * table.game().RowSize(section);
    }
  }

  // Goes to the next set, which has this rank.  Lists the opponents that do not
  // collide with it.
  void GoTo(uint64_t rank, Set set) {
    rank_ = rank;
    count_ = 0;
    // This loop has no branch, because the processor would often predict the
    // branch wrongly.
    for (size_t i = 0; i < all_; ++i) {
      opponents_[count_] = i;
      count_ += (set & sets_[i]) == 0;
    }
    if (rows_ != nullptr) {
      for (size_t i = 0; i < count_; ++i) columns_[i] = next_[opponents_[i]]++;
      return;
    }
    const CheckedGame& game = table_.game();
    const auto numbers = RowImages::Numbers(
        game.board().symmetries[table_.sets(size_).members[rank].symmetry],
        set);
    for (size_t i = 0; i < count_; ++i) {
      columns_[i] = table_.images().IndexInRow(numbers, sets_[opponents_[i]]);
    }
  }

  // The number of listed opponents, and their numbers.
  size_t count() const { return count_; }
  size_t opponent(size_t i) const { return opponents_[i]; }
  // Returns the values of the set's holding with this pattern.  The value
  // against listed opponent i is the element column(i).
  const T* Values(uint32_t pattern) const {
    if (rows_ != nullptr) return rows_;
    return reinterpret_cast<const T*>(
        table_.Row(section_, table_.RowOf(size_, rank_, pattern)));
  }
  size_t column(size_t i) const { return columns_[i]; }

 private:
  const ReducedTable& table_;
  const int section_;
  const int size_;
  const T* const rows_;
  const std::array<Set, kMaxOpponents>& sets_;
  const size_t all_;
  uint64_t rank_ = 0;
  size_t count_ = 0;
  std::array<uint32_t, kMaxOpponents> opponents_;
  std::array<uint64_t, kMaxOpponents> columns_;
  std::array<uint64_t, kMaxOpponents> next_;  // by opponent
};

// Checks the positions of one section, up to kMaxOpponents opponents at a time.
//
// Two sets collide if they share a square.  Except for collisions, a ply makes
// the same holding S of the mover's holding M against every opponent.  Let
//
//     preferences[S][i] = preference of the successor in which opponent i is
//                         to move against S; 0 if they collide
//
// Then the maximum, element by element, of the rows preferences[S] over all
// these holdings S has the preference of the picked successor for each
// opponent.
//
// There are three cases: who has rows in the table before and after the ply?
//
//     game                          before the ply   after the ply
//     ordinary                      mover            opponent
//     threshold, attacker moves     mover            mover
//     threshold, defender moves     opponent         opponent
template <typename T>
class SectionChecker {
 public:
  SectionChecker(const ReducedTable& table, int number)
      : table_(table),
        game_(table.game()),
        number_(number),
        section_(game_.sections()[number]),
        next_(game_.sections()[section_.next]),
        preferences_(game_, section_),
        opponent_patterns_(
            PatternsOf(section_.opponent_pieces, next_.attacker_moves)),
        patterns_(PatternsOf(section_.mover_pieces, section_.attacker_moves)),
        moved_patterns_(
            PatternsOf(next_.opponent_pieces, section_.attacker_moves)),
        movers_(Sets(game_, section_.mover_pieces)),
        moved_(Sets(game_, next_.opponent_pieces)),
        plies_(movers_.size()) {
    tbb::parallel_for(size_t{0}, movers_.size(),
                      [&](size_t i) { plies_[i] = PliesOf(movers_[i]); });
  }

  // The number of holdings of the opponent whose sets are the smallest of their
  // orbits.
  size_t opponents() const {
    return table_.sets(section_.opponent_pieces).orbits.size() *
           opponent_patterns_.size();
  }

  // Checks all positions with the opponents `first` to `last` - 1.
  absl::StatusOr<Consistency> Check(size_t first, size_t last) const {
    const Opponents opponents = OpponentsFrom(first, last);
    const auto rows =
        [&](int section,
            std::vector<uint8_t>& loaded) -> absl::StatusOr<const T*> {
      ASSIGN_OR_RETURN(const uint8_t* bytes,
                       table_.Rows(section, first, last, loaded));
      return reinterpret_cast<const T*>(bytes);
    };
    std::vector<uint8_t> loaded, loaded_next;
    const T* before = nullptr;
    const T* after = nullptr;
    if (!section_.attacker_moves) {
      ASSIGN_OR_RETURN(before, rows(number_, loaded));
    }
    if (next_.attacker_moves) {
      ASSIGN_OR_RETURN(after, rows(section_.next, loaded_next));
    }
    const auto preferences = ReadPreferences(opponents, after);
    Slice<T> slice(table_, number_, section_.mover_pieces, before,
                   opponents.sets, opponents.count);
    Consistency result;
    for (size_t i = 0; i < movers_.size(); ++i) {
      // Other processes check their own rows.
      const uint64_t orbit =
          table_.sets(section_.mover_pieces).members[i].number;
      if (before == nullptr &&
          (orbit < table_.Begin(number_) || orbit >= table_.End(number_))) {
        continue;
      }
      slice.GoTo(i, movers_[i]);
      Compare(i, opponents, slice, preferences.get(), result);
    }
    return result;
  }

 private:
  // Preferences by opponent.  The size is fixed, so that the compiler can use
  // vector instructions.
  using PreferenceRow = std::array<T, kMaxOpponents>;

  const std::vector<kernel::Pattern>& PatternsOf(int size,
                                                 bool of_attacker) const {
    return game_.patterns(of_attacker ? size : 0);
  }

  Opponents OpponentsFrom(size_t first, size_t last) const {
    Opponents opponents;
    opponents.first = first;
    opponents.count = last - first;
    opponents.sets.fill(~Set{0});
    opponents.without_goal.fill(~Set{0});
    const auto& orbits = table_.sets(section_.opponent_pieces).orbits;
    for (size_t i = 0; i < opponents.count; ++i) {
      const auto& [set, images] =
          orbits[(first + i) / opponent_patterns_.size()];
      opponents.sets[i] = set;
      opponents.images[i] = images;
      if (!kernel::HasGoal(game_.board(), set)) opponents.without_goal[i] = set;
    }
    return opponents;
  }

  // The numbers of holdings continue with two numbers for each square: a ply to
  // this square has ended the game with failure or success.
  uint64_t NumberOfEnd(int square, bool success) const {
    return moved_.size() * moved_patterns_.size() + 2 * square + success;
  }

  Plies PliesOf(Set mover) const {
    Plies plies;
    for (const kernel::Pattern& pattern : patterns_) {
      const size_t first = plies.moved.size();
      if (game_.threshold() == 0) {
        kernel::ForEachSuccessor(
            game_.board(), {mover, 0}, [&](kernel::Position successor) {
              plies.moved.push_back(kernel::Rank(successor.opponent));
            });
      } else {
        AddThresholdPlies(mover, pattern, plies.moved);
      }
      if (plies.moved.size() > first) plies.moved.back() |= Plies::kEndsGroup;
      plies.ends.push_back(plies.moved.size());
    }
    return plies;
  }

  void AddThresholdPlies(Set mover, const kernel::Pattern& pattern,
                         std::vector<uint32_t>& moved) const {
    const ThresholdPosition position =
        section_.attacker_moves ? ThresholdPosition{mover, pattern, 0, true}
                                : ThresholdPosition{0, "", mover, false};
    const std::vector<ThresholdPly> plies = game_.Plies(position);
    for (size_t i = 0; i < plies.size(); ++i) {
      // The owner picks the marker, the opponent the square.
      if (section_.letter() == 'A' && i > 0 &&
          plies[i].marker_class != plies[i - 1].marker_class) {
        moved.back() |= Plies::kEndsGroup;
      }
      const Set set = game_.Moved(position, plies[i]);
      const auto& after = plies[i].successor.pattern;
      moved.push_back(
          plies[i].completes
              ? NumberOfEnd(std::countr_zero(set & ~mover),
                            plies[i].value != kernel::kFailure)
              : kernel::Rank(set) * moved_patterns_.size() +
                    (std::ranges::lower_bound(moved_patterns_, after) -
                     moved_patterns_.begin()));
    }
  }

  // Returns the preferences of the successors, by the number of the mover's
  // holding after its ply.  `rows` are the rows of the opponents in the section
  // of the successors, or null if the mover has rows there.
  std::unique_ptr<PreferenceRow[]> ReadPreferences(const Opponents& opponents,
                                                   const T* rows) const {
    const std::vector<T>& preference_of = preferences_.preference_of;
    auto preferences = std::make_unique<PreferenceRow[]>(
        NumberOfEnd(game_.board().squares, false));
    Slice<T> slice(table_, section_.next, next_.opponent_pieces, rows,
                   opponents.without_goal, opponents.count);
    for (size_t moved = 0, number = 0; moved < moved_.size(); ++moved) {
      slice.GoTo(moved, moved_[moved]);
      for (uint32_t i = 0; i < moved_patterns_.size(); ++i, ++number) {
        const T* const values = slice.Values(i);
        for (size_t j = 0; j < slice.count(); ++j) {
          preferences[number][slice.opponent(j)] =
              preference_of[values[slice.column(j)]];
        }
      }
    }
    for (int square = 0; square < game_.board().squares; ++square) {
      for (size_t i = 0; i < kMaxOpponents; ++i) {
        if ((opponents.without_goal[i] & kernel::Bit(square)) != 0) continue;
        preferences[NumberOfEnd(square, false)][i] =
            preference_of[kernel::kFailure];
        preferences[NumberOfEnd(square, true)][i] =
            preference_of[kernel::kSuccessIn0];
      }
    }
    return preferences;
  }

  // Returns the preference of the picked successor, for each opponent.
  PreferenceRow Pick(const uint32_t* first, const uint32_t* end,
                     const PreferenceRow* preferences) const {
    PreferenceRow picked = {};
    if (first == end) return picked;
    PreferenceRow best;
    best.fill(kNoValueIn<T>);
    for (; first != end; ++first) {
      const PreferenceRow& more = preferences[*first & ~Plies::kEndsGroup];
      for (size_t i = 0; i < kMaxOpponents; ++i) {
        picked[i] = std::max(picked[i], more[i]);
      }
      if ((*first & Plies::kEndsGroup) == 0) continue;
      // Of two groups, the owner picks what the side that picks the square
      // would not.
      for (size_t i = 0; i < kMaxOpponents; ++i) {
        best[i] = std::min(best[i], picked[i]);
      }
      picked = {};
    }
    return best;
  }

  // Compares the values of the mover's positions with the picked successors.
  void Compare(size_t mover, const Opponents& opponents, const Slice<T>& slice,
               const PreferenceRow* preferences, Consistency& result) const {
    const bool impossible = kernel::HasGoal(game_.board(), movers_[mover]);
    const T after_goal = game_.ValueAfterGoal();
    const Plies& plies = plies_[mover];
    const uint32_t* first = plies.moved.data();
    for (uint32_t pattern = 0; pattern < patterns_.size(); ++pattern) {
      const T* const values = slice.Values(pattern);
      // Few of these values are in a cache.
      for (size_t i = 0; i < slice.count(); ++i) {
        __builtin_prefetch(values + slice.column(i));
      }
      const uint32_t* const end = plies.moved.data() + plies.ends[pattern];
      const PreferenceRow picked = Pick(first, end, preferences);
      first = end;
      for (size_t i = 0; i < slice.count(); ++i) {
        const size_t opponent = slice.opponent(i);
        const T preference = picked[opponent];
        const bool has_goal = opponents.without_goal[opponent] == ~Set{0};
        const uint64_t images = opponents.images[opponent];
        result.positions += images;
        if (preference == 0 && !impossible && !has_goal) {
          result.no_moves += images;
        }
        const T expected = impossible ? kNoValueIn<T>
                           : has_goal ? after_goal
                                      : preferences_.value_before[preference];
        if (values[slice.column(i)] == expected) continue;
        result.Add(
            {images, SmallestIndex(mover, pattern, opponents, opponent)});
      }
    }
  }

  // Returns the smallest index of all images of a position.
  uint64_t SmallestIndex(size_t mover, uint32_t pattern,
                         const Opponents& opponents, size_t opponent) const {
    const Set set = opponents.sets[opponent];
    const ThresholdPosition position =
        section_.attacker_moves
            ? ThresholdPosition{movers_[mover], patterns_[pattern], set, true}
            : ThresholdPosition{
                  set,
                  opponent_patterns_[(opponents.first + opponent) %
                                     opponent_patterns_.size()],
                  movers_[mover], false};
    uint64_t index = std::numeric_limits<uint64_t>::max();
    for (const std::vector<int>& symmetry : game_.board().symmetries) {
      index = std::min(index,
                       game_.Index(number_, game_.Image(symmetry, position)));
    }
    return index;
  }

  const ReducedTable& table_;
  const CheckedGame& game_;
  const int number_;
  const CheckedSection& section_;
  const CheckedSection& next_;
  const Preferences<T> preferences_;
  // The patterns of the opponent, and of the mover before and after its ply.
  const std::vector<kernel::Pattern>& opponent_patterns_;
  const std::vector<kernel::Pattern>& patterns_;
  const std::vector<kernel::Pattern>& moved_patterns_;
  // All sets of the mover, before its ply and after it.
  const std::vector<Set> movers_;
  const std::vector<Set> moved_;
  std::vector<Plies> plies_;  // by rank of the mover's set
};

template <typename T>
absl::StatusOr<Consistency> Check(const ReducedTable& table, int section,
                                  absl::FunctionRef<void(uint64_t)> passed) {
  Consistency total;
  if (table.Begin(section) == table.End(section)) return total;
  const SectionChecker<T> checker(table, section);
  std::mutex mutex;
  absl::Status status;  // guarded by `mutex`, as `total`
  tbb::parallel_for(
      size_t{0}, (checker.opponents() + kMaxOpponents - 1) / kMaxOpponents,
      [&](size_t i) {
        const size_t first = i * kMaxOpponents;
        const auto found = checker.Check(
            first, std::min(first + kMaxOpponents, checker.opponents()));
        if (found.ok()) passed(found->positions);
        const std::lock_guard lock(mutex);
        status.Update(found.status());
        if (!found.ok()) return;
        total.Add(*found);
        total.positions += found->positions;
        total.no_moves += found->no_moves;
      });
  if (!status.ok()) return status;
  return total;
}

}  // namespace

double ConsistencyBytes(const CheckedGame& game, int value_bytes, bool loads) {
  double most = 0;
  for (const CheckedSection& section : game.sections()) {
    const CheckedSection& next = game.sections()[section.next];
    const double holdings =
        static_cast<double>(
            kernel::Choose(game.board().squares, next.opponent_pieces)) *
        game.patterns(section.attacker_moves ? next.opponent_pieces : 0).size();
    const double row = game.RowSize(section.next) * loads;
    most = std::max(most, holdings + row);
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
