// Rows and columns: how figures, moves and symmetries of the plane become sets
// and permutations of the squares of a bounded or wrapped board.

#ifndef TEEKO_SOLVER_B_GEOMETRY_H_
#define TEEKO_SOLVER_B_GEOMETRY_H_

#include <vector>

#include "proto/rules.pb.h"
#include "solver_b/set.h"

namespace teeko::solver_b {

// The squares next to each square, diagonally as well.
Neighbors FindNeighbors(const Rules& rules);

// All figures of all goal families at all places; ascending, without repeats.
std::vector<Set> FindGoals(const Rules& rules);

// The turns and reflections of the board, and on a wrapped board what they
// make together with shifts; without repeats, the identity first.
std::vector<Permutation> FindSymmetries(const Rules& rules);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_GEOMETRY_H_
