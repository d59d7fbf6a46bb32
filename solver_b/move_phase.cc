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
// row, that of C, which may be another process's: it goes there with the next
// frontier.
//
// In the end the cells of (R, C) and of (C, R) are exchanged, and are values.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <span>
#include <string>
#include <utility>

#include "solver_b/phases.h"
#include "solver_b/require.h"

namespace teeko::solver_b {
namespace {

// The positions that a level decides: places in a table of rows and columns,
// one bit each, so that a level costs what it decides and next to nothing for
// what it does not.
//
// A process has its rows of the table, numbered as its own.
class Frontier {
 public:
  Frontier(uint64_t rows, uint64_t columns)
      : row_words_((columns + 63) / 64), words_(rows * row_words_) {}

  uint64_t Index(uint64_t row, uint64_t column) const {
    return 64 * row_words_ * row + column;
  }

  // Inserts places, given by their index.
  void Insert(std::span<const Finding> findings) {
    for (const auto& [place, process, value] : findings) {
      __atomic_fetch_or(&words_[place / 64], uint64_t{1} << place % 64,
                        __ATOMIC_RELAXED);
    }
  }

  // Takes out the places of a row and calls visit(column) for each.  Threads
  // may take different rows while nobody inserts.
  template <typename Visit>
  void TakeRow(uint64_t row, Visit visit) {
    uint64_t first = 0;
    for (uint64_t& word : Row(row)) {
      for (Set rest = std::exchange(word, 0); rest != 0; rest &= rest - 1) {
        visit(first + std::countr_zero(rest));
      }
      first += 64;
    }
  }

  const uint64_t* words() const { return words_.data(); }

  // 64 places each.
  std::span<uint64_t> Row(uint64_t row) {
    return std::span(words_).subspan(row * row_words_, row_words_);
  }

 private:
  uint64_t row_words_;
  std::vector<uint64_t> words_;
};

template <typename Value>
class MovePhase {
 public:
  MovePhase(const Space& space, const ParallelFor& parallel_for,
            Exchange& exchange)
      : board_(space.board()),
        section_(space.section(2 * board_.pieces())),
        sets_(section_.columns()),
        parallel_for_(parallel_for),
        exchange_(exchange),
        partition_(exchange.partition()),
        // A position that is not decided, with n moves, has the cell
        // kNoValue − n; a piece has at most 8 moves.
        first_open_(kNoValue<Value> - 8 * board_.pieces()),
        cells_(section_.size(partition_)),
        last_(partition_.Count(section_.rows()), sets_.count()),
        next_(last_) {}

  std::optional<Values> Solve(const OnLevel& on_level) {
    LevelState state = {.value_bytes = sizeof(Value),
                        .plies = -1,
                        .decided = 0,
                        .rows = section_.rows(),
                        .row = [this](uint64_t own_row) -> LevelState::Row {
                          const uint64_t count = sets_.count();
                          const auto cells =
                              std::span(cells_).subspan(own_row * count, count);
                          return {std::as_writable_bytes(cells),
                                  std::as_writable_bytes(last_.Row(own_row))};
                        }};
    on_level(state);
    while (!exchange_.failed() && state.value_bytes == sizeof(Value) &&
           DecidedIn(state.plies + 1) < first_open_) {
      const std::optional<uint64_t> decided = SolveLevel(state.plies + 1);
      if (!decided.has_value()) break;
      if (*decided == 0) return Finish();
      ++state.plies;
      state.decided += *decided;
      on_level(state);
    }
    return std::nullopt;
  }

 private:
  // Returns how many positions are decided in so many plies, symmetric ones
  // counted apart; nothing if the run has failed.
  std::optional<uint64_t> SolveLevel(int plies) {
    const Exchange::Deliver deliver = [this](auto findings) {
      next_.Insert(findings);
    };
    exchange_.Begin("level " + std::to_string(plies), deliver);
    std::atomic<uint64_t> decided = 0;
    ForEachRow([&](uint64_t row) {
      DecidedBuffer decided_buffer(*this, row, deliver);
      if (plies == 0) {
        BeginRow(row, decided_buffer);
      } else {
        AdvanceRow(row, plies, decided_buffer);
      }
      decided += decided_buffer.Flush() * board_.symmetries().size() /
                 (1 + RowClass(row).stabilizer.size());
    });
    const auto all_decided = exchange_.End(decided);
    std::swap(last_, next_);
    return all_decided;
  }

  // Calls work(row) for all rows of this process.
  template <typename Work>
  void ForEachRow(Work work) {
    parallel_for_(partition_.Count(section_.rows()),
                  [&](uint64_t own_row) { work(partition_.Row(own_row)); });
  }

  uint64_t Index(uint64_t row, uint64_t column) const {
    return section_.Index(row, column, partition_);
  }

  const SetClasses::Class& RowClass(uint64_t row) const {
    return section_.movers().classes()[row];
  }

  // Tells other rows what is newly decided in a row: some positions at a time,
  // for which what is looked up comes from memory meanwhile.  Each thread has
  // its own.
  class DecidedBuffer {
   public:
    DecidedBuffer(MovePhase& phase, uint64_t row,
                  const Exchange::Deliver& deliver)
        : phase_(phase),
          row_class_(phase.RowClass(row)),
          router_(phase.exchange_, deliver, phase.next_.words(), 1) {}

    // Columns (C to move) are put at the end, which is then set behind them, up
    // to 8 at a time: so a caller needs no branch to put some of what it sees.
    uint32_t* end() { return end_; }
    void SetEnd(uint32_t* end) {
      end_ = end;
      if (end_ - columns_.data() >= kEnough) Flush();
    }

    // Hands on what is left, and returns how many columns there have been.
    uint64_t Flush() {
      const SectionIndex& section = phase_.section_;
      const Frontier& next = phase_.next_;
      const size_t count = end_ - columns_.data();
      std::array<uint64_t, kEnough + 8> ranks;
      for (size_t i = 0; i < count; ++i) {
        ranks[i] =
            RankOnBoard(row_class_.left, section.columns().Unrank(columns_[i]));
        section.movers().Prefetch(ranks[i]);
      }
      for (size_t i = 0; i < count; ++i) {
        section.ForEachPlace(
            ranks[i], row_class_.representative,
            [&](uint64_t row, uint64_t column) {
              router_.Put(
                  row, next.Index(phase_.partition_.OwnNumber(row), column), 0);
            });
      }
      end_ = columns_.data();
      return total_ += count;
    }

   private:
    static constexpr int kEnough = 64;

    const MovePhase& phase_;
    const SetClasses::Class& row_class_;
    Router router_;
    uint64_t total_ = 0;
    std::array<uint32_t, kEnough + 8> columns_;
    uint32_t* end_ = columns_.data();
  };

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

  // Finds what is lost in 0 plies, and how many moves the others have.
  void BeginRow(uint64_t row, DecidedBuffer& lost_ones) {
    const SetClasses::Class& row_class = RowClass(row);
    const Neighbors neighbors = RowNeighbors(row);
    const bool opponent_has_goal = board_.IsGoal(row_class.representative);
    Value* const cells = &cells_[Index(row, 0)];
    for (const Set goal : board_.goals()) {
      if ((goal & row_class.representative) != 0) continue;
      cells[Rank(row_class.left.Renumber(goal))] = kNoValue<Value>;
    }
    for (uint64_t column = 0; column < sets_.count();) {
      const Set first = sets_.Unrank(column);
      const Set others = first & (first - 1);
      int moves_of_others = 0;
      for (Set rest = others; rest != 0; rest &= rest - 1) {
        moves_of_others +=
            std::popcount(neighbors[std::countr_zero(rest)] & ~others);
      }
      // Columns that differ in their lowest square only follow each other.
      for (int lowest = 0; lowest < std::countr_zero(others);
           ++lowest, ++column) {
        if (cells[column] == kNoValue<Value>) continue;
        // The lowest square takes a move from each neighbour, which takes one
        // from it.
        const int moves = moves_of_others +
                          std::popcount(neighbors[lowest] & ~others) -
                          std::popcount(neighbors[lowest] & others);
        if (moves > 0 && !opponent_has_goal) {
          cells[column] = kNoValue<Value> - moves;
          continue;
        }
        cells[column] = DecidedIn(0);
        *lost_ones.end() = column;
        lost_ones.SetEnd(lost_ones.end() + 1);
      }
    }
  }

  // Decides what follows in `plies` from what is decided in one less.
  void AdvanceRow(uint64_t row, int plies, DecidedBuffer& decided_buffer) {
    const Neighbors neighbors = RowNeighbors(row);
    Value* const cells = &cells_[Index(row, 0)];
    // Who moves to a lost position has won; who moves to one that is won has a
    // move less, and has lost if that was the last one.
    const bool frontier_is_lost = plies % 2 == 1;
    const Value first_decided =
        frontier_is_lost ? first_open_ : kNoValue<Value> - 1;
    last_.TakeRow(partition_.OwnNumber(row), [&](uint64_t column) {
      const Set after = sets_.Unrank(column);
      sets_.ForEachLift(column, [&](uint64_t lifted, int to) {
        const uint32_t* const columns = sets_.RanksWith(lifted);
        // Copies, for registers: for all that the compiler knows, a cell,
        // which is a byte, might be part of what it is compared with.
        uint32_t* end = decided_buffer.end();
        const Value first_open = first_open_, first = first_decided,
                    decided = DecidedIn(plies);
        Value* const row_cells = cells;
        for (Set from = neighbors[to] & ~after; from != 0; from &= from - 1) {
          const uint32_t before = columns[std::countr_zero(from)];
          const Value cell = row_cells[before];
          const bool is_open = (cell >= first_open) & (cell != kNoValue<Value>);
          const bool is_decided = is_open & (cell >= first);
          row_cells[before] = is_decided ? decided : cell + is_open;
          // Whether it is decided, nobody can predict: so no branch here.
          *end = before;
          end += is_decided;
        }
        decided_buffer.SetEnd(end);
      });
    });
  }

  // Of the position of a place, R to move and C waiting, once the sides have
  // changed: the row of C, and what its squares become there.
  SetClasses::Canonicalization OtherRow(uint64_t row, uint64_t column) const {
    return section_.movers().Canonicalize(
        RankOnBoard(RowClass(row).left, sets_.Unrank(column)));
  }

  // The first of the columns that a position has in a row.
  uint64_t FirstColumn(uint64_t row, Set set) const {
    uint64_t first = sets_.count();
    section_.ForEachPlaceInRow(row, set, [&first](uint64_t, uint64_t column) {
      first = std::min(first, column);
    });
    return first;
  }

  // Once no level decides more: exchanges the cells of (R, C) and (C, R)
  // everywhere, first those in the first column that each has, and returns
  // them.  Nothing if the run has failed.
  std::optional<Values> Finish() {
    std::replace_if(
        cells_.begin(), cells_.end(),
        [this](Value cell) {
          return cell >= first_open_ && cell != kNoValue<Value>;
        },
        kDraw);
    // Of a pair that two processes have, the one with the first row sends its
    // cell, and the other answers with its own.
    exchange_.Begin("exchange 1", [this](auto findings) {
      Outbox answers(exchange_, Exchange::kNext);
      for (const Finding& finding : findings) {
        const uint64_t row = partition_.Row(finding.place / sets_.count());
        const auto [to_row, numbers] =
            OtherRow(row, finding.place % sets_.count());
        const uint64_t to_column =
            FirstColumn(to_row, Image(numbers, RowClass(row).representative));
        Value& cell = cells_[finding.place];
        answers.Put(
            {Index(to_row, to_column), partition_.ProcessOf(to_row), cell});
        cell = finding.value;
      }
    });
    ForEachRow([this](uint64_t row) { ExchangeRow(row); });
    exchange_.End(0);
    exchange_.Begin("exchange 2", [this](auto findings) {
      for (const Finding& finding : findings) {
        cells_[finding.place] = finding.value;
      }
    });
    // Nothing if exchange 1 has failed, too.
    if (!exchange_.End(0).has_value()) return std::nullopt;
    ForEachRow([this](uint64_t row) {
      if (RowClass(row).stabilizer.empty()) return;
      for (uint64_t column = 0; column < sets_.count(); ++column) {
        cells_[Index(row, column)] =
            cells_[Index(row, FirstColumn(row, sets_.Unrank(column)))];
      }
    });
    return std::move(cells_);
  }

  void ExchangeRow(uint64_t row) {
    const bool is_symmetric = !RowClass(row).stabilizer.empty();
    // Exchanged when they have come from memory.
    Buffer<std::pair<Value*, Value*>, 64> pairs([](auto all) {
      for (const auto& [here, there] : all) std::swap(*here, *there);
    });
    Outbox outbox(exchange_);
    for (uint64_t column = 0; column < sets_.count(); ++column) {
      if (is_symmetric && FirstColumn(row, sets_.Unrank(column)) < column) {
        continue;
      }
      const auto [to_row, numbers] = OtherRow(row, column);
      if (to_row < row) continue;
      const uint64_t to_column =
          FirstColumn(to_row, Image(numbers, RowClass(row).representative));
      if (to_row == row && to_column <= column) continue;
      Value* const here = &cells_[Index(row, column)];
      const uint64_t to_place = Index(to_row, to_column);
      if (partition_.Has(to_row)) {
        __builtin_prefetch(&cells_[to_place], 1);
        pairs.Put({here, &cells_[to_place]});
      } else {
        outbox.Put({to_place, partition_.ProcessOf(to_row), *here});
      }
    }
  }

  const Board& board_;
  const SectionIndex& section_;
  const SetIndex& sets_;
  const ParallelFor& parallel_for_;
  Exchange& exchange_;
  const Partition partition_;
  const int first_open_;
  std::vector<Value> cells_;
  // What was decided last, and what is being decided from it.
  Frontier last_;
  Frontier next_;
};

}  // namespace

std::optional<Values> SolveMovePhase(const Space& space, int value_bytes,
                                     const ParallelFor& parallel_for,
                                     const OnLevel& on_level,
                                     Exchange& exchange) {
  if (value_bytes == 1) {
    return MovePhase<uint8_t>(space, parallel_for, exchange).Solve(on_level);
  }
  return MovePhase<uint16_t>(space, parallel_for, exchange).Solve(on_level);
}

}  // namespace teeko::solver_b
