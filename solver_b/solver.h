// Solves a game: all sections of its table.

#ifndef TEEKO_SOLVER_B_SOLVER_H_
#define TEEKO_SOLVER_B_SOLVER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/rules.pb.h"
#include "solver_b/board.h"
#include "solver_b/space.h"
#include "solver_b/value.h"
#include "stage/stage.h"

namespace teeko::solver_b {

struct SolvedSection {
  int placed;
  std::string drops;
  std::vector<Value> values;  // in the places of space.section(placed)
};

struct Solution {
  // Bytes that a value takes in the table: 1 or 2.
  int value_bytes;
  // In the order of the table.
  std::vector<SolvedSection> sections;
};

// Bytes that a value takes in the table, 1 or 2, when the longest decided game
// with all pieces placed has so many plies.
int ValueBytes(int longest, int pieces);

// Memory that Space, Solve and writing the table take together, in bytes; 2^63
// if it is more.
uint64_t EstimateMemoryBytes(const Board& board, const Rules& rules);

// Solves `rules`, those of `space.board()`, on oneTBB threads.  OutOfRange if
// some game is too long for the table.
absl::StatusOr<Solution> Solve(const Space& space, const Rules& rules,
                               Progress& progress);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SOLVER_H_
