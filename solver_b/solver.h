// Solves all sections of a game and converts them to the table's order.

#ifndef TEEKO_SOLVER_B_SOLVER_H_
#define TEEKO_SOLVER_B_SOLVER_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/exchange.h"
#include "solver_b/level_state.h"
#include "solver_b/parallel_for.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

struct SolvedSection {
  int placed;
  std::string drops;
  Values values;  // by place of this process, in space.section(placed, mover)
  Side mover = kAttacker;
};

struct Solution {
  // Bytes per value, here and in the table (ValueBytes).  The cells of the move
  // phase may have needed more, for their counters.
  int value_bytes;
  // In the order of the table (docs/formats.md).
  std::vector<SolvedSection> sections;
};

struct SolverProgress {
  enum Phase { kLevels, kDrops } phase;
  // The last level solved, in plies; 0 in the drop phase.
  int level;
  uint64_t done;   // positions of the phase solved so far
  uint64_t total;  // positions of the phase; 0 if unknown
};

using OnProgress = std::function<void(const SolverProgress&)>;

// Solves the threshold game of `space` in all its styles, together with the
// other processes.  Calls on_progress when a phase starts and after each level
// and section.  Calls on_level before the first level and after each level,
// after on_progress.  Returns nullopt if a distance is too large for a table or
// the run has failed.
std::optional<Solution> Solve(
    const Space& space, const ParallelFor& parallel_for,
    const OnProgress& on_progress, Exchange& exchange = OneProcess(),
    const OnLevel& on_level = [](LevelState&) {});

// Sets `out` to the values of the positions first, first + 1, … of a section,
// in the order of docs/formats.md.  (With scoring these are stored positions.)
// `values` has the values of the places of
// the process that `partition` names.  Does not change the bytes of positions
// whose places belong to other processes.  Each value has the size of an
// element of `values`.  `out` must not be longer than the rest of the section.
// Thread-safe.
void FillPayload(const SectionIndex& section, const Values& values,
                 uint64_t first, std::span<uint8_t> out,
                 Partition partition = {});

// Returns the bytes per value in the table, 1 or 2.  `longest` is the largest
// distance with all pieces placed, in plies; drops can add 2 · pieces plies.
int ValueBytes(int longest, int pieces);

// Returns the number of positions in all sections of the table.  With scoring,
// estimates the number of stored positions.
double CountPositions(const Board& board);

// Returns an estimate of the memory of one of `process_count` processes, for
// Space, Solve and writing the table, in bytes; at most 2^63.
uint64_t EstimateMemoryBytes(const Board& board, uint32_t process_count = 1);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SOLVER_H_
