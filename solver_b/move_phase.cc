// Solves the move phase.  Two threads never write to the same row.
//
// "(C to move, R waits)" is the position in which the mover has the set C and
// the opponent has the set R.  While levels are solved, the place (row of R,
// column of C) has the cell of
//
//     (C to move, R waits)
//
// The cell of a decided position is its value.  The cell of an open position
// counts its moves that are not known to lose.  With scoring, R can be a set of
// either side, so that there are two matrices of cells.  Without scoring, there
// is one.
//
// A move of C to C′ leads to (R to move, C′ waits).  When that position is
// decided, it is added to the frontier of the row of R.  All its predecessors
// have their cells in the same row.  So a thread solves a level for one row
// without reading or writing another row.  A position that it decides, (C to
// move, R waits), is added to the next frontier of the row of C, which another
// process may own.
//
// A move that completes a goal leads to a position that is over.  It is not in
// a frontier: level 1 finds its predecessors from the goals.
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
      : space_(space),
        board_(space.board()),
        orbits_(space.orbits(board_.pieces())),
        parallel_for_(parallel_for),
        exchange_(exchange),
        partition_(exchange.partition()),
        // The cell of an open position with n moves that are not known to lose
        // is kNoValue − n; a piece has at most 8 moves.
        first_open_(kNoValue<Value> - 8 * board_.pieces()) {
    for (const Side side : space.sides()) {
      cells_.emplace_back(Section(side).size(partition_));
    }
    for (const int plies : {0, 1}) {
      frontiers_.emplace_back(partition_.Count(orbits_.orbits().size()),
                              Section(MoverOf(plies)).columns().count());
    }
  }

  std::optional<std::vector<Values>> Solve(const OnLevel& on_level) {
    LevelState state = {.value_bytes = sizeof(Value),
                        .plies = -1,
                        .decided = 0,
                        .rows = orbits_.orbits().size(),
                        .row = {}};
    state.row = [this, &state](uint64_t own_row) {
      LevelState::Row row;
      for (std::vector<Value>& cells : cells_) {
        const uint64_t count = cells.size() / partition_.Count(state.rows);
        row.push_back(std::as_writable_bytes(
            std::span(cells).subspan(own_row * count, count)));
      }
      row.push_back(
          std::as_writable_bytes(frontiers_[state.plies % 2].Row(own_row)));
      return row;
    };
    on_level(state);
    while (!exchange_.failed() && state.value_bytes == sizeof(Value) &&
           DecidedIn(state.plies + 1) < first_open_) {
      const std::optional<uint64_t> decided = SolveLevel(state.plies + 1);
      if (!decided.has_value()) break;
      // The goals decide level 1, even if level 0 is empty.
      if (*decided == 0 && state.plies >= 0) return Finish();
      ++state.plies;
      state.decided += *decided;
      on_level(state);
    }
    return std::nullopt;
  }

 private:
  const SectionIndex& Section(Side side) const {
    return space_.section(2 * board_.pieces(), side);
  }

  // Returns the side that moves in the positions of a level.  With scoring, the
  // attacker succeeds with his last move.
  Side MoverOf(int plies) const {
    return plies % 2 == 0 ? space_.Other(kAttacker) : kAttacker;
  }

  // Solves a level.  Returns the number of its positions, including symmetric
  // positions, or nullopt if the run has failed.
  std::optional<uint64_t> SolveLevel(int plies) {
    const Exchange::Deliver deliver = [this, plies](auto updates) {
      frontiers_[plies % 2].Insert(updates);
    };
    exchange_.Begin("level " + std::to_string(plies), deliver);
    std::atomic<uint64_t> decided = 0;
    for (const Side side : space_.sides()) {
      // The side whose sets are the rows waits.
      if (plies > 0 && side != MoverOf(plies - 1)) continue;
      ForEachRow([&](uint64_t row) {
        DecidedBuffer decided_buffer(*this, side, row, plies, deliver);
        if (plies == 0) {
          BeginRow(side, row, decided_buffer);
        } else {
          AdvanceRow(side, row, plies, decided_buffer);
        }
        decided += decided_buffer.Flush() * board_.symmetries().size() /
                   (1 + RowOrbit(row).stabilizer.size());
      });
    }
    return exchange_.End(decided);
  }

  template <typename Work>
  void ForEachRow(Work work) {
    parallel_for_(partition_.Count(orbits_.orbits().size()),
                  [&](uint64_t own_row) { work(partition_.Row(own_row)); });
  }

  // Returns the cells of the row of a side that waits.
  Value* RowCells(Side side, uint64_t row) {
    return &cells_[side][Section(side).Index(row, 0, partition_)];
  }

  const SetOrbits::Orbit& RowOrbit(uint64_t row) const {
    return orbits_.orbits()[row];
  }

  // Collects the positions that are decided in a row.  Prefetches the data of
  // some positions, and then adds these positions to the next frontier.  Each
  // thread has its own DecidedBuffer.
  class DecidedBuffer {
   public:
    // `side` is the side that waits, with the row's set.
    DecidedBuffer(MovePhase& phase, Side side, uint64_t row, int plies,
                  const Exchange::Deliver& deliver)
        : partition_(phase.partition_),
          row_orbit_(phase.RowOrbit(row)),
          columns_of_row_(phase.Section(side).columns()),
          section_(phase.Section(phase.space_.Other(side))),
          next_(phase.frontiers_[plies % 2]),
          router_(phase.exchange_, deliver, next_.words(), 1) {}

    // To add positions, a caller writes up to 8 columns at end() and then calls
    // SetEnd.  With this interface, the caller's loop needs no branch.
    uint32_t* end() { return end_; }
    void SetEnd(uint32_t* end) {
      end_ = end;
      if (end_ - columns_.data() >= kFlushCount) Flush();
    }

    // Counts positions that are not in a frontier.
    void Count(uint64_t positions) { total_ += positions; }

    // Sends the remaining positions.  Returns the number of all positions so
    // far.
    uint64_t Flush() {
      const size_t count = end_ - columns_.data();
      std::array<uint64_t, kFlushCount + 8> ranks;
      for (size_t i = 0; i < count; ++i) {
        ranks[i] =
            RankOnBoard(row_orbit_.left, columns_of_row_.Unrank(columns_[i]));
        section_.movers().Prefetch(ranks[i]);
      }
      for (size_t i = 0; i < count; ++i) {
        section_.ForEachPlace(
            ranks[i], row_orbit_.representative,
            [&](uint64_t row, uint64_t column) {
              router_.Put(row, next_.Index(partition_.OwnNumber(row), column),
                          0);
            },
            columns_of_row_.PatternOf(columns_[i]));
      }
      end_ = columns_.data();
      return total_ += count;
    }

   private:
    static constexpr int kFlushCount = 64;

    const Partition partition_;
    const SetOrbits::Orbit& row_orbit_;
    const SetIndex& columns_of_row_;
    const SectionIndex& section_;  // of the positions that are added
    const Frontier& next_;
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
  void BeginRow(Side side, uint64_t row, DecidedBuffer& lost) {
    const SetOrbits::Orbit& row_orbit = RowOrbit(row);
    const SetIndex& sets = Section(side).columns();
    const uint32_t patterns = sets.pattern_count();
    const Neighbors neighbors = RowNeighbors(row);
    Value* const cells = RowCells(side, row);
    const bool is_over = board_.IsGoal(row_orbit.representative);
    std::fill_n(cells, sets.count(),
                is_over ? space_.OverValue<Value>() : Value(first_open_));
    for (const Set goal : board_.goals()) {
      if ((goal & row_orbit.representative) != 0) continue;
      std::fill_n(&cells[sets.IndexOf(row_orbit.left.Renumber(goal))], patterns,
                  kNoValue<Value>);
    }
    if (is_over) {
      lost.Count(std::count(cells, cells + sets.count(), DecidedIn(0)));
      return;
    }
    // With scoring, no level decides that the attacker loses.
    if (space_.is_scored() && side == kDefender) return;
    // With scoring, a side without a move loses one point.
    const bool blocked_loses = !space_.is_scored() || space_.threshold() == 1;
    for (uint64_t column = 0; column < sets.count();) {
      const Set first = sets.Unrank(column);
      const Set others = first & (first - 1);
      int moves_of_others = 0;
      for (Set rest = others; rest != 0; rest &= rest - 1) {
        moves_of_others +=
            std::popcount(neighbors[std::countr_zero(rest)] & ~others);
      }
      // Columns that differ only in their lowest square are consecutive.
      for (int lowest = 0; lowest < std::countr_zero(others);
           ++lowest, column += patterns) {
        if (cells[column] == kNoValue<Value>) continue;
        // A neighbour occupied by the same side blocks one move of the lowest
        // piece, and the lowest piece blocks one move of that neighbour.
        const int moves = moves_of_others +
                          std::popcount(neighbors[lowest] & ~others) -
                          std::popcount(neighbors[lowest] & others);
        const Value cell = moves > 0       ? kNoValue<Value> - moves
                           : blocked_loses ? DecidedIn(0)
                                           : kDraw;
        cells[column] = cell;
        std::fill_n(&cells[column] + 1, patterns - 1, cell);
        if (cell != DecidedIn(0)) continue;
        for (uint32_t pattern = 0; pattern < patterns; ++pattern) {
          *lost.end() = column + pattern;
          lost.SetEnd(lost.end() + 1);
        }
      }
    }
  }

  // Decides positions of level `plies` from the frontier of the level before.
  void AdvanceRow(Side side, uint64_t row, int plies,
                  DecidedBuffer& decided_buffer) {
    const SetIndex& sets = Section(side).columns();
    const Neighbors neighbors = RowNeighbors(row);
    Value* const cells = RowCells(side, row);
    // A move to a lost position wins.  A move to a won position loses: then the
    // counter decreases by one, and after its last move the position is lost.
    const bool frontier_is_lost = plies % 2 == 1;
    const Value first_decided =
        frontier_is_lost ? first_open_ : kNoValue<Value> - 1;
    // Decides the positions before a move to square `to` of the set `after`.
    const auto take_back = [&](Set after, uint64_t rest, int to)
        __attribute__((always_inline)) {
      const uint32_t* const columns = sets.IndicesWith(rest);
      // Local copies, so that the compiler can use registers: a cell is a
      // byte, which may alias any member.
      uint32_t* end = decided_buffer.end();
      const Value first_open = first_open_, first = first_decided,
                  decided = DecidedIn(plies);
      Value* const row_cells = cells;
      for (Set from = neighbors[to] & ~after; from != 0; from &= from - 1) {
        const uint32_t before = columns[std::countr_zero(from)];
        const Value cell = row_cells[before];
        const Value next = cell + 1;  // 0 after kNoValue
        const bool is_decided = next > first;
        row_cells[before] = is_decided          ? decided
                            : next > first_open ? next
                                                : cell;
        // No branch: the processor could not predict it.
        *end = before;
        end += is_decided;
      }
      decided_buffer.SetEnd(end);
    };
    frontiers_[(plies - 1) % 2].TakeRow(
        partition_.OwnNumber(row), [&](uint64_t column) {
          const Set after = sets.Unrank(column);
          sets.ForEachRest(column, [&](uint64_t rest, int to) {
            take_back(after, rest, to);
          });
        });
    if (plies > 1) return;
    Section(side).ForEachCompletion(
        row, [&](Set after, uint64_t rest, int to, bool reaches_threshold) {
          if (reaches_threshold) take_back(after, rest, to);
        });
  }

  // Call it after the last level.  Exchanges the cells of (R, C) and (C, R) and
  // returns the cells, or nullopt if the run has failed.  If a position has
  // several places, exchanges the cell of the first place and then copies it to
  // the others.
  std::optional<std::vector<Values>> Finish() {
    for (std::vector<Value>& cells : cells_) {
      std::replace_if(
          cells.begin(), cells.end(),
          [this](Value cell) {
            return cell >= first_open_ && cell != kNoValue<Value>;
          },
          kDraw);
    }
    // If two processes own a pair, one sends its cell (without scoring: the
    // process with the smaller row; with scoring: the one that owns the
    // attacker's row).  The other process answers with its own cell.
    const Side other = space_.Other(kAttacker);
    exchange_.Begin("exchange 1", [this, other](auto updates) {
      const SectionIndex& to = Section(kAttacker);
      const SetIndex& sets = Section(other).columns();
      Outbox answers(exchange_, Exchange::kNext);
      for (const Update& update : updates) {
        const SetOrbits::Orbit& row_orbit =
            RowOrbit(partition_.Row(update.place / sets.count()));
        const uint64_t column = update.place % sets.count();
        const SectionIndex::InRow image = to.FirstImage(
            to.Canonicalize(RankOnBoard(row_orbit.left, sets.Unrank(column)),
                            row_orbit.representative));
        Value& cell = cells_[other][update.place];
        answers.Put(
            {to.Index(image.row, to.Column(image, sets.PatternOf(column)),
                      partition_),
             partition_.ProcessOf(image.row), cell});
        cell = update.value;
      }
    });
    ForEachRow([this](uint64_t row) { ExchangeRow(row); });
    exchange_.End(0);
    exchange_.Begin("exchange 2", [this](auto updates) {
      for (const Update& update : updates) {
        cells_[kAttacker][update.place] = update.value;
      }
    });
    // End also returns nullopt if exchange 1 has failed.
    if (!exchange_.End(0).has_value()) return std::nullopt;
    std::vector<Values> values;
    for (const Side side : space_.sides()) {
      ForEachRow([this, side](uint64_t row) { CopyFirstPlaces(side, row); });
      values.push_back(std::move(cells_[side]));
    }
    return values;
  }

  void ExchangeRow(uint64_t row) {
    const SectionIndex& section = Section(kAttacker);
    const SetIndex& sets = section.columns();
    const uint32_t patterns = sets.pattern_count();
    std::vector<Value>& other_cells = cells_[space_.Other(kAttacker)];
    const SectionIndex& to = Section(space_.Other(kAttacker));
    const bool is_scored = space_.is_scored();
    Value* const row_cells = RowCells(kAttacker, row);
    const SetOrbits::Orbit& row_orbit = RowOrbit(row);
    // The cells of all patterns.  Delays their swap until they are prefetched.
    struct Pair {
      Value* cells;
      Value* others;
      SectionIndex::PatternMap after;
    };
    Buffer<Pair, 64> pairs([patterns](auto all) {
      for (const auto& [cells, others, after] : all) {
        for (uint32_t pattern = 0; pattern < patterns; ++pattern) {
          std::swap(cells[pattern], others[after(pattern)]);
        }
      }
    });
    Outbox outbox(exchange_);
    for (uint64_t column = 0; column < sets.count(); column += patterns) {
      const Set set = sets.Unrank(column);
      if (!row_orbit.stabilizer.empty() &&
          section.FirstImage(section.Unchanged(row, set)).opponent < set) {
        continue;
      }
      const uint64_t rank = RankOnBoard(row_orbit.left, set);
      if (!is_scored && orbits_.Canonicalize(rank).orbit_number < row) {
        continue;
      }
      // Not const: gcc would keep a constant in memory.
      SectionIndex::InRow image =
          to.FirstImage(to.Canonicalize(rank, row_orbit.representative));
      const uint64_t to_column = to.columns().IndexOf(image.opponent);
      if (!is_scored && image.row == row && to_column <= column) {
        continue;
      }
      Value* const cells = row_cells + column;
      const uint64_t to_place = to.Index(image.row, to_column, partition_);
      if (partition_.Has(image.row)) {
        Value* const others = &other_cells[to_place];
        __builtin_prefetch(others, 1);
        pairs.Put({cells, others, image.after});
        continue;
      }
      for (uint32_t pattern = 0; pattern < patterns; ++pattern) {
        outbox.Put({to_place + image.after(pattern),
                    partition_.ProcessOf(image.row), cells[pattern]});
      }
    }
  }

  // Copies the cell of the first place of each position to its other places.
  void CopyFirstPlaces(Side side, uint64_t row) {
    if (RowOrbit(row).stabilizer.empty()) return;
    const SectionIndex& section = Section(side);
    const SetIndex& sets = section.columns();
    Value* const cells = RowCells(side, row);
    for (uint64_t column = 0; column < sets.count(); ++column) {
      const SectionIndex::InRow image =
          section.FirstImage(section.Unchanged(row, sets.Unrank(column)));
      cells[column] = cells[section.Column(image, sets.PatternOf(column))];
    }
  }

  const Space& space_;
  const Board& board_;
  const SetOrbits& orbits_;  // of the sets with all pieces
  const ParallelFor& parallel_for_;
  Exchange& exchange_;
  const Partition partition_;
  const int first_open_;
  std::vector<std::vector<Value>> cells_;  // by the side that waits
  // By the parity of a level: its positions until the next level has taken
  // them.
  std::vector<Frontier> frontiers_;
};

}  // namespace

std::optional<std::vector<Values>> SolveMovePhase(
    const Space& space, int value_bytes, const ParallelFor& parallel_for,
    const OnLevel& on_level, Exchange& exchange) {
  if (value_bytes == 1) {
    return MovePhase<uint8_t>(space, parallel_for, exchange).Solve(on_level);
  }
  return MovePhase<uint16_t>(space, parallel_for, exchange).Solve(on_level);
}

}  // namespace teeko::solver_b
