// How levels are worked off without two threads meeting.
//
// Until all levels are solved, the place of (R of the row, C of the column) has
// a cell for
//
//     C is to move, R waits
//
// A cell has the value of a position that is decided; of one that is not, how
// many of its moves might still save it from losing.
//
// A move of C to C′ leads to (R to move, C′ waits).  When that is decided, the
// row of R hears of it, and whatever C may have been stands in the same row. So
// one thread can take a row and work off its part of a level without meeting
// anybody.  Only what it newly decides, (C to move, R waits), concerns another
// row, that of C: it goes there with the next frontier.
//
// In the end the cells of (R, C) and of (C, R) are exchanged, and are values.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <span>
#include <utility>

#include "solver_b/check.h"
#include "solver_b/phases.h"

namespace teeko::solver_b {
namespace {

// The positions that a level decides: places in a table of rows and columns,
// one bit each, so that a level costs what it decides and next to nothing for
// what it does not.
class Frontier {
 public:
  Frontier(uint64_t rows, uint64_t columns)
      : row_words_((columns + 63) / 64), words_(rows * row_words_) {}

  // Inserts places, a few of them at a time, whose words come from memory
  // meanwhile.  Each thread has its own.
  class Inserter {
   public:
    explicit Inserter(Frontier& frontier) : frontier_(frontier) {}
    ~Inserter() { Flush(); }
    Inserter(const Inserter&) = delete;
    Inserter& operator=(const Inserter&) = delete;

    void Insert(uint64_t row, uint64_t column) {
      if (count_ == bits_.size()) Flush();
      std::atomic<uint64_t>& word =
          frontier_.words_[row * frontier_.row_words_ + column / 64];
      __builtin_prefetch(&word, 1);
      bits_[count_++] = {&word, uint64_t{1} << column % 64};
    }

   private:
    struct Bit {
      std::atomic<uint64_t>* word;
      uint64_t mask;
    };

    void Flush() {
      for (const Bit& bit : std::span(bits_).first(count_)) {
        bit.word->fetch_or(bit.mask, std::memory_order_relaxed);
      }
      count_ = 0;
    }

    Frontier& frontier_;
    size_t count_ = 0;
    std::array<Bit, 64> bits_;
  };

  // Takes out the places of a row and calls visit(column) for each.  Threads
  // may take different rows while nobody inserts.
  template <typename Visit>
  void TakeRow(uint64_t row, Visit visit) {
    for (uint64_t i = 0; i < row_words_; ++i) {
      std::atomic<uint64_t>& word = words_[row * row_words_ + i];
      uint64_t columns = word.load(std::memory_order_relaxed);
      if (columns == 0) continue;
      word.store(0, std::memory_order_relaxed);
      for (; columns != 0; columns &= columns - 1) {
        visit(64 * i + std::countr_zero(columns));
      }
    }
  }

 private:
  uint64_t row_words_;
  std::vector<std::atomic<uint64_t>> words_;
};

template <typename Value>
class MovePhase {
 public:
  MovePhase(const Space& space, const ParallelFor& parallel_for)
      : board_(space.board()),
        section_(space.section(2 * board_.pieces())),
        sets_(section_.columns()),
        parallel_for_(parallel_for),
        // A piece has at most 8 moves.
        first_open_(kNoValue<Value> - 8 * board_.pieces()),
        cells_(section_.size()),
        frontiers_{Frontier(section_.rows(), sets_.count()),
                   Frontier(section_.rows(), sets_.count())} {}

  std::optional<MovePhaseValues<Value>> Solve(
      const std::function<void(int, uint64_t)>& on_level) {
    int plies = 0;
    uint64_t total = 0;
    uint64_t decided =
        ForEachRow([this](uint64_t row) { return BeginRow(row); });
    for (; decided > 0; ++plies) {
      total += decided;
      on_level(plies, total);
      if (DecidedIn(plies + 1) >= first_open_) return std::nullopt;
      decided =
          ForEachRow([&](uint64_t row) { return AdvanceRow(row, plies); });
    }
    std::replace_if(
        cells_.begin(), cells_.end(),
        [this](Value cell) { return IsOpen(cell); }, kDraw);
    parallel_for_(section_.rows(), [this](uint64_t row) { ExchangeRow(row); });
    return MovePhaseValues<Value>{std::move(cells_), std::max(plies - 1, 0)};
  }

 private:
  // Calls work(row) for all rows and returns the sum of what they return,
  // counted with symmetric positions.
  template <typename Work>
  uint64_t ForEachRow(Work work) {
    std::atomic<uint64_t> sum = 0;
    parallel_for_(section_.rows(), [&](uint64_t row) {
      sum += work(row) * RowClass(row).orbit_size;
    });
    return sum;
  }

  const SetClasses::Class& RowClass(uint64_t row) const {
    return section_.movers().classes()[row];
  }

  // A position that is not decided, with n moves, has the cell kNoValue − n.
  bool IsOpen(Value cell) const {
    return (cell >= first_open_) & (cell != kNoValue<Value>);
  }

  // The neighbours among the squares that the row's representative leaves, as
  // these are numbered.
  Neighbors RowNeighbors(uint64_t row) const {
    const SquaresLeft& left = RowClass(row).left;
    const Set waiting = RowClass(row).representative;
    Neighbors neighbors = {};
    for (int i = 0; i < left.count(); ++i) {
      neighbors[i] =
          left.Renumber(board_.neighbors()[left.Square(i)] & ~waiting);
    }
    return neighbors;
  }

  // Finds what is lost in 0 plies and returns how many positions of the row
  // that are.
  uint64_t BeginRow(uint64_t row) {
    const SetClasses::Class& row_class = RowClass(row);
    const Neighbors neighbors = RowNeighbors(row);
    const bool opponent_has_goal = board_.IsGoal(row_class.representative);
    Value* const cells = &cells_[section_.Index(row, 0)];
    for (const Set goal : board_.goals()) {
      if ((goal & row_class.representative) != 0) continue;
      cells[sets_.Rank(row_class.left.Renumber(goal))] = kNoValue<Value>;
    }
    Frontier::Inserter lost_ones(frontiers_[0]);
    uint64_t lost = 0;
    for (uint64_t column = 0; column < sets_.count(); ++column) {
      if (cells[column] == kNoValue<Value>) continue;
      const Set mover = sets_.Unrank(column);
      int moves = 0;
      if (!opponent_has_goal) {
        for (Set rest = mover; rest != 0; rest &= rest - 1) {
          moves += std::popcount(neighbors[std::countr_zero(rest)] & ~mover);
        }
      }
      cells[column] = moves > 0 ? kNoValue<Value> - moves : DecidedIn(0);
      if (moves == 0) {
        Announce(row, mover, lost_ones);
        ++lost;
      }
    }
    return lost;
  }

  // Decides what follows in plies + 1 from what is decided in `plies`, and
  // returns how many positions of the row that are.
  uint64_t AdvanceRow(uint64_t row, int plies) {
    const Neighbors neighbors = RowNeighbors(row);
    Value* const cells = &cells_[section_.Index(row, 0)];
    const bool frontier_is_lost = plies % 2 == 0;
    Frontier::Inserter next(frontiers_[(plies + 1) % 2]);
    uint64_t decided = 0;
    frontiers_[plies % 2].TakeRow(row, [&](uint64_t column) {
      const Set after = sets_.Unrank(column);
      ForEachMove(neighbors, after, after, [&](Set before) {
        Value& cell = cells[sets_.Rank(before)];
        // Whether it is open, nobody could predict: so no branch here.
        const bool was_open = IsOpen(cell);
        cell += was_open;
        if (!was_open || !(frontier_is_lost || cell == kNoValue<Value>)) return;
        cell = DecidedIn(plies + 1);
        Announce(row, before, next);
        ++decided;
      });
    });
    return decided;
  }

  // The row's representative waits; `mover` is numbered as in the row.
  void Announce(uint64_t row, Set mover, Frontier::Inserter& frontier) const {
    const SetClasses::Class& row_class = RowClass(row);
    section_.ForEachPlace(
        {row_class.left.OnBoard(mover), row_class.representative},
        [&](uint64_t to_row, uint64_t to_column) {
          frontier.Insert(to_row, to_column);
        });
  }

  // Exchanges the cells of (R, C) and (C, R), R being the row's representative
  // and C any set, unless the first place of (C, R) comes before those of
  // (R, C): then it is done there.
  void ExchangeRow(uint64_t row) {
    const SetClasses& sets = section_.movers();
    const SetClasses::Class& row_class = RowClass(row);
    // Single places, exchanged when they have come from memory.
    struct Pair {
      Value* here;
      Value* there;
    };
    std::array<Pair, 64> pairs;
    size_t count = 0;
    const auto exchange = [&] {
      for (const auto& [here, there] : std::span(pairs).first(count)) {
        std::swap(*here, *there);
      }
      count = 0;
    };
    for (uint64_t column = 0; column < sets_.count(); ++column) {
      const Set set = sets_.Unrank(column);
      const auto [to_row, numbers] =
          sets.Canonicalize(row_class.left.OnBoard(set));
      if (to_row < row) continue;
      const Set to_set = Image(numbers, row_class.representative);
      Value* const here = &cells_[section_.Index(row, column)];
      Value* const there = &cells_[section_.Index(to_row, sets_.Rank(to_set))];
      if (to_row > row && row_class.stabilizer.empty() &&
          RowClass(to_row).stabilizer.empty()) {
        __builtin_prefetch(there, 1);
        pairs[count++] = {here, there};
        if (count == pairs.size()) exchange();
        continue;
      }
      bool first = true;
      section_.ForEachPlaceInRow(row, set, [&](uint64_t r, uint64_t c) {
        first &= here <= &cells_[section_.Index(r, c)];
      });
      section_.ForEachPlaceInRow(to_row, to_set, [&](uint64_t r, uint64_t c) {
        first &= here < &cells_[section_.Index(r, c)];
      });
      if (!first) continue;
      const Value cell = *here;
      const Value to_cell = *there;
      section_.ForEachPlaceInRow(row, set, [&](uint64_t r, uint64_t c) {
        cells_[section_.Index(r, c)] = to_cell;
      });
      section_.ForEachPlaceInRow(to_row, to_set, [&](uint64_t r, uint64_t c) {
        cells_[section_.Index(r, c)] = cell;
      });
    }
    exchange();
  }

  const Board& board_;
  const SectionIndex& section_;
  const SetIndex& sets_;
  const ParallelFor& parallel_for_;
  const int first_open_;
  std::vector<Value> cells_;
  // What was decided last, and what is being decided from it: by plies % 2.
  std::array<Frontier, 2> frontiers_;
};

}  // namespace

template <typename Value>
std::optional<MovePhaseValues<Value>> SolveMovePhase(
    const Space& space, const ParallelFor& parallel_for,
    const std::function<void(int, uint64_t)>& on_level) {
  return MovePhase<Value>(space, parallel_for).Solve(on_level);
}

template std::optional<MovePhaseValues<uint8_t>> SolveMovePhase(
    const Space&, const ParallelFor&,
    const std::function<void(int, uint64_t)>&);
template std::optional<MovePhaseValues<uint16_t>> SolveMovePhase(
    const Space&, const ParallelFor&,
    const std::function<void(int, uint64_t)>&);

}  // namespace teeko::solver_b
