// Finds all images of a position under symmetry.

#ifndef TEEKO_GAME_ORBIT_H_
#define TEEKO_GAME_ORBIT_H_

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace teeko {

// Returns the indices (docs/formats.md) of all images of a position under the
// symmetries of the game, in ascending order, without duplicates.  The position
// itself is one of the images.  The kernel's positions have no colours, so two
// positions that differ only by a symmetry and an exchange of colours have the
// same orbit.
std::vector<uint64_t> OrbitOf(const kernel::Game& game,
                              kernel::Position position);

// Returns the smallest index of the orbit.  Two positions have the same
// smallest index exactly if they have the same orbit.
uint64_t FirstOfOrbit(const kernel::Game& game, kernel::Position position);

// True if no symmetry takes the position to one with a smaller index.
bool IsCanonical(const kernel::Game& game, kernel::Position position);

}  // namespace teeko

#endif  // TEEKO_GAME_ORBIT_H_
