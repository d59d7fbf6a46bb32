// The state of the move phase between two levels.

#ifndef TEEKO_SOLVER_B_LEVEL_STATE_H_
#define TEEKO_SOLVER_B_LEVEL_STATE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace teeko::solver_b {

// A level of the move phase that all processes have solved, with all data that
// this process needs to continue.
struct LevelState {
  uint32_t value_bytes;
  int plies;         // the level; -1 before the first level
  uint64_t decided;  // positions decided so far, by all processes
  uint64_t rows;     // of all processes
  // The cells and the frontier of the process's own rows.
  using Row = std::vector<std::span<std::byte>>;
  std::function<Row(uint64_t own_row)> row;
};

// Called before the first level and after each level.  The call before the
// first level may set the state to a saved level.  If the saved level has more
// value_bytes than the state, the call sets only value_bytes, plies and
// decided, and no rows.  Then the move phase starts again with two bytes and
// calls again.
using OnLevel = std::function<void(LevelState&)>;

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_LEVEL_STATE_H_
