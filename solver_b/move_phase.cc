// Solves the move phase.  Two threads never write to the same row.
//
// "(C to move, R waits)" is the position in which the mover has the set C and
// the opponent has the set R.  While levels are solved, the place (row of R,
// column of C) has the cell of
//
//     (C to move, R waits)
//
// The cell of a decided position is its value.  The cell of an open position
// counts its moves that are not known to lose.
//
// A move of C to C′ leads to (R to move, C′ waits).  When that position is
// decided, it is added to the frontier of the row of R.  All its predecessors
// have their cells in the same row.  So a thread solves a level for one row
// without reading or writing another row.  A position that it decides, (C to
// move, R waits), is added to the next frontier of the row of C, which another
// process may own.
//
// After the last level, the cells of (R, C) and (C, R) are exchanged, so that
// each place has the value of (R to move, C waits).

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

// The positions of a level: one bit for each place of this process.  Places
// whose bit is not set cost a level little time.
class Frontier {
 public:
  Frontier(uint64_t rows, uint64_t columns)
      : row_words_((columns + 63) / 64), words_(rows * row_words_) {}

  uint64_t Index(uint64_t row, uint64_t column) const {
    return 64 * row_words_ * row + column;
  }

  // Sets the bits of places, given by Index.
  void Insert(std::span<const Update> updates) {
    for (const auto& [place, process, value] : updates) {
      __atomic_fetch_or(&words_[place / 64], uint64_t{1} << place % 64,
                        __ATOMIC_RELAXED);
    }
  }

  // Clears the bits of a row and calls visit(column) for each.  Thread-safe for
  // different rows, if no thread calls Insert.
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

  // Returns the words of a row, with 64 places each.
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
        // The cell of an open position with n moves that are not known to lose
        // is kNoValue − n; a piece has at most 8 moves.
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
  // Solves a level.  Returns the number of its positions, including symmetric
  // positions, or nullopt if the run has failed.
  std::optional<uint64_t> SolveLevel(int plies) {
    const Exchange::Deliver deliver = [this](auto updates) {
      next_.Insert(updates);
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
                 (1 + RowOrbit(row).stabilizer.size());
    });
    const auto all_decided = exchange_.End(decided);
    std::swap(last_, next_);
    return all_decided;
  }

  template <typename Work>
  void ForEachRow(Work work) {
    parallel_for_(partition_.Count(section_.rows()),
                  [&](uint64_t own_row) { work(partition_.Row(own_row)); });
  }

  uint64_t Index(uint64_t row, uint64_t column) const {
    return section_.Index(row, column, partition_);
  }

  const SetOrbits::Orbit& RowOrbit(uint64_t row) const {
    return section_.movers().orbits()[row];
  }

  // Collects the positions that are decided in a row.  Prefetches the data of
  // some positions, and then adds these positions to the next frontier.  Each
  // thread has its own DecidedBuffer.
  class DecidedBuffer {
   public:
    DecidedBuffer(MovePhase& phase, uint64_t row,
                  const Exchange::Deliver& deliver)
        : phase_(phase),
          row_orbit_(phase.RowOrbit(row)),
          router_(phase.exchange_, deliver, phase.next_.words(), 1) {}

    // To add positions, a caller writes up to 8 columns at end() and then calls
    // SetEnd.  With this interface, the caller's loop needs no branch.
    uint32_t* end() { return end_; }
    void SetEnd(uint32_t* end) {
      end_ = end;
      if (end_ - columns_.data() >= kFlushCount) Flush();
    }

    // Sends the remaining positions.  Returns the number of all positions so
    // far.
    uint64_t Flush() {
      const SectionIndex& section = phase_.section_;
      const Frontier& next = phase_.next_;
      const size_t count = end_ - columns_.data();
      std::array<uint64_t, kFlushCount + 8> ranks;
      for (size_t i = 0; i < count; ++i) {
        ranks[i] =
            RankOnBoard(row_orbit_.left, section.columns().Unrank(columns_[i]));
        section.movers().Prefetch(ranks[i]);
      }
      for (size_t i = 0; i < count; ++i) {
        section.ForEachPlace(
            ranks[i], row_orbit_.representative,
            [&](uint64_t row, uint64_t column) {
              router_.Put(
                  row, next.Index(phase_.partition_.OwnNumber(row), column), 0);
            });
      }
      end_ = columns_.data();
      return total_ += count;
    }

   private:
    static constexpr int kFlushCount = 64;

    const MovePhase& phase_;
    const SetOrbits::Orbit& row_orbit_;
    Router router_;
    uint64_t total_ = 0;
    std::array<uint32_t, kFlushCount + 8> columns_;
    uint32_t* end_ = columns_.data();
  };

  // Returns the neighbours among the squares outside the row's representative,
  // in the numbering of these squares.
  Neighbors RowNeighbors(uint64_t row) const {
    const SquaresLeft& left = RowOrbit(row).left;
    const Set opponent = RowOrbit(row).representative;
    Neighbors neighbors = {};
    for (int i = 0; i < left.count(); ++i) {
      neighbors[i] =
          left.Renumber(board_.neighbors()[left.Square(i)] & ~opponent);
    }
    return neighbors;
  }

  // Decides the positions lost in 0 plies, and counts the moves of the others.
  void BeginRow(uint64_t row, DecidedBuffer& lost) {
    const SetOrbits::Orbit& row_orbit = RowOrbit(row);
    const Neighbors neighbors = RowNeighbors(row);
    const bool opponent_has_goal = board_.IsGoal(row_orbit.representative);
    Value* const cells = &cells_[Index(row, 0)];
    for (const Set goal : board_.goals()) {
      if ((goal & row_orbit.representative) != 0) continue;
      cells[Rank(row_orbit.left.Renumber(goal))] = kNoValue<Value>;
    }
    for (uint64_t column = 0; column < sets_.count();) {
      const Set first = sets_.Unrank(column);
      const Set others = first & (first - 1);
      int moves_of_others = 0;
      for (Set rest = others; rest != 0; rest &= rest - 1) {
        moves_of_others +=
            std::popcount(neighbors[std::countr_zero(rest)] & ~others);
      }
      // Columns that differ only in their lowest square are consecutive.
      for (int lowest = 0; lowest < std::countr_zero(others);
           ++lowest, ++column) {
        if (cells[column] == kNoValue<Value>) continue;
        // A neighbour occupied by the same side blocks one move of the lowest
        // piece, and the lowest piece blocks one move of that neighbour.
        const int moves = moves_of_others +
                          std::popcount(neighbors[lowest] & ~others) -
                          std::popcount(neighbors[lowest] & others);
        if (moves > 0 && !opponent_has_goal) {
          cells[column] = kNoValue<Value> - moves;
          continue;
        }
        cells[column] = DecidedIn(0);
        *lost.end() = column;
        lost.SetEnd(lost.end() + 1);
      }
    }
  }

  // Decides positions of level `plies` from the frontier of the level before.
  void AdvanceRow(uint64_t row, int plies, DecidedBuffer& decided_buffer) {
    const Neighbors neighbors = RowNeighbors(row);
    Value* const cells = &cells_[Index(row, 0)];
    // A move to a lost position wins.  A move to a won position loses: then the
    // counter decreases by one, and after its last move the position is lost.
    const bool frontier_is_lost = plies % 2 == 1;
    const Value first_decided =
        frontier_is_lost ? first_open_ : kNoValue<Value> - 1;
    last_.TakeRow(partition_.OwnNumber(row), [&](uint64_t column) {
      const Set after = sets_.Unrank(column);
      sets_.ForEachRest(column, [&](uint64_t rest, int to) {
        const uint32_t* const columns = sets_.RanksWith(rest);
        // Local copies, so that the compiler can use registers: a cell is a
        // byte, which may alias any member.
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
          // No branch: the processor could not predict it.
          *end = before;
          end += is_decided;
        }
        decided_buffer.SetEnd(end);
      });
    });
  }

  // For the place (row of R, column of C), returns the row of C and the numbers
  // of the squares in the row of C.
  SetOrbits::Canonicalization OtherRow(uint64_t row, uint64_t column) const {
    return section_.movers().Canonicalize(
        RankOnBoard(RowOrbit(row).left, sets_.Unrank(column)));
  }

  // Returns the first column of the places of a position in a row.
  uint64_t FirstColumn(uint64_t row, Set set) const {
    uint64_t first = sets_.count();
    section_.ForEachPlaceInRow(row, set, [&first](uint64_t, uint64_t column) {
      first = std::min(first, column);
    });
    return first;
  }

  // Call it after the last level.  Exchanges the cells of (R, C) and (C, R) and
  // returns the cells, or nullopt if the run has failed.  If a position has
  // several places, exchanges the cell of the first place and then copies it to
  // the others.
  std::optional<Values> Finish() {
    std::replace_if(
        cells_.begin(), cells_.end(),
        [this](Value cell) {
          return cell >= first_open_ && cell != kNoValue<Value>;
        },
        kDraw);
    // If two processes own a pair, the process with the smaller row sends its
    // cell, and the other process answers with its own cell.
    exchange_.Begin("exchange 1", [this](auto updates) {
      Outbox answers(exchange_, Exchange::kNext);
      for (const Update& update : updates) {
        const uint64_t row = partition_.Row(update.place / sets_.count());
        const auto [to_row, numbers] =
            OtherRow(row, update.place % sets_.count());
        const uint64_t to_column =
            FirstColumn(to_row, Image(numbers, RowOrbit(row).representative));
        Value& cell = cells_[update.place];
        answers.Put(
            {Index(to_row, to_column), partition_.ProcessOf(to_row), cell});
        cell = update.value;
      }
    });
    ForEachRow([this](uint64_t row) { ExchangeRow(row); });
    exchange_.End(0);
    exchange_.Begin("exchange 2", [this](auto updates) {
      for (const Update& update : updates) {
        cells_[update.place] = update.value;
      }
    });
    // End also returns nullopt if exchange 1 has failed.
    if (!exchange_.End(0).has_value()) return std::nullopt;
    ForEachRow([this](uint64_t row) {
      if (RowOrbit(row).stabilizer.empty()) return;
      for (uint64_t column = 0; column < sets_.count(); ++column) {
        cells_[Index(row, column)] =
            cells_[Index(row, FirstColumn(row, sets_.Unrank(column)))];
      }
    });
    return std::move(cells_);
  }

  void ExchangeRow(uint64_t row) {
    const bool is_symmetric = !RowOrbit(row).stabilizer.empty();
    // Delays each swap until its cells are prefetched.
    Buffer<std::pair<Value*, Value*>, 64> pairs([](auto all) {
      for (const auto& [cell, other] : all) std::swap(*cell, *other);
    });
    Outbox outbox(exchange_);
    for (uint64_t column = 0; column < sets_.count(); ++column) {
      if (is_symmetric && FirstColumn(row, sets_.Unrank(column)) < column) {
        continue;
      }
      const auto [to_row, numbers] = OtherRow(row, column);
      if (to_row < row) continue;
      const uint64_t to_column =
          FirstColumn(to_row, Image(numbers, RowOrbit(row).representative));
      if (to_row == row && to_column <= column) continue;
      Value* const cell = &cells_[Index(row, column)];
      const uint64_t to_place = Index(to_row, to_column);
      if (partition_.Has(to_row)) {
        __builtin_prefetch(&cells_[to_place], 1);
        pairs.Put({cell, &cells_[to_place]});
      } else {
        outbox.Put({to_place, partition_.ProcessOf(to_row), *cell});
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
  // The positions of the last level, and of the level that is being solved.
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
