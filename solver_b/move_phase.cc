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
// row, that of C, which may be another rank's: it goes there with the next
// frontier.
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
//
// A rank has the rows that it has of the table.
class Frontier {
 public:
  Frontier(Share share, uint64_t rows, uint64_t columns)
      : share_(share),
        row_words_((columns + 63) / 64),
        words_(share.Count(rows) * row_words_) {}

  // Inserts places, a few of them at a time, whose words come from memory
  // meanwhile; those of other ranks are sent there.  Each thread has its own.
  class Inserter {
   public:
    Inserter(Frontier& frontier, Exchange& exchange)
        : frontier_(frontier),
          own_([&frontier](auto places) {
            for (const uint64_t place : places) frontier.Insert(place);
          }),
          others_(exchange) {}

    void Insert(uint64_t row, uint64_t column) {
      const Share& share = frontier_.share_;
      const uint64_t place =
          64 * frontier_.row_words_ * share.OwnNumber(row) + column;
      if (!share.Has(row)) {
        others_.Put({place, share.RankOf(row), 0});
        return;
      }
      __builtin_prefetch(&frontier_.words_[place / 64], 1);
      own_.Put(place);
    }

   private:
    Frontier& frontier_;
    Buffer<uint64_t, 64> own_;
    Outbox others_;
  };

  // Inserts what other ranks have sent.
  void Insert(std::span<const Finding> findings) {
    for (const Finding& finding : findings) Insert(finding.place);
  }

  // Takes out the places of a row and calls visit(column) for each.  Threads
  // may take different rows while nobody inserts.
  template <typename Visit>
  void TakeRow(uint64_t own_row, Visit visit) {
    for (uint64_t i = 0; i < row_words_; ++i) {
      uint64_t columns = words_[own_row * row_words_ + i];
      if (columns == 0) continue;
      words_[own_row * row_words_ + i] = 0;
      for (; columns != 0; columns &= columns - 1) {
        visit(64 * i + std::countr_zero(columns));
      }
    }
  }

  std::span<uint64_t> words() { return words_; }

 private:
  void Insert(uint64_t place) {
    __atomic_fetch_or(&words_[place / 64], uint64_t{1} << place % 64,
                      __ATOMIC_RELAXED);
  }

  Share share_;
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
        lifted_sets_(section_.movers().classes()[0].left.count(),
                     board_.pieces()),
        parallel_for_(parallel_for),
        exchange_(exchange),
        share_(exchange.share()),
        // A piece has at most 8 moves.
        first_open_(kNoValue<Value> - 8 * board_.pieces()),
        cells_(section_.size(share_)),
        frontiers_{Frontier(share_, section_.rows(), sets_.count()),
                   Frontier(share_, section_.rows(), sets_.count())} {}

  std::optional<MovePhaseValues<Value>> Solve(
      const std::function<void(int, uint64_t)>& on_level,
      Checkpoints* checkpoints) {
    LevelState last = StateAfter(-1, 0);
    if (checkpoints != nullptr && checkpoints->Restore(last)) {
      if (exchange_.failed()) return std::nullopt;
      if (last.plies % 2 == 0) std::swap(frontiers_[0], frontiers_[1]);
    }
    int plies = last.plies;
    uint64_t total = last.decided;
    while (true) {
      if (DecidedIn(plies + 1) >= first_open_) return std::nullopt;
      const std::optional<uint64_t> decided = SolveLevel(plies + 1);
      if (!decided.has_value()) return std::nullopt;
      if (*decided == 0) break;
      total += *decided;
      on_level(++plies, total);
      if (checkpoints != nullptr) checkpoints->Offer(StateAfter(plies, total));
    }
    std::replace_if(
        cells_.begin(), cells_.end(),
        [this](Value cell) { return IsOpen(cell); }, kDraw);
    if (!ExchangeAll()) return std::nullopt;
    return MovePhaseValues<Value>{std::move(cells_), std::max(plies, 0)};
  }

 private:
  LevelState StateAfter(int plies, uint64_t decided) {
    return {.value_bytes = sizeof(Value),
            .plies = plies,
            .decided = decided,
            .memory = {std::as_writable_bytes(std::span(cells_)),
                       std::as_writable_bytes(frontiers_[plies & 1].words())}};
  }

  // Returns how many positions are decided in so many plies, symmetric ones
  // counted apart; nothing if the run has failed.
  std::optional<uint64_t> SolveLevel(int plies) {
    Frontier& next = frontiers_[plies & 1];
    exchange_.Begin("level", plies, 0,
                    [&next](auto findings) { next.Insert(findings); });
    std::atomic<uint64_t> decided = 0;
    ForEachRow([&](uint64_t row) {
      decided += (plies == 0 ? BeginRow(row) : AdvanceRow(row, plies)) *
                 RowClass(row).orbit_size;
    });
    return exchange_.End(decided);
  }

  // Calls work(row) for all rows of this rank.
  template <typename Work>
  void ForEachRow(Work work) {
    parallel_for_(share_.Count(section_.rows()),
                  [&](uint64_t own_row) { work(share_.Row(own_row)); });
  }

  uint64_t Index(uint64_t row, uint64_t column) const {
    return section_.Index(row, column, share_);
  }

  const SetClasses::Class& RowClass(uint64_t row) const {
    return section_.movers().classes()[row];
  }

  // A position that is not decided, with n moves, has the cell kNoValue − n.
  bool IsOpen(Value cell) const {
    return (cell >= first_open_) & (cell != kNoValue<Value>);
  }

  // Tells other rows what is newly decided in a row: some positions at a time,
  // for which what is looked up comes from memory meanwhile.  Each thread has
  // its own.
  class Announcer {
   public:
    Announcer(const MovePhase& phase, uint64_t row, Frontier& next)
        : phase_(phase),
          row_class_(phase.RowClass(row)),
          next_(next, phase.exchange_) {}
    ~Announcer() { Flush(); }

    // Columns (C to move) are put at the end, which is then set behind them, up
    // to 8 at a time: so a caller needs no branch to put some of what it sees.
    uint32_t* end() { return end_; }
    void SetEnd(uint32_t* end) {
      end_ = end;
      if (end_ - columns_.data() >= kEnough) Flush();
    }

    // How many there have been.
    uint64_t total() const { return total_ + (end_ - columns_.data()); }

   private:
    static constexpr int kEnough = 64;

    void Flush() {
      const SectionIndex& section = phase_.section_;
      const size_t count = end_ - columns_.data();
      std::array<uint64_t, kEnough + 8> ranks;
      for (size_t i = 0; i < count; ++i) {
        ranks[i] =
            RankOnBoard(row_class_.left, section.columns().Unrank(columns_[i]));
        section.movers().Prefetch(ranks[i]);
      }
      for (size_t i = 0; i < count; ++i) {
        section.ForEachPlace(ranks[i], row_class_.representative,
                             [this](uint64_t to_row, uint64_t to_column) {
                               next_.Insert(to_row, to_column);
                             });
      }
      total_ += count;
      end_ = columns_.data();
    }

    const MovePhase& phase_;
    const SetClasses::Class& row_class_;
    Frontier::Inserter next_;
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

  // Finds what is lost in 0 plies and returns how many positions of the row
  // that are.
  uint64_t BeginRow(uint64_t row) {
    const SetClasses::Class& row_class = RowClass(row);
    const Neighbors neighbors = RowNeighbors(row);
    const bool opponent_has_goal = board_.IsGoal(row_class.representative);
    Value* const cells = &cells_[Index(row, 0)];
    for (const Set goal : board_.goals()) {
      if ((goal & row_class.representative) != 0) continue;
      cells[sets_.Rank(row_class.left.Renumber(goal))] = kNoValue<Value>;
    }
    Announcer lost_ones(*this, row, frontiers_[0]);
    std::array<int8_t, kMaxSquares> degrees = {};
    for (int square = 0; square < row_class.left.count(); ++square) {
      degrees[square] = std::popcount(neighbors[square]);
    }
    // Columns that differ in their lowest square only follow each other: how
    // many moves the others have, and how many more each lowest square makes of
    // them.  It takes one from each neighbour, which takes one from it.
    Set last_others = 0;
    int moves_of_others = 0;
    std::array<int8_t, kMaxSquares> more_moves = degrees;
    for (uint64_t column = 0; column < sets_.count(); ++column) {
      if (cells[column] == kNoValue<Value>) continue;
      const Set mover = sets_.Unrank(column);
      const Set others = mover & (mover - 1);
      if (others != last_others) {
        last_others = others;
        moves_of_others = 0;
        more_moves = degrees;
        for (Set rest = others; rest != 0; rest &= rest - 1) {
          const Set around = neighbors[std::countr_zero(rest)];
          moves_of_others += std::popcount(around & ~others);
          for (Set next = around; next != 0; next &= next - 1) {
            more_moves[std::countr_zero(next)] -= 2;
          }
        }
      }
      const int moves =
          opponent_has_goal
              ? 0
              : moves_of_others + more_moves[std::countr_zero(mover)];
      cells[column] = moves > 0 ? kNoValue<Value> - moves : DecidedIn(0);
      if (moves == 0) {
        *lost_ones.end() = column;
        lost_ones.SetEnd(lost_ones.end() + 1);
      }
    }
    return lost_ones.total();
  }

  // Decides what follows in `plies` from what is decided in one less, and
  // returns how many positions of the row that are.
  uint64_t AdvanceRow(uint64_t row, int plies) {
    const Neighbors neighbors = RowNeighbors(row);
    Value* const cells = &cells_[Index(row, 0)];
    // Who moves to a lost position has won; who moves to one that is won has a
    // move less, and has lost if that was the last one.
    const bool frontier_is_lost = plies % 2 == 1;
    const Value first_decided =
        frontier_is_lost ? first_open_ : kNoValue<Value> - 1;
    Announcer announcer(*this, row, frontiers_[plies % 2]);
    frontiers_[1 - plies % 2].TakeRow(
        share_.OwnNumber(row), [&](uint64_t column) {
          const Set after = sets_.Unrank(column);
          LiftedSets::ForEachLift(after, [&](uint64_t lifted, int to) {
            const uint32_t* const columns = lifted_sets_.RanksWith(lifted);
            // Copies, for registers: for all that the compiler knows, a cell,
            // which is a byte, might be part of what it is compared with.
            uint32_t* end = announcer.end();
            const Value first_open = first_open_, first = first_decided,
                        decided = DecidedIn(plies);
            Value* const row_cells = cells;
            for (Set from = neighbors[to] & ~after; from != 0;
                 from &= from - 1) {
              const uint32_t before = columns[std::countr_zero(from)];
              const Value cell = row_cells[before];
              const bool is_open =
                  (cell >= first_open) & (cell != kNoValue<Value>);
              const bool is_decided = is_open & (cell >= first);
              row_cells[before] = is_decided ? decided : cell + is_open;
              // Whether it is decided, nobody can predict: so no branch here.
              *end = before;
              end += is_decided;
            }
            announcer.SetEnd(end);
          });
        });
    return announcer.total();
  }

  // Exchanges the cells of (R, C) and (C, R) everywhere.  False if the run has
  // failed.
  bool ExchangeAll() {
    // Of a pair that two ranks have, the one with the first row sends its cell,
    // and the other answers with its own.
    exchange_.Begin("exchange", 1, sizeof(Value), [this](auto findings) {
      Outbox answers(exchange_, Exchange::kNext);
      for (const Finding& finding : findings) Answer(finding, answers);
    });
    ForEachRow([this](uint64_t row) { ExchangeRow(row); });
    if (!exchange_.End(0).has_value()) return false;
    exchange_.Begin("exchange", 2, sizeof(Value), [this](auto findings) {
      for (const Finding& finding : findings) {
        cells_[finding.place] = finding.value;
      }
    });
    return exchange_.End(0).has_value();
  }

  // Puts a cell in all places that a position has in a row of this rank.
  void Put(uint64_t row, Set set, Value cell) {
    section_.ForEachPlaceInRow(
        row, set, [&](uint64_t r, uint64_t c) { cells_[Index(r, c)] = cell; });
  }

  // Puts another rank's cell in all places that the position has here, and
  // sends the cell that was there to all places that it is to have.
  void Answer(const Finding& finding, Outbox& answers) {
    const uint64_t row = share_.Row(finding.place / sets_.count());
    const Set set = sets_.Unrank(finding.place % sets_.count());
    const Value cell = cells_[finding.place];
    Put(row, set, finding.value);
    const SetClasses::Class& row_class = RowClass(row);
    section_.ForEachPlace(
        {row_class.left.OnBoard(set), row_class.representative},
        [&](uint64_t r, uint64_t c) {
          answers.Put({Index(r, c), share_.RankOf(r), cell});
        });
  }

  // Exchanges the cells of (R, C) and (C, R), R being the row's representative
  // and C any set, unless the first place of (C, R) comes before those of
  // (R, C): then it is done there.
  void ExchangeRow(uint64_t row) {
    const SetClasses& sets = section_.movers();
    const SetClasses::Class& row_class = RowClass(row);
    // Single places, exchanged when they have come from memory.
    Buffer<std::pair<Value*, Value*>, 64> pairs([](auto all) {
      for (const auto& [here, there] : all) std::swap(*here, *there);
    });
    Outbox outbox(exchange_);
    for (uint64_t column = 0; column < sets_.count(); ++column) {
      const Set set = sets_.Unrank(column);
      const auto [to_row, numbers] =
          sets.CanonicalizeRank(RankOnBoard(row_class.left, set));
      if (to_row < row) continue;
      const Set to_set = Image(numbers, row_class.representative);
      Value* const here = &cells_[Index(row, column)];
      const uint64_t to_place = Index(to_row, sets_.Rank(to_set));
      const bool is_own = share_.Has(to_row);
      if (is_own && to_row > row && !sets.IsSymmetric(row) &&
          !sets.IsSymmetric(to_row)) {
        Value* const there = &cells_[to_place];
        __builtin_prefetch(there, 1);
        pairs.Put({here, there});
        continue;
      }
      bool first = true;
      section_.ForEachPlaceInRow(
          row, set, [&](uint64_t, uint64_t c) { first &= column <= c; });
      if (!is_own) {
        if (first) outbox.Put({to_place, share_.RankOf(to_row), *here});
        continue;
      }
      section_.ForEachPlaceInRow(to_row, to_set, [&](uint64_t r, uint64_t c) {
        first &= here < &cells_[Index(r, c)];
      });
      if (!first) continue;
      const Value cell = *here;
      const Value to_cell = cells_[to_place];
      Put(row, set, to_cell);
      Put(to_row, to_set, cell);
    }
  }

  const Board& board_;
  const SectionIndex& section_;
  const SetIndex& sets_;
  const LiftedSets lifted_sets_;
  const ParallelFor& parallel_for_;
  Exchange& exchange_;
  const Share share_;
  const int first_open_;
  std::vector<Value> cells_;
  // What was decided last, and what is being decided from it: by plies % 2.
  std::array<Frontier, 2> frontiers_;
};

}  // namespace

template <typename Value>
std::optional<MovePhaseValues<Value>> SolveMovePhase(
    const Space& space, const ParallelFor& parallel_for,
    const std::function<void(int, uint64_t)>& on_level, Exchange& exchange,
    Checkpoints* checkpoints) {
  return MovePhase<Value>(space, parallel_for, exchange)
      .Solve(on_level, checkpoints);
}

template std::optional<MovePhaseValues<uint8_t>> SolveMovePhase(
    const Space&, const ParallelFor&, const std::function<void(int, uint64_t)>&,
    Exchange&, Checkpoints*);
template std::optional<MovePhaseValues<uint16_t>> SolveMovePhase(
    const Space&, const ParallelFor&, const std::function<void(int, uint64_t)>&,
    Exchange&, Checkpoints*);

}  // namespace teeko::solver_b
