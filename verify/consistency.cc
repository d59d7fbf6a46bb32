#include "verify/consistency.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "verify/order.h"

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

// The sets of `size` squares whose ranks are from `first` on.
std::vector<Set> Sets(int size, uint64_t first, uint64_t count) {
  std::vector<Set> sets(count);
  for (uint64_t i = 0; i < count; ++i) {
    sets[i] = kernel::Unrank(first + i, size);
  }
  return sets;
}

// Positions of a section in which the opponent's highest squares, all but two,
// are the same:
//
//     opponent 0   O O . . . . O . O
//     opponent 1   O . O . . . O . O
//     opponent 2   . O O . . . O . O
//       …          '-varying-' '-shared
//
// As numbers these sets follow each other.  So do their positions, therefore,
// in each row of the section (the positions with one mover's set), and so do
// the rows of the successors, in which they are the movers' sets.
struct Block {
  uint64_t first;  // rank of opponent 0
  Set shared;
  std::vector<Set> varying;  // for each opponent, its other squares
};

// More would fill the caches of large boards.
constexpr uint64_t kMaxOpponents = 256;

std::vector<Block> Blocks(const Game& game, const Section& section) {
  const int size = section.opponent_pieces;
  const int varying = std::min(size, 2);
  std::vector<Block> blocks;
  uint64_t first = 0;
  while (first < kernel::Choose(game.squares, size)) {
    Set shared = kernel::Unrank(first, size);
    for (int i = 0; i < varying; ++i) shared &= shared - 1;
    const int below = shared == 0 ? game.squares : std::countr_zero(shared);
    const uint64_t alike = kernel::Choose(below, varying);
    for (uint64_t i = 0; i < alike; i += kMaxOpponents) {
      const uint64_t count = std::min(kMaxOpponents, alike - i);
      blocks.push_back({first + i, shared, Sets(varying, i, count)});
    }
    first += alike;
  }
  return blocks;
}

// The game on a board without some squares, which only serves to move on.
Game Without(const Game& game, Set squares) {
  Game rest;
  rest.squares = game.squares - std::popcount(squares);
  rest.pieces = game.pieces;
  kernel::ForEachSquare(kernel::Below(game.squares) & ~squares, [&](int from) {
    rest.neighbours.push_back(
        kernel::Compress(game.neighbours[from] & ~squares, squares));
  });
  return rest;
}

// Checks blocks of one section.
//
// For the moves of a block the shared squares are as good as not on the board.
// On the board without them the mover's set M leads to the same sets S,
// whatever the opponent, but for those S that collide with it.  So, with
//
//     ranks[S][i] = rank of the successor in which opponent i has to move
//                   against S; 0 if they collide
//
// the picks for all opponents are the maximum, element by element, of the rows
// ranks[S] over all S that one ply makes of M.
template <typename T>
class BlockChecker {
 public:
  // What one thread needs.
  struct Workspace {
    std::vector<T> ranks;  // [set][opponent]
    std::vector<T> picked;
    std::vector<T> expected;
    std::vector<char> over;  // whether the opponent has a goal
    Consistency result;
  };

  BlockChecker(const Game& game, const Table& table, int number)
      : game_(game),
        section_(table.sections[number]),
        next_(table.sections[section_.next]),
        values_(table.Values<T>(number)),
        next_values_(table.Values<T>(section_.next)),
        ranking_(section_.letter()) {
    const int unshared =
        game.squares - std::max(section_.opponent_pieces - 2, 0);
    const auto all = [unshared](int size) {
      return Sets(size, 0, kernel::Choose(unshared, size));
    };
    movers_ = all(section_.mover_pieces);
    moved_ = all(next_.opponent_pieces);
  }

  // Returns how many positions the block has.
  uint64_t Check(const Block& block, Workspace& work) const {
    ReadRanks(block, work);
    const Game rest = Without(game_, block.shared);
    uint64_t positions = 0;
    for (const Set mover : movers_) {
      Pick(rest, mover, work);
      positions += Compare(block, mover, work);
    }
    return positions;
  }

 private:
  void ReadRanks(const Block& block, Workspace& work) const {
    const size_t width = block.varying.size();
    work.ranks.assign(moved_.size() * width, 0);
    work.picked.resize(width);
    work.expected.resize(width);
    work.over.resize(width);
    const uint64_t row = kernel::Choose(game_.squares - next_.mover_pieces,
                                        next_.opponent_pieces);
    for (size_t i = 0; i < width; ++i) {
      const Set varying = block.varying[i];
      work.over[i] = kernel::HasGoal(game_, block.shared | varying);
      if (work.over[i]) continue;  // no successors
      const T* value = next_values_ + (block.first + i) * row;
      T* rank = work.ranks.data() + i;
      for (const Set moved : moved_) {
        if ((moved & varying) == 0) *rank = ranking_.rank_of[*value++];
        rank += width;
      }
    }
  }

  // `rest` is the board without the shared squares, `mover` a set on it.
  void Pick(const Game& rest, Set mover, Workspace& work) const {
    const size_t width = work.picked.size();
    T* const picked = work.picked.data();
    std::fill_n(picked, width, T{0});
    kernel::ForEachSuccessor(rest, {mover, 0}, [&](Position successor) {
      const T* const ranks =
          work.ranks.data() + kernel::Rank(successor.opponent) * width;
      for (size_t i = 0; i < width; ++i) {
        picked[i] = std::max(picked[i], ranks[i]);
      }
    });
  }

  // Compares the mover's positions with what has been picked for them; returns
  // how many there are.
  uint64_t Compare(const Block& block, Set mover, Workspace& work) const {
    const Set mover_on_board = kernel::Expand(mover, block.shared);
    const bool illegal = kernel::HasGoal(game_, mover_on_board);
    size_t count = 0;
    size_t first = 0;
    for (size_t i = 0; i < block.varying.size(); ++i) {
      // Without a branch, which would often be predicted wrongly.
      const bool disjoint = (mover & block.varying[i]) == 0;
      const bool stuck = disjoint & (work.picked[i] == 0) & !work.over[i];
      first = count == 0 ? i : first;
      work.expected[count] = ranking_.value_before[work.picked[i]];
      work.result.stuck += stuck & !illegal;
      count += disjoint;
    }
    if (count == 0) return 0;
    if (illegal) std::fill_n(work.expected.begin(), count, kNoValueIn<T>);
    const uint64_t index = kernel::Index(
        game_, {mover_on_board, block.shared | block.varying[first]});
    const T* const found = values_ + index;
    if (std::equal(found, found + count, work.expected.begin())) return count;
    for (size_t i = 0; i < count; ++i) {
      if (found[i] == work.expected[i]) continue;
      work.result.Add({1, index + i});
    }
    return count;
  }

  const Game& game_;
  const Section& section_;
  const Section& next_;
  const T* values_;
  const T* next_values_;
  Ranking<T> ranking_;
  // On the board without a block's shared squares: all sets that the mover may
  // have, before and after its ply.
  std::vector<Set> movers_;
  std::vector<Set> moved_;
};

template <typename T>
Consistency Check(const Game& game, const Table& table, int section,
                  absl::FunctionRef<void(uint64_t)> passed) {
  const BlockChecker<T> checker(game, table, section);
  const std::vector<Block> blocks = Blocks(game, table.sections[section]);
  tbb::enumerable_thread_specific<typename BlockChecker<T>::Workspace> work;
  tbb::parallel_for(size_t{0}, blocks.size(), [&](size_t i) {
    passed(checker.Check(blocks[i], work.local()));
  });
  Consistency total;
  for (const auto& thread : work) {
    total.Add(thread.result);
    total.stuck += thread.result.stuck;
  }
  return total;
}

}  // namespace

double ConsistencyBytes(const Game& game, const Table& table) {
  double most = 0;
  for (const Section& section : table.sections) {
    const int shared = std::max(section.opponent_pieces - 2, 0);
    const double sets = kernel::Choose(
        game.squares - shared, table.sections[section.next].opponent_pieces);
    most = std::max(most, sets * kMaxOpponents * table.value_bytes);
  }
  return most;
}

Consistency CheckConsistency(const Game& game, const Table& table, int section,
                             absl::FunctionRef<void(uint64_t)> passed) {
  return table.value_bytes == 1 ? Check<uint8_t>(game, table, section, passed)
                                : Check<uint16_t>(game, table, section, passed);
}

}  // namespace teeko::verify
