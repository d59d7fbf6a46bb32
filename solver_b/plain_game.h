// Teeko in its plainest form, for tests: slow, small boards only, and written
// to be read rather than run.  Of the solver it takes the board alone.

#ifndef TEEKO_SOLVER_B_PLAIN_GAME_H_
#define TEEKO_SOLVER_B_PLAIN_GAME_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "solver_b/board.h"

namespace teeko::solver_b {

// The side to move (or to drop next) and the side that waits.
struct Position {
  Set mover;
  Set opponent;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// The positions to which a move of the mover leads, seen from the side that
// moves next, and those from which a move of the opponent leads here.  Both
// look at squares only: they do not ask whether the game is over.
std::vector<Position> Successors(const Board& board, const Position& position);
std::vector<Position> Predecessors(const Board& board,
                                   const Position& position);

// By pieces placed and drops to come: the values in the order of
// docs/formats.md, 65535 being no value.
using PlainSections =
    std::map<std::pair<int, std::string>, std::vector<uint16_t>>;

// Up to 16 squares.
PlainSections SolvePlainly(const Board& board);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PLAIN_GAME_H_
