// Positions that are equal up to symmetry.

#ifndef TEEKO_GAME_ORBIT_H_
#define TEEKO_GAME_ORBIT_H_

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace teeko {

// Returns the indices (docs/formats.md) of all images of a position under the
// symmetries of the board, in ascending order, without duplicates, including
// its own.  Positions have no colours, so positions that are equal up to
// symmetry and colour have the same orbit.
std::vector<uint64_t> OrbitOf(const kernel::Game& game,
                              kernel::Position position);

// Returns the smallest index of the orbit.  It identifies the class of all
// positions that are equal up to symmetry and colour.
uint64_t ClassOf(const kernel::Game& game, kernel::Position position);

// True if no symmetry takes the position to one with a smaller index.
bool IsCanonical(const kernel::Game& game, kernel::Position position);

}  // namespace teeko

#endif  // TEEKO_GAME_ORBIT_H_
