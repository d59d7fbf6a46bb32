// The longest forced wins with all pieces placed, and how long the others are.

#ifndef TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_
#define TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_

#include <cstdint>
#include <vector>

#include "game/game.h"
#include "game/position.h"
#include "proto/section_values.h"

namespace teeko::studies {

// Placements counted by what they are worth to the side to move.
struct Depths {
  uint64_t placements = 0;
  uint64_t no_value = 0;  // the side to move has a goal: they cannot arise
  uint64_t draws = 0;
  // levels[n]: decided in exactly n plies, by the side to move if n is odd.
  std::vector<uint64_t> levels = {};

  // The largest n in which a side to move wins; 0 if none does.
  int LongestWin() const;
};

// Runs on oneTBB threads.  `placements` are the values of the section with all
// pieces placed.
Depths CountDepths(const SectionValues& placements);

// A position, and how many there are that are the same up to symmetry.
struct LongestWin {
  Position position;  // Black to move
  int orbit = 0;
};

// All wins in `plies` plies up to symmetry and colour, in the table's order.
// Runs on oneTBB threads.
std::vector<LongestWin> WinsIn(const Game& game,
                               const SectionValues& placements, int plies);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_
