// Random games and positions for property tests.

#ifndef TEEKO_SOLVER_B_RANDOM_GAMES_FOR_TEST_H_
#define TEEKO_SOLVER_B_RANDOM_GAMES_FOR_TEST_H_

#include <rapidcheck.h>

#include <ostream>

#include "solver_b/board.h"
#include "solver_b/plain_game_for_test.h"

namespace teeko::solver_b {

// RapidCheck prints counterexamples with these functions.
void showValue(const Game& game, std::ostream& out);
void showValue(const Position& position, std::ostream& out);

// Generates bounded and wrapped games with all kinds of moves.  They have 4 to
// `max_squares` squares in at most 5 rows, and at most `max_pieces` pieces per
// side.  They have some of the goal families that fit on the board, and two
// styles.
rc::Gen<Game> RandomGame(int max_squares, int max_pieces);

// The same with scoring.
rc::Gen<Game> RandomScoredGame(int max_squares, int max_pieces);

// Generates positions with all pieces placed.
rc::Gen<Position> RandomPosition(const Board& board);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_RANDOM_GAMES_FOR_TEST_H_
