#include "verify/consistency.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
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

// Checks the positions of one section with some opponents.
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
class OpponentsChecker {
 public:
  // What one thread needs.
  struct Workspace {
    std::vector<T> ranks;  // [set][opponent]
    std::vector<T> picked;
    std::vector<char> over;  // whether the opponent has a goal
    struct Found {
      size_t opponent;
      const T* value;
    };
    std::vector<Found> found;  // of opponents that the mover leaves room for
    Consistency result;
  };

  OpponentsChecker(const ReducedTable& table, int number)
      : table_(table),
        number_(number),
        section_(table.sections()[number]),
        next_(table.sections()[section_.next]),
        ranking_(section_.letter()),
        movers_(Sets(table.game(), section_.mover_pieces)),
        moved_(Sets(table.game(), next_.opponent_pieces)),
        opponents_(table.sets(section_.opponent_pieces).classes) {
    const auto& members = table.sets(section_.mover_pieces).members;
    std::erase_if(movers_, [&](Set mover) {
      const uint64_t number = members[kernel::Rank(mover)].number;
      return number < table.Begin(number_) || number >= table.End(number_);
    });
  }

  // Opponents `first` to `last` - 1, by their rows in the successors' section.
  // Returns how many positions that is, images counted.
  uint64_t Check(size_t first, size_t last, absl::Span<const uint8_t> rows,
                 Workspace& work) const {
    ReadRanks(first, last, reinterpret_cast<const T*>(rows.data()), work);
    uint64_t positions = 0;
    for (const Set mover : movers_) {
      Pick(mover, work);
      positions += Compare(mover, first, work);
    }
    return positions;
  }

 private:
  void ReadRanks(size_t first, size_t last, const T* rows,
                 Workspace& work) const {
    const size_t width = last - first;
    work.picked.resize(width);
    work.over.resize(width);
    work.found.resize(width);
    work.ranks.resize(moved_.size() * width);
    std::vector<Set> collides(width);
    std::vector<const T*> values(width);
    const uint64_t row = kernel::RowPositions(table_.game(), next_);
    for (size_t i = 0; i < width; ++i) {
      const Set opponent = opponents_[first + i].first;
      work.over[i] = kernel::HasGoal(table_.game(), opponent);
      // Without successors everything is as if it collided.
      collides[i] = work.over[i] ? ~Set{0} : opponent;
      values[i] = rows + i * row;
    }
    T* rank = work.ranks.data();
    for (const Set moved : moved_) {
      for (size_t i = 0; i < width; ++i) {
        const bool apart = (moved & collides[i]) == 0;
        const T value = apart ? *values[i] : kNoValueIn<T>;
        values[i] += apart;
        *rank++ = ranking_.rank_of[value];
      }
    }
  }

  void Pick(Set mover, Workspace& work) const {
    const size_t width = work.picked.size();
    T* const picked = work.picked.data();
    std::fill_n(picked, width, T{0});
    kernel::ForEachSuccessor(
        table_.game(), {mover, 0}, [&](Position successor) {
          const T* const ranks =
              work.ranks.data() + kernel::Rank(successor.opponent) * width;
          for (size_t i = 0; i < width; ++i) {
            picked[i] = std::max(picked[i], ranks[i]);
          }
        });
  }

  // Compares the mover's positions with what has been picked for them; returns
  // their number.
  uint64_t Compare(Set mover, size_t first, Workspace& work) const {
    const Game& game = table_.game();
    const auto& [classes, members] = table_.sets(section_.mover_pieces);
    const auto [number, symmetry] = members[kernel::Rank(mover)];
    const T* const row = table_.RowAs<T>(number_, number);
    const std::vector<int> numbers =
        ReducedTable::Numbers(game.symmetries[symmetry], mover);
    const bool illegal = kernel::HasGoal(game, mover);
    // Listed without a branch, which would often be predicted wrongly, and
    // fetched before all are compared, since few are in a cache.
    size_t count = 0;
    for (size_t i = 0; i < work.picked.size(); ++i) {
      work.found[count].opponent = i;
      count += (mover & opponents_[first + i].first) == 0;
    }
    const absl::Span<typename Workspace::Found> found(work.found.data(), count);
    for (auto& [i, value] : found) {
      value = row + table_.IndexInRow(numbers, opponents_[first + i].first);
      __builtin_prefetch(value);
    }
    uint64_t positions = 0;
    for (const auto& [i, value] : found) {
      const auto& [opponent, sets] = opponents_[first + i];
      positions += sets;
      const T picked = work.picked[i];
      if (picked == 0 && !work.over[i] && !illegal) work.result.stuck += sets;
      const T expected =
          illegal ? kNoValueIn<T> : ranking_.value_before[picked];
      if (*value == expected) continue;
      // Each image of the opponent's set has as many images of the position.
      work.result.Add({sets, FirstImage({mover, opponent})});
    }
    return positions;
  }

  uint64_t FirstImage(Position position) const {
    uint64_t first = section_.positions;
    for (const std::vector<int>& symmetry : table_.game().symmetries) {
      first = std::min(first, kernel::Index(table_.game(),
                                            kernel::Image(symmetry, position)));
    }
    return first;
  }

  const ReducedTable& table_;
  const int number_;
  const Section& section_;
  const Section& next_;
  const Ranking<T> ranking_;
  // All sets that the mover may have, before its ply, if this rank has their
  // rows, and after it.
  std::vector<Set> movers_;
  const std::vector<Set> moved_;
  const std::vector<SetClasses::Class>& opponents_;
};

template <typename T>
absl::StatusOr<Consistency> Check(const ReducedTable& table, int section,
                                  absl::FunctionRef<void(uint64_t)> passed) {
  const OpponentsChecker<T> checker(table, section);
  const size_t opponents =
      table.sets(table.sections()[section].opponent_pieces).classes.size();
  tbb::enumerable_thread_specific<typename OpponentsChecker<T>::Workspace> work;
  std::mutex mutex;
  absl::Status status;  // guarded by it
  const auto check = [&](size_t i) {
    const size_t first = i * kMaxOpponents;
    const size_t last = std::min(first + kMaxOpponents, opponents);
    std::vector<uint8_t> loaded;
    const auto rows =
        table.RowsOfAll(table.sections()[section].next, first, last, loaded);
    if (!rows.ok()) {
      const std::lock_guard lock(mutex);
      status.Update(rows.status());
      return;
    }
    passed(checker.Check(first, last, *rows, work.local()));
  };
  if (table.Begin(section) < table.End(section)) {
    tbb::parallel_for(size_t{0},
                      (opponents + kMaxOpponents - 1) / kMaxOpponents, check);
  }
  if (!status.ok()) return status;
  Consistency total;
  for (const auto& thread : work) {
    total.Add(thread.result);
    total.stuck += thread.result.stuck;
  }
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
