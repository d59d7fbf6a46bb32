// What the core is given: the rules of a game as a plain struct.

#ifndef TEEKO_SOLVER_B_GAME_H_
#define TEEKO_SOLVER_B_GAME_H_

#include <string>
#include <vector>

namespace teeko::solver_b {

// Goals of one shape, wherever they fit (docs/rules.md §1).
struct GoalFamily {
  enum Shape {
    kLine,          // squares in a row, a column or a diagonal
    kSquare,        // corners of a square with sides parallel to the board's
    kDiamond,       // corners of a square with sides at 45° to the board's
    kTiltedSquares  // corners of any square with sides not parallel
  };
  Shape shape;
  // A line's number of squares, as many as a side has pieces; a square's side,
  // a diamond's distance from centre to corner, both 1 or more; tilted squares
  // have all sizes.
  int size = 0;
};

// Goals with four corners need four pieces a side.
struct Game {
  // Squares are numbered from 0 row by row; at most 64.
  int rows;
  int columns;
  // Of a side, 2 or more; those of both sides have room on the board.
  int pieces;
  // Each edge is joined to the opposite one.  Goals are then those that fit
  // between the edges, shifted by any number of rows and columns.
  bool wrapped = false;
  std::vector<GoalFamily> goals;
  // Drop styles to solve: for each of a player's drops S or A
  // (docs/rules.md §2).
  std::vector<std::string> styles;

  int squares() const { return rows * columns; }
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_GAME_H_
