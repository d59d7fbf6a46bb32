// Positions that symmetries of the board take into each other.

#ifndef TEEKO_GAME_ORBIT_H_
#define TEEKO_GAME_ORBIT_H_

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace teeko {

// The indices (docs/formats.md) of all positions that are `position` but for a
// symmetry: ascending, each once, its own among them.  Positions have no
// colours, so what is equal up to symmetry and colour has the same orbit.
std::vector<uint64_t> OrbitOf(const kernel::Game& game,
                              kernel::Position position);

// The least of them, which names the class of positions that are equal up to
// symmetry and colour.
uint64_t ClassOf(const kernel::Game& game, kernel::Position position);

// True if no symmetry takes the position to one with a smaller index.
bool IsCanonical(const kernel::Game& game, kernel::Position position);

}  // namespace teeko

#endif  // TEEKO_GAME_ORBIT_H_
