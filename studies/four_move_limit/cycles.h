// Cycles of positions in which each side has exactly one move that does not
// lose (claim C8).

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_CYCLES_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_CYCLES_H_

#include <vector>

#include "studies/placements/board.h"
#include "studies/placements/only_moves.h"

namespace teeko::extra_rules {

// Positions one move apart, the mover of each being the opponent in the next;
// back at the first after the last, the sides being what they were: an even
// number.
using Cycle = std::vector<Position>;

// One cycle of each class under symmetry and exchange of colours, beginning
// with its least position; in ascending order.
std::vector<Cycle> UniqueMoveCycles(const Board& board, const OnlyMoves& only);

// The position after the only move of one that has one.
Position AfterOnlyMove(const Board& board, const OnlyMoves& only,
                       Position position);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_CYCLES_H_
