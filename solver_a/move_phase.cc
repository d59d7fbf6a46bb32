#include "solver_a/move_phase.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <memory>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/move_phase.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"

#ifndef TEEKO_SOLVER_A_MOVE_PHASE_CC_ONCE
#define TEEKO_SOLVER_A_MOVE_PHASE_CC_ONCE
namespace teeko::solver_a {
namespace {

// The moves of all mover sets: those of row r are to the rows
// targets[starts[r]] … targets[starts[r + 1] - 1].
struct Moves {
  std::vector<uint64_t> starts;
  std::vector<uint32_t> targets;
};

// What one level asks of one tile.
struct TileTask {
  const Moves* moves;
  size_t first_row;
  size_t rows;            // 512, or fewer at the end of the matrix
  const Line* sources;    // the panel of Lᵀ or Wᵀ | overlap
  const uint8_t* active;  // [row]: has the last level changed that source line?
  Tile* open;             // undecided positions; those decided now leave it
};

}  // namespace
}  // namespace teeko::solver_a
#endif  // TEEKO_SOLVER_A_MOVE_PHASE_CC_ONCE

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls decide(d, word, open line, begin, end) for every row and every vector
// of its line, which returns the positions decided; collects them in `fresh`
// and returns how many there are.
template <typename Decide>
HWY_INLINE uint64_t DecideTile(const TileTask& task, Tile& fresh,
                               const Decide& decide) {
  const hn::CappedTag<uint64_t, 8> d;
  auto count = hn::Zero(d);
  for (size_t i = 0; i < kLineBits; ++i) {
    uint64_t* const decided = fresh.lines[i].words;
    if (i >= task.rows) {
      fresh.lines[i] = Line();
      continue;
    }
    const uint64_t* const starts = &task.moves->starts[task.first_row + i];
    const uint32_t* const begin = &task.moves->targets[starts[0]];
    const uint32_t* const end = begin + (starts[1] - starts[0]);
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      uint64_t* const open_words = task.open->lines[i].words + word;
      const auto open = hn::Load(d, open_words);
      const auto now = decide(d, word, open, begin, end);
      hn::Store(now, d, decided + word);
      hn::Store(hn::Xor(open, now), d, open_words);
      count = hn::Add(count, hn::PopulationCount(now));
    }
  }
  return hn::GetLane(hn::SumOfLanes(d, count));
}

// A position is won if some move leads to one lost in the last level.
uint64_t DecideWins(const TileTask& task, Tile& fresh) {
  return DecideTile(
      task, fresh,
      [&task](auto d, size_t word, auto open, const uint32_t* begin,
              const uint32_t* end) HWY_ATTR {
        auto reached = hn::Zero(d);
        for (const uint32_t* to = begin; to != end; ++to) {
          if (!task.active[*to]) continue;
          reached =
              hn::Or(reached, hn::Load(d, task.sources[*to].words + word));
        }
        return hn::And(reached, open);
      });
}

// A position is lost if all moves lead to won ones; it becomes so only when
// one of them was won in the last level.
uint64_t DecideLosses(const TileTask& task, Tile& fresh) {
  return DecideTile(
      task, fresh,
      [&task](auto d, size_t word, auto open, const uint32_t* begin,
              const uint32_t* end) HWY_ATTR {
        const auto zero = hn::Zero(d);
        if (std::none_of(begin, end,
                         [&task](uint32_t to) { return task.active[to]; })) {
          return zero;
        }
        auto lost = open;
        for (const uint32_t* to = begin; to != end; ++to) {
          lost = hn::And(lost, hn::Load(d, task.sources[*to].words + word));
          if (hn::AllTrue(d, hn::Eq(lost, zero))) break;
        }
        return lost;
      });
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {
namespace {

HWY_EXPORT(DecideWins);
HWY_EXPORT(DecideLosses);

Line operator|(const Line& a, const Line& b) {
  Line line;
  for (int i = 0; i < 8; ++i) line.words[i] = a.words[i] | b.words[i];
  return line;
}
Line operator&(const Line& a, const Line& b) {
  Line line;
  for (int i = 0; i < 8; ++i) line.words[i] = a.words[i] & b.words[i];
  return line;
}
Line operator~(const Line& a) {
  Line line;
  for (int i = 0; i < 8; ++i) line.words[i] = ~a.words[i];
  return line;
}

Moves AllMoves(const Board& board, const Subsets& sets) {
  Moves moves;
  moves.starts.reserve(sets.size() + 1);
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
  MovePhase(const Board& board, const Subsets& sets)
      : board_(board),
        sets_(sets),
        moves_(AllMoves(board, sets)),
        open_(sets.size()),
        lost_(sets.size()),
        won_(sets.size()) {
    active_.fill(
        std::vector<uint8_t>(open_.panels() * open_.panels() * kLineBits));
  }

  MoveTable Solve(LevelCallback on_level) && {
    uint64_t decided = 0;
    for (int plies = 0;; ++plies) {
      // A level without new positions is the last: the next one could only
      // come of it.
      const uint64_t level = SolveLevel(plies);
      if (level == 0) break;
      table_.levels.push_back(level);
      decided += level;
      on_level(plies, decided);
    }
    return std::move(table_);
  }

 private:
  // Returns how many positions are decided in that many plies.
  uint64_t SolveLevel(int plies) {
    // Enough planes for the value plies + 1.
    while ((plies + 1) >> table_.planes.size() != 0) {
      table_.planes.emplace_back(sets_.size());
    }
    if (plies == 0) SetUpColumns();
    const size_t panels = open_.panels();
    return tbb::parallel_reduce(
        tbb::blocked_range<size_t>(0, panels * panels), uint64_t{0},
        [&](const tbb::blocked_range<size_t>& tiles, uint64_t count) {
          const auto fresh = std::make_unique<Tile>();
          const auto transposed = std::make_unique<Tile>();
          for (size_t i = tiles.begin(); i != tiles.end(); ++i) {
            const size_t p = i / panels;
            const size_t q = i % panels;
            const uint64_t in_tile = plies == 0 ? FirstTile(p, q, *fresh)
                                                : NextTile(plies, p, q, *fresh);
            if (in_tile > 0) {
              RecordValues(plies, p, q, *fresh);
              TransposeTile(*fresh, *transposed);
            }
            Publish(plies, p, q, in_tile > 0 ? transposed.get() : nullptr);
            count += in_tile;
          }
          return count;
        },
        std::plus<uint64_t>());
  }

  // Lines over all columns, for the first level.
  void SetUpColumns() {
    const size_t panels = open_.panels();
    holding_.assign(board_.squares(), std::vector<Line>(panels));
    goal_.assign(panels, Line());
    columns_.assign(panels, Line());
    for (size_t column = 0; column < sets_.size(); ++column) {
      const size_t p = column / kLineBits;
      const size_t word = column % kLineBits / 64;
      const uint64_t bit = uint64_t{1} << column % 64;
      columns_[p].words[word] |= bit;
      if (board_.IsGoal(sets_[column])) goal_[p].words[word] |= bit;
      for (const int square : SquaresOf(sets_[column])) {
        holding_[square][p].words[word] |= bit;
      }
    }
  }

  // Lost in 0 plies: the opponent has a goal, or the mover cannot move.
  // Whatever else is legal is open; what overlaps goes with the wins.
  uint64_t FirstTile(size_t p, size_t q, Tile& fresh) {
    fresh = Tile();
    const size_t end = std::min((q + 1) * kLineBits, sets_.size());
    uint64_t count = 0;
    for (size_t row = q * kLineBits; row < end; ++row) {
      const Set mover = sets_[row];
      Line overlap;
      Line blocked = ~Line();
      Set around = 0;
      for (const int square : SquaresOf(mover)) {
        overlap = overlap | holding_[square][p];
        around |= board_.Neighbours(square);
      }
      for (const int square : SquaresOf(around & ~mover)) {
        blocked = blocked & holding_[square][p];
      }
      won_.panel(p)[row] = overlap;
      if (board_.IsGoal(mover)) continue;
      const Line legal = columns_[p] & ~overlap;
      const Line lost = legal & (goal_[p] | blocked);
      fresh.lines[row % kLineBits] = lost;
      open_.panel(p)[row] = legal & ~lost;
      for (const uint64_t word : lost.words) count += std::popcount(word);
    }
    return count;
  }

  uint64_t NextTile(int plies, size_t p, size_t q, Tile& fresh) {
    const size_t first_row = q * kLineBits;
    const bool win = plies % 2 == 1;
    const TileTask task = {
        .moves = &moves_,
        .first_row = first_row,
        .rows = std::min(kLineBits, sets_.size() - first_row),
        .sources = (win ? lost_ : won_).panel(p),
        .active = Active(plies - 1, p),
        .open = &open_.tile(p, q),
    };
    return win ? HWY_DYNAMIC_DISPATCH(DecideWins)(task, fresh)
               : HWY_DYNAMIC_DISPATCH(DecideLosses)(task, fresh);
  }

  void RecordValues(int plies, size_t p, size_t q, const Tile& fresh) {
    for (size_t b = 0; b < table_.planes.size(); ++b) {
      if (((plies + 1) >> b & 1) == 0) continue;
      Tile& plane = table_.planes[b].tile(p, q);
      for (size_t i = 0; i < kLineBits; ++i) {
        plane.lines[i] = plane.lines[i] | fresh.lines[i];
      }
    }
  }

  // Puts what tile (p, q) has decided where the next level will read it, tile
  // (q, p) of the transposed matrix.  No `transposed` means nothing.
  void Publish(int plies, size_t p, size_t q, const Tile* transposed) {
    const bool win = plies % 2 == 1;
    Tile& target = (win ? won_ : lost_).tile(q, p);
    uint8_t* const active = Active(plies, q) + p * kLineBits;
    if (transposed == nullptr) {
      std::fill_n(active, kLineBits, 0);
      return;
    }
    for (size_t i = 0; i < kLineBits; ++i) {
      const Line& line = transposed->lines[i];
      active[i] = line != Line();
      if (active[i]) {
        target.lines[i] = win ? target.lines[i] | line : line;
      }
    }
  }

  // For the rows of panel p of Lᵀ or Wᵀ: has that level changed it?
  uint8_t* Active(int plies, size_t p) {
    return &active_[plies % 2][p * open_.panels() * kLineBits];
  }

  const Board& board_;
  const Subsets& sets_;
  const Moves moves_;
  BitMatrix open_;  // legal and undecided
  // Lᵀ of the last level in active lines; what older ones hold would do no
  // harm, since whatever it decides is decided.
  BitMatrix lost_;
  BitMatrix won_;  // Wᵀ | overlap, of all levels so far
  // [plies % 2][row in panel]: see Active.
  std::array<std::vector<uint8_t>, 2> active_;
  // [square][panel]: columns whose set holds the square.
  std::vector<std::vector<Line>> holding_;
  std::vector<Line> goal_;     // [panel]: columns whose set is a goal
  std::vector<Line> columns_;  // [panel]: columns that exist
  MoveTable table_;
};

}  // namespace

MoveTable SolveMovePhase(const Board& board, const Subsets& sets,
                         LevelCallback on_level) {
  return MovePhase(board, sets).Solve(on_level);
}

uint64_t MovePhaseBytes(uint64_t sets, int pieces, int planes) {
  const uint64_t moves_bytes = sets * pieces * 8 * sizeof(uint32_t);
  return (3 + planes) * BitMatrix::Bytes(sets) + moves_bytes;
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
