// Random rules and positions for property tests.

#ifndef TEEKO_SOLVER_B_RANDOM_RULES_H_
#define TEEKO_SOLVER_B_RANDOM_RULES_H_

#include <rapidcheck.h>

#include <ostream>

#include "proto/rules.pb.h"
#include "solver_b/board.h"

namespace teeko {

// How RapidCheck prints a counterexample.
void showValue(const Rules& rules, std::ostream& out);

}  // namespace teeko

namespace teeko::solver_b {

void showValue(const Position& position, std::ostream& out);

// Valid rules of 4 to `max_squares` squares and at most `max_pieces` pieces a
// side, bounded or wrapped, with all goal families that there may be and every
// style of at most two runs.
rc::Gen<Rules> RandomRules(int max_squares, int max_pieces);

// A position with all pieces placed.
rc::Gen<Position> RandomPosition(const Board& board);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_RANDOM_RULES_H_
