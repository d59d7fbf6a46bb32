#include "solver_a/move_phase.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "base/status.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/parallel.h"
#include "solver_a/simd.h"
#include "solver_a/values.h"

namespace teeko::solver_a {
namespace {

// One side: its positions if it is to move, and its columns if it is not.
struct MoverOf {
  MoverOf(const Holdings& holdings, const Holdings& others,
          const Partition& partition)
      : holdings(holdings),
        panels(Panels(holdings.size())),
        moves(holdings.AllMoves()),
        closed(holdings.size(), others.size(), partition),
        goals(8 * panels),
        scored(8 * panels) {
    for (size_t word = 0; word < 8 * panels; ++word) {
      columns.emplace_back(holdings.sets(), word);
    }
    for (const uint32_t goal : holdings.goals()) {
      goals[goal / 64] |= uint64_t{1} << goal % 64;
    }
    for (const uint32_t goal : holdings.scored()) {
      scored[goal / 64] |= uint64_t{1} << goal % 64;
    }
  }

  const Holdings& holdings;
  const size_t panels;  // of columns, if the other side is to move
  const Moves moves;
  BitMatrix closed;  // this side to move: illegal, over or decided
  std::vector<Columns> columns;
  // Bit c % 64 of word c / 64 is set if column c is a goal, or one that scored
  // enough.
  std::vector<uint64_t> goals;
  std::vector<uint64_t> scored;
};

class MovePhase {
 public:
  MovePhase(const Game& game, DistributedSpill& spill)
      : game_(game),
        spill_(spill),
        won_(game.holdings(0).size(), game.holdings(1).size(),
             spill.partition()),
        work_([this] {
          return Work{
              LargeVector<Tile>(std::max(Mover(0).panels, Mover(1).panels))};
        }) {
    sides_[0] = std::make_shared<MoverOf>(game.holdings(0), game.holdings(1),
                                          spill.partition());
    sides_[1] = sides_[0];
    if (game.has_two_sides()) {
      sides_[1] = std::make_shared<MoverOf>(game.holdings(1), game.holdings(0),
                                            spill.partition());
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
  // Returns the side that is to move in levels n with n % 2 = `side`.
  MoverOf& Mover(int side) const { return *sides_[side]; }

  // Calls work(p) for each panel p, out of `panels`, of this process, on all
  // threads.
  absl::Status ForPanels(size_t panels,
                         absl::FunctionRef<absl::Status(size_t p)> work) {
    const Partition partition = spill_.partition();
    return ParallelFor(partition.Count(panels),
                       [&](size_t i) { return work(partition.Panel(i)); });
  }

  // Computes all matrices from the levels in the spill.  The spill of a process
  // has its panels of Lᵀ and Wᵀ.  The matrices `closed` are not transposed:
  // their panels need tiles from the spills of all processes.  So each process
  // transposes its decided positions and sends them to their owners as one more
  // level.  Then it removes this level:
  //
  //   levels 0 … n − 1   tiles (p, q) ──OR──▸ transposed ──▸ tile (q, p) of n
  absl::Status ReadLevels() {
    const int levels = spill_.levels();
    for (int side = 0; side <= game_.has_two_sides(); ++side) {
      RETURN_IF_ERROR(ForPanels(Mover(1 - side).panels, [&](size_t p) {
        FirstPanel(side, p);
        return absl::OkStatus();
      }));
      RETURN_IF_ERROR(ReadLevels(side, levels));
    }
    return absl::OkStatus();
  }

  // The same for the positions of one side to move.
  absl::Status ReadLevels(int side, int levels) {
    const int step = game_.has_two_sides() ? 2 : 1;
    MoverOf& mover = Mover(side);
    // The transposed level has the shape of a level of the other side.
    RETURN_IF_ERROR(StartLevelOf(1 - side));
    const int level_of_all = spill_.levels() - 1;
    RETURN_IF_ERROR(ForPanels(mover.panels, [&](size_t p) -> absl::Status {
      Work& work = work_.local();
      std::vector<TileRow> decided = NewRows(level_of_all, p);
      for (size_t q = 0; q < Mover(1 - side).panels; ++q) {
        Tile& tile = work.reached[q];
        for (int level = side; level < levels; level += step) {
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
    RETURN_IF_ERROR(
        ForPanels(Mover(1 - side).panels, [&](size_t p) -> absl::Status {
          for (size_t q = 0; q < mover.panels; ++q) {
            ASSIGN_OR_RETURN(
                const absl::Span<const uint8_t> packed,
                spill_.own().Read(level_of_all, p, q, work_.local().buffer));
            Simd().unpack(packed, mover.closed.tile(p, q));
          }
          return absl::OkStatus();
        }));
    while (spill_.levels() > levels) spill_.RemoveLevel();
    return absl::OkStatus();
  }

  // Starts the next level that has this side to move.
  absl::Status StartLevelOf(int side) {
    spill_.StartLevel();
    if (!game_.has_two_sides() || (spill_.levels() - 1) % 2 == side) {
      return absl::OkStatus();
    }
    RETURN_IF_ERROR(spill_.EndLevel(0).status());
    spill_.StartLevel();
    return absl::OkStatus();
  }

  // Solves one level.  Returns the number of its positions, for all processes
  // together.
  absl::StatusOr<uint64_t> SolveLevel(int plies) {
    spill_.StartLevel();
    std::atomic<uint64_t> count = 0;
    RETURN_IF_ERROR(ForPanels(Mover((plies + 1) % 2).panels, [&](size_t p) {
      return SolvePanel(plies, p, count);
    }));
    return spill_.EndLevel(count);
  }

  // Solves one level in panel p.  Adds the number of its positions to `count`.
  absl::Status SolvePanel(int plies, size_t p, std::atomic<uint64_t>& count) {
    Work& work = work_.local();
    MoverOf& mover = Mover(plies % 2);
    const size_t rows = mover.holdings.size();
    const bool losses = plies % 2 == 0;
    // If the last level has more new wins than a quarter of the lines of Wᵀ,
    // most lines have a move to a new win.  Then it is faster to try all lines.
    const bool all_lines = losses && 4 * before_ > Mover(1).panels * rows;
    if (all_lines) {
      std::fill_n(work.reached[0].lines[0].words, 8 * rows, ~uint64_t{0});
    }
    if (plies == 1 && game_.has_two_sides()) FirstPanel(1, p);
    for (size_t q = 0; plies > 0 && q < mover.panels; ++q) {
      ASSIGN_OR_RETURN(const absl::Span<const uint8_t> packed,
                       spill_.own().Read(plies - 1, p, q, work.buffer));
      if (losses) Simd().unpack(packed, won_.tile(p, q));
      if (all_lines) continue;
      Simd().reach(mover.moves, packed, kLineBits * q, work.reached[0].lines);
    }
    std::vector<TileRow> decided = NewRows(plies, p);
    for (size_t q = 0; q < mover.panels; ++q) {
      Tile& reached = work.reached[q];
      const uint64_t in_tile =
          plies == 0 ? FirstTile(0, p, q, reached)
                     : Simd().decide(mover.moves, kLineBits * q,
                                     losses ? won_.panel(p) : nullptr,
                                     mover.closed.tile(p, q), reached);
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

  // Calls FirstTile for all tiles of a panel, without the positions of level 0.
  void FirstPanel(int side, size_t p) {
    Tile& tile = work_.local().transposed;
    for (size_t q = 0; q < Mover(side).panels; ++q) FirstTile(side, p, q, tile);
  }

  // Sets a tile of a side's matrix `closed` to the positions that are illegal
  // or over: a side has a goal, or the defender has no move.  If the defender
  // is to move, sets the tile of won_ to the overlapping sets, and `lost` to
  // the positions that are lost in 0 plies: the attacker has a goal that scored
  // enough, or gets enough because the defender has no move.  Returns the
  // number of lost positions.
  uint64_t FirstTile(int side, size_t p, size_t q, Tile& lost) {
    MoverOf& mover = Mover(side);
    const MoverOf& other = Mover(1 - side);
    const std::vector<Set>& sets = mover.holdings.sets();
    const size_t end = std::min((q + 1) * kLineBits, sets.size());
    uint64_t count = 0;
    for (size_t row = q * kLineBits; row < end; ++row) {
      const bool game_is_over = (mover.goals[row / 64] >> row % 64 & 1) != 0;
      Set targets = 0;
      for (Set rest = sets[row]; rest != 0; rest &= rest - 1) {
        targets |= game_.board().Neighbours(std::countr_zero(rest));
      }
      targets &= ~sets[row];
      for (size_t i = 0; i < 8; ++i) {
        const size_t word = 8 * p + i;
        const Columns& columns = other.columns[word];
        const uint64_t overlap = ~columns.HoldingNoneOf(sets[row]);
        const uint64_t blocked = side == 0 ? columns.HoldingAllOf(targets) : 0;
        uint64_t decided = other.scored[word];
        if (game_.blocked_loses()) decided |= blocked & ~other.goals[word];
        decided &= game_is_over ? 0 : ~overlap;
        mover.closed.panel(p)[row].words[i] =
            game_is_over ? ~uint64_t{0} : overlap | other.goals[word] | blocked;
        if (side == 0) {
          won_.panel(p)[row].words[i] = overlap;
          lost.lines[row % kLineBits].words[i] = decided;
          count += std::popcount(decided);
        }
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

  const Game& game_;
  DistributedSpill& spill_;
  // The defender and the attacker; the same object in the ordinary game.
  std::array<std::shared_ptr<MoverOf>, 2> sides_;
  BitMatrix won_;  // Wᵀ | overlap; lacks the wins of the last level
  // Number of positions in the last level; 0 at the start and after a resume.
  uint64_t before_ = 0;
  tbb::enumerable_thread_specific<Work> work_;
};

}  // namespace

absl::Status SolveMovePhase(const Game& game, DistributedSpill& spill,
                            LevelCallback on_level) {
  return MovePhase(game, spill).Solve(on_level);
}

}  // namespace teeko::solver_a
