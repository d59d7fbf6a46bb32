// Solves a game: all sections of its table, and what the table has of them.

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
  Values values;  // in this process's places of space.section(placed)
};

struct Solution {
  // Bytes that a value takes, here and in the table: 1 or 2.
  int value_bytes;
  // In the order of the table (docs/formats.md).
  std::vector<SolvedSection> sections;
};

// How far Solve has come.
struct SolverProgress {
  enum Phase { kLevels, kDrops } phase;
  // The last level solved, in plies; 0 in the drop phase.
  int level;
  // Positions of the phase that are solved, and how many there are; 0 if
  // nobody can tell.
  uint64_t done;
  uint64_t total;
};

using OnProgress = std::function<void(const SolverProgress&)>;

// Solves the game of `space` in all its styles, together with the other
// processes. Calls on_progress when a phase begins and after each level and
// section, and on_level after that. Nothing if some game is longer than a table
// can hold, or the run has failed.
std::optional<Solution> Solve(
    const Space& space, const ParallelFor& parallel_for,
    const OnProgress& on_progress, Exchange& exchange = OneProcess(),
    const OnLevel& on_level = [](LevelState&) {});

// Sets `out` to the values of the positions first, first + 1, … of a section in
// the order of docs/formats.md, each in as many bytes as in `values`.  They
// must all exist, and `values` be in the places of `section` that a process
// has: the bytes of other processes' positions are left as they are.
// Thread-safe.
void FillPayload(const SectionIndex& section, const Values& values,
                 uint64_t first, std::span<uint8_t> out,
                 Partition partition = {});

// Bytes that a value takes in the table, 1 or 2, when the longest decided game
// with all pieces placed has so many plies.
int ValueBytes(int longest, int pieces);

// Returns the number of positions in all sections of the table.
double CountPositions(const Board& board);

// Memory that Space, Solve and writing the table take together at one of
// `process_count` processes, in bytes; 2^63 if it is more.
uint64_t EstimateMemoryBytes(const Board& board, uint32_t process_count = 1);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SOLVER_H_
