#include "solver_a/move_phase.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <utility>

#include "absl/types/span.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/first_error.h"
#include "solver_a/large_vector.h"
#include "stage/status.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/move_phase.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"
#include "solver_a/values.h"

#ifndef TEEKO_SOLVER_A_MOVE_PHASE_CC_ONCE
#define TEEKO_SOLVER_A_MOVE_PHASE_CC_ONCE
namespace teeko::solver_a {
namespace {

// The moves of all mover sets: those of row r are to the rows
// targets[starts[r]] … targets[starts[r + 1] - 1].
struct Moves {
  std::vector<uint64_t> starts;
  std::vector<uint32_t> targets;

  absl::Span<const uint32_t> From(size_t row) const {
    return {&targets[starts[row]], starts[row + 1] - starts[row]};
  }
};

// What one level asks of one tile.
struct TileTask {
  const Moves* moves;
  size_t first_row;
  // For a level of losses the panel of Wᵀ | overlap, else null.
  const Line* won;
  Tile* open;  // those decided now leave it
};

}  // namespace
}  // namespace teeko::solver_a
#endif  // TEEKO_SOLVER_A_MOVE_PHASE_CC_ONCE

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE void Add(D d, hn::Vec<D> bits, uint64_t* words) {
  hn::Store(hn::Or(hn::Load(d, words), bits), d, words);
}

template <class D>
HWY_INLINE bool None(D d, hn::Vec<D> bits) {
  return hn::AllTrue(d, hn::Eq(bits, hn::Zero(d)));
}

// Adds each change to the rows of `reached` from which a move leads to its row.
// Moves can be taken back, so these are the rows that moves from it lead to.
// If the changes are wins, adds them to `won`, which is null otherwise.
void Reach(const Moves& moves, absl::Span<const Change> changes, Line* reached,
           Line* won) {
  const hn::CappedTag<uint64_t, 8> d;
  for (const Change& change : changes) {
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      const auto bits = hn::LoadU(d, change.words + word);
      if (None(d, bits)) continue;
      if (won != nullptr) Add(d, bits, won[change.row].words + word);
      for (const uint32_t from : moves.From(change.row)) {
        Add(d, bits, reached[from].words + word);
      }
    }
  }
}

// Leaves in `reached`, of positions with a move to a position of the level
// before, those that are decided now; takes them from the open ones.  Returns
// how many there are.
uint64_t DecideTile(const TileTask& task, Tile& reached) {
  const hn::CappedTag<uint64_t, 8> d;
  auto count = hn::Zero(d);
  for (size_t i = 0; i < kLineBits; ++i) {
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      uint64_t* const words = reached.lines[i].words + word;
      auto decided = hn::Load(d, words);
      if (None(d, decided)) continue;
      uint64_t* const open_words = task.open->lines[i].words + word;
      const auto open = hn::Load(d, open_words);
      decided = hn::And(decided, open);
      if (task.won != nullptr) {
        for (const uint32_t to : task.moves->From(task.first_row + i)) {
          if (None(d, decided)) break;
          decided = hn::And(decided, hn::Load(d, task.won[to].words + word));
        }
      }
      hn::Store(decided, d, words);
      if (None(d, decided)) continue;
      hn::Store(hn::Xor(open, decided), d, open_words);
      count = hn::Add(count, hn::PopulationCount(decided));
    }
  }
  return hn::GetLane(hn::SumOfLanes(d, count));
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {
namespace {

HWY_EXPORT(Reach);
HWY_EXPORT(DecideTile);

Moves AllMoves(const Board& board, const Subsets& sets) {
  Moves moves;
  moves.starts.push_back(0);
  for (size_t row = 0; row < sets.size(); ++row) {
    for (const auto& [opponent, moved] : board.Successors(sets[row], 0)) {
      moves.targets.push_back(static_cast<uint32_t>(sets.Rank(moved)));
    }
    moves.starts.push_back(moves.targets.size());
  }
  return moves;
}

class MovePhase {
 public:
  MovePhase(const Board& board, const Subsets& sets, DistributedSpill& spill)
      : board_(board),
        sets_(sets),
        spill_(spill),
        moves_(AllMoves(board, sets)),
        open_(sets.size(), spill.share()),
        won_(sets.size(), spill.share()),
        reached_(open_.panels()) {}

  absl::Status Solve(LevelCallback on_level) {
    if (spill_.levels() > 0) RETURN_IF_ERROR(ReadLevels());
    for (int plies = spill_.levels();; ++plies) {
      ASSIGN_OR_RETURN(const uint64_t decided, SolveLevel(plies));
      // A level without new positions is the last: the next one could only
      // come of it.
      if (decided == 0) spill_.DropLevel();
      RETURN_IF_ERROR(spill_.KeepIfDue());
      if (decided == 0) return absl::OkStatus();
      on_level(plies, decided);
    }
  }

 private:
  // Calls `work` for each panel of this rank, on all threads.
  absl::Status ForPanels(absl::FunctionRef<absl::Status(size_t p)> work) {
    FirstError error;
    const Share share = spill_.share();
    tbb::parallel_for(size_t{0}, share.Count(open_.panels()),
                      [&](size_t i) { error.Update(work(share.Panel(i))); });
    return error.status();
  }

  // Brings the matrices to where the levels of the spill leave them.  A panel
  // of Wᵀ is at hand, but what is decided in one of open positions is in the
  // columns of all ranks.  So for a moment it is a level of its own, which goes
  // to its owners as all levels do, but is transposed again:
  //
  //   levels 0 … n − 1   tiles (p, q) ──OR──▸ transposed ──▸ tile (q, p) of n
  absl::Status ReadLevels() {
    const int levels = spill_.levels();
    spill_.StartLevel();
    RETURN_IF_ERROR(ForPanels([&](size_t p) -> absl::Status {
      const auto tile = std::make_unique<Tile>();
      const auto transposed = std::make_unique<Tile>();
      const Share share = spill_.share();
      std::vector<SpilledTiles> decided(share.ranks);  // by owner
      std::vector<Change> changes;
      for (size_t q = 0; q < open_.panels(); ++q) {
        FirstTile(p, q, *tile);
        *tile = Tile();
        for (int level = 0; level < levels; ++level) {
          RETURN_IF_ERROR(spill_.Read(level, p, q, changes));
          for (const Change& change : changes) {
            for (size_t word = 0; word < 8; ++word) {
              const uint64_t bits = change.words[word];
              tile->lines[change.row % kLineBits].words[word] |= bits;
              if (level % 2 == 1) won_.panel(p)[change.row].words[word] |= bits;
            }
          }
        }
        TransposeTile(*tile, *transposed);
        decided[share.OwnerOf(q)].Add(*transposed);
      }
      return spill_.Write(p, decided);
    }));
    RETURN_IF_ERROR(spill_.EndLevel(0).status());
    RETURN_IF_ERROR(ForPanels([&](size_t p) -> absl::Status {
      std::vector<Change> changes;
      for (size_t q = 0; q < open_.panels(); ++q) {
        RETURN_IF_ERROR(spill_.Read(levels, p, q, changes));
        for (const Change& change : changes) {
          for (size_t word = 0; word < 8; ++word) {
            open_.panel(p)[change.row].words[word] &= ~change.words[word];
          }
        }
      }
      return absl::OkStatus();
    }));
    spill_.DropLevel();
    return absl::OkStatus();
  }

  // Returns how many positions are decided in that many plies, on all ranks.
  absl::StatusOr<uint64_t> SolveLevel(int plies) {
    spill_.StartLevel();
    std::atomic<uint64_t> count = 0;
    RETURN_IF_ERROR(
        ForPanels([&](size_t p) { return SolvePanel(plies, p, count); }));
    return spill_.EndLevel(count);
  }

  // The same in one panel, added to `count`.
  absl::Status SolvePanel(int plies, size_t p, std::atomic<uint64_t>& count) {
    LargeVector<Tile>& reached = reached_.local();
    Outcome& outcome = outcome_.local();
    const size_t panels = open_.panels();
    std::vector<Change>& changes = outcome.changes;
    for (size_t q = 0; plies > 0 && q < panels; ++q) {
      RETURN_IF_ERROR(spill_.Read(plies - 1, p, q, changes));
      HWY_DYNAMIC_DISPATCH(Reach)
      (moves_, changes, reached[0].lines,
       plies % 2 == 0 ? won_.panel(p) : nullptr);
    }
    const Share share = spill_.share();
    std::vector<SpilledTiles>& decided = outcome.decided;
    decided.resize(share.ranks);
    for (SpilledTiles& tiles : decided) tiles.Clear();
    for (size_t q = 0; q < panels; ++q) {
      const uint64_t in_tile = plies == 0 ? FirstTile(p, q, reached[q])
                                          : NextTile(plies, p, q, reached[q]);
      SpilledTiles& of_owner = decided[share.OwnerOf(q)];
      if (in_tile == 0) {
        of_owner.AddZero();
        continue;
      }
      count += in_tile;
      TransposeTile(reached[q], outcome.transposed);
      of_owner.Add(outcome.transposed);
      reached[q] = Tile();
    }
    return spill_.Write(p, decided);
  }

  // Lost in 0 plies: the opponent has a goal, or the mover cannot move.
  // Whatever else is legal is open; what overlaps goes with the wins.
  uint64_t FirstTile(size_t p, size_t q, Tile& lost) {
    std::vector<Columns> columns;
    std::vector<uint64_t> goals;
    for (size_t word = 8 * p; word < 8 * p + 8; ++word) {
      columns.emplace_back(sets_, word);
      goals.push_back(GoalColumns(word));
    }
    const size_t end = std::min((q + 1) * kLineBits, sets_.size());
    uint64_t count = 0;
    for (size_t row = q * kLineBits; row < end; ++row) {
      const Set mover = sets_[row];
      const bool game_is_over = board_.IsGoal(mover);
      Set targets = 0;
      for (const int from : SquaresOf(mover)) {
        targets |= board_.Neighbours(from) & ~mover;
      }
      for (size_t word = 0; word < 8; ++word) {
        const uint64_t legal = columns[word].HoldingNoneOf(mover);
        won_.panel(p)[row].words[word] = ~legal;
        if (game_is_over) continue;
        const uint64_t decided =
            legal & (goals[word] | columns[word].HoldingAllOf(targets));
        lost.lines[row % kLineBits].words[word] = decided;
        open_.panel(p)[row].words[word] = legal & ~decided;
        count += std::popcount(decided);
      }
    }
    return count;
  }

  // Columns 64 * word … whose set is a goal, a bit for each.
  uint64_t GoalColumns(size_t word) const {
    uint64_t goals = 0;
    const size_t end = std::min(64 * word + 64, sets_.size());
    for (size_t column = 64 * word; column < end; ++column) {
      goals |= uint64_t{board_.IsGoal(sets_[column])} << column % 64;
    }
    return goals;
  }

  uint64_t NextTile(int plies, size_t p, size_t q, Tile& reached) {
    const TileTask task = {
        .moves = &moves_,
        .first_row = q * kLineBits,
        .won = plies % 2 == 0 ? won_.panel(p) : nullptr,
        .open = &open_.tile(p, q),
    };
    return HWY_DYNAMIC_DISPATCH(DecideTile)(task, reached);
  }

  // What a thread needs for a panel, kept for the next.
  struct Outcome {
    std::vector<Change> changes;
    Tile transposed;
    std::vector<SpilledTiles> decided;  // by owner
  };

  const Board& board_;
  const Subsets& sets_;
  DistributedSpill& spill_;
  const Moves moves_;
  BitMatrix open_;  // legal and undecided
  BitMatrix won_;   // Wᵀ | overlap, without the last level
  // Of a panel; zero between panels.
  tbb::enumerable_thread_specific<LargeVector<Tile>> reached_;
  tbb::enumerable_thread_specific<Outcome> outcome_;
};

}  // namespace

absl::Status SolveMovePhase(const Board& board, const Subsets& sets,
                            DistributedSpill& spill, LevelCallback on_level) {
  return MovePhase(board, sets, spill).Solve(on_level);
}

uint64_t MovePhaseBytes(uint64_t sets, int pieces, const Share& share,
                        int threads) {
  const uint64_t moves_bytes = sets * pieces * 8 * sizeof(uint32_t);
  const uint64_t panel_bytes = sets * sizeof(Line);
  return 2 * BitMatrix::Bytes(sets, share) + moves_bytes +
         2 * threads * panel_bytes;
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
