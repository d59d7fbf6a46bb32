// A simple and slow solver of small boards, for tests.  It shares only the
// board with solver B.  With scoring, its markers have pips, not classes.

#ifndef TEEKO_SOLVER_B_PLAIN_GAME_FOR_TEST_H_
#define TEEKO_SOLVER_B_PLAIN_GAME_FOR_TEST_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "solver_b/board.h"

namespace teeko::solver_b {

// The sets of the mover, who moves or drops next, and of the opponent.
struct Position {
  Set mover;
  Set opponent;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// Return the positions after a move of the mover, and the positions before the
// last move of the opponent.  Both ignore goals.
std::vector<Position> Successors(const Board& board, const Position& position);
std::vector<Position> Predecessors(const Board& board,
                                   const Position& position);

// Values in the order of docs/formats.md, by pieces placed and drops to come;
// 65535 means no value.  With scoring, NameOf has the drops to come.
using PlainSections =
    std::map<std::pair<int, std::string>, std::vector<uint16_t>>;

// Returns a name for a section of a threshold game.
std::string NameOf(const std::string& drops, int threshold,
                   bool attacker_moves);

// Solves a game.  Requires a board of at most 16 squares.
PlainSections SolvePlainly(const Board& board);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PLAIN_GAME_FOR_TEST_H_
