#include "solver_a/move_phase.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

#include "absl/types/span.h"
#include "base/status.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/parallel.h"
#include "solver_a/simd.h"
#include "solver_a/values.h"

namespace teeko::solver_a {
namespace {

class MovePhase {
 public:
  MovePhase(const Board& board, const Subsets& sets, DistributedSpill& spill)
      : board_(board),
        sets_(sets),
        spill_(spill),
        moves_(
            sets, sets,
            [&board](Set set) {
              std::vector<Set> all;
              for (const auto& [opponent, moved] : board.Successors(set, 0)) {
                all.push_back(moved);
              }
              return all;
            }),
        closed_(sets.size(), spill.partition()),
        won_(sets.size(), spill.partition()),
        work_([this] { return Work{LargeVector<Tile>(won_.panels())}; }) {
    for (size_t word = 0; word < 8 * won_.panels(); ++word) {
      columns_.emplace_back(sets, word);
    }
    goals_.resize(columns_.size());
    for (const Set goal : board.goals()) {
      const size_t column = sets.Rank(goal);
      goals_[column / 64] |= uint64_t{1} << column % 64;
    }
  }

  absl::Status Solve(LevelCallback on_level) {
    if (spill_.levels() > 0) RETURN_IF_ERROR(ReadLevels());
    for (int plies = spill_.levels();; ++plies) {
      ASSIGN_OR_RETURN(const uint64_t decided, SolveLevel(plies));
      // After an empty level there are no more levels: a position of the next
      // level would have a successor in this one.
      if (decided == 0) spill_.RemoveLevel();
      RETURN_IF_ERROR(spill_.SaveIfDue());
      if (decided == 0) return absl::OkStatus();
      before_ = decided;
      on_level(plies, decided);
    }
  }

 private:
  // Calls work(p) for each panel p of this process, on all threads.
  absl::Status ForPanels(absl::FunctionRef<absl::Status(size_t p)> work) {
    const Partition partition = spill_.partition();
    return ParallelFor(partition.Count(won_.panels()),
                       [&](size_t i) { return work(partition.Panel(i)); });
  }

  // Computes both matrices from the levels in the spill.  The spill of a
  // process has its panels of Lᵀ and Wᵀ.  The matrix closed_ is not transposed:
  // its panels need tiles from the spills of all processes.  So each process
  // transposes its decided positions and sends them to their owners as one more
  // level.  Then it removes this level:
  //
  //   levels 0 … n − 1   tiles (p, q) ──OR──▸ transposed ──▸ tile (q, p) of n
  absl::Status ReadLevels() {
    const int levels = spill_.levels();
    spill_.StartLevel();
    RETURN_IF_ERROR(ForPanels([&](size_t p) -> absl::Status {
      Work& work = work_.local();
      std::vector<TileRow> decided = NewRows(levels, p);
      for (size_t q = 0; q < won_.panels(); ++q) {
        Tile& tile = work.reached[q];
        FirstTile(p, q, tile);
        tile = Tile();
        for (int level = 0; level < levels; ++level) {
          ASSIGN_OR_RETURN(const absl::Span<const uint8_t> packed,
                           spill_.own().Read(level, p, q, work.buffer));
          Simd().unpack(packed, tile);
          if (level % 2 == 1) Simd().unpack(packed, won_.tile(p, q));
        }
        Simd().transpose(tile, work.transposed);
        decided[spill_.partition().OwnerOf(q)].Add(work.transposed);
        tile = Tile();
      }
      return spill_.Write(decided);
    }));
    RETURN_IF_ERROR(spill_.EndLevel(0).status());
    RETURN_IF_ERROR(ForPanels([&](size_t p) -> absl::Status {
      for (size_t q = 0; q < won_.panels(); ++q) {
        ASSIGN_OR_RETURN(const absl::Span<const uint8_t> packed,
                         spill_.own().Read(levels, p, q, work_.local().buffer));
        Simd().unpack(packed, closed_.tile(p, q));
      }
      return absl::OkStatus();
    }));
    spill_.RemoveLevel();
    return absl::OkStatus();
  }

  // Solves one level.  Returns the number of its positions, for all processes
  // together.
  absl::StatusOr<uint64_t> SolveLevel(int plies) {
    spill_.StartLevel();
    std::atomic<uint64_t> count = 0;
    RETURN_IF_ERROR(
        ForPanels([&](size_t p) { return SolvePanel(plies, p, count); }));
    return spill_.EndLevel(count);
  }

  // Solves one level in panel p.  Adds the number of its positions to `count`.
  absl::Status SolvePanel(int plies, size_t p, std::atomic<uint64_t>& count) {
    Work& work = work_.local();
    const bool losses = plies % 2 == 0;
    // If the last level has more new wins than a quarter of the lines of Wᵀ,
    // most lines have a move to a new win.  Then it is faster to try all lines.
    const bool all_lines = losses && 4 * before_ > won_.panels() * sets_.size();
    if (all_lines) {
      std::fill_n(work.reached[0].lines[0].words, 8 * sets_.size(),
                  ~uint64_t{0});
    }
    for (size_t q = 0; plies > 0 && q < won_.panels(); ++q) {
      ASSIGN_OR_RETURN(const absl::Span<const uint8_t> packed,
                       spill_.own().Read(plies - 1, p, q, work.buffer));
      if (losses) Simd().unpack(packed, won_.tile(p, q));
      if (all_lines) continue;
      Simd().reach(moves_, packed, kLineBits * q, work.reached[0].lines);
    }
    std::vector<TileRow> decided = NewRows(plies, p);
    for (size_t q = 0; q < won_.panels(); ++q) {
      Tile& reached = work.reached[q];
      const uint64_t in_tile =
          plies == 0 ? FirstTile(p, q, reached)
                     : Simd().decide(moves_, kLineBits * q,
                                     losses ? won_.panel(p) : nullptr,
                                     closed_.tile(p, q), reached);
      TileRow& of_owner = decided[spill_.partition().OwnerOf(q)];
      if (in_tile == 0) {
        of_owner.AddPacked({});
        continue;
      }
      count += in_tile;
      Simd().transpose(reached, work.transposed);
      of_owner.Add(work.transposed);
      reached = Tile();
    }
    return spill_.Write(decided);
  }

  // Returns empty rows of tiles for the transpose of panel p, one row for each
  // process.
  std::vector<TileRow> NewRows(int level, size_t p) const {
    return std::vector<TileRow>(spill_.partition().process_count,
                                TileRow(level, p));
  }

  // Sets `lost` to the positions that are lost in 0 plies: the opponent has a
  // goal, or the mover has no move.  Returns their number.  Sets the tile of
  // closed_ to the illegal and the lost positions, and the tile of won_ to the
  // overlapping sets.
  uint64_t FirstTile(size_t p, size_t q, Tile& lost) {
    const size_t end = std::min((q + 1) * kLineBits, sets_.size());
    uint64_t count = 0;
    for (size_t row = q * kLineBits; row < end; ++row) {
      const Set mover = sets_[row];
      const bool game_is_over = board_.IsGoal(mover);
      Set targets = 0;
      for (Set rest = mover; rest != 0; rest &= rest - 1) {
        targets |= board_.Neighbours(std::countr_zero(rest));
      }
      targets &= ~mover;
      for (size_t word = 0; word < 8 && 8 * p + word < columns_.size();
           ++word) {
        const Columns& columns = columns_[8 * p + word];
        const uint64_t overlap = ~columns.HoldingNoneOf(mover);
        const uint64_t decided =
            game_is_over ? 0
                         : ~overlap & (goals_[8 * p + word] |
                                       columns.HoldingAllOf(targets));
        won_.panel(p)[row].words[word] = overlap;
        closed_.panel(p)[row].words[word] =
            game_is_over ? ~uint64_t{0} : overlap | decided;
        lost.lines[row % kLineBits].words[word] = decided;
        count += std::popcount(decided);
      }
    }
    return count;
  }

  // Buffers of a thread.
  struct Work {
    LargeVector<Tile> reached;  // all bits are 0 between two panels
    Tile transposed = {};
    std::vector<uint8_t> buffer = {};
  };

  const Board& board_;
  const Subsets& sets_;
  DistributedSpill& spill_;
  const Moves moves_;
  std::vector<Columns> columns_;
  // Bit c % 64 of word c / 64 is set if the set of column c is a goal.
  std::vector<uint64_t> goals_;
  BitMatrix closed_;  // illegal or decided positions
  BitMatrix won_;     // Wᵀ | overlap; lacks the wins of the last level
  // Number of positions in the last level; 0 at the start and after a resume.
  uint64_t before_ = 0;
  tbb::enumerable_thread_specific<Work> work_;
};

}  // namespace

absl::Status SolveMovePhase(const Board& board, const Subsets& sets,
                            DistributedSpill& spill, LevelCallback on_level) {
  return MovePhase(board, sets, spill).Solve(on_level);
}

}  // namespace teeko::solver_a
