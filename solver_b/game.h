// The rules of a game as a plain struct: the input of the core.

#ifndef TEEKO_SOLVER_B_GAME_H_
#define TEEKO_SOLVER_B_GAME_H_

#include <optional>
#include <string>
#include <vector>

#include "solver_b/set.h"

namespace teeko::solver_b {

// How a piece moves (docs/rules.md §1), numbered as in proto/rules.proto.
enum class Moves { kKing, kKnight, kOrthogonal, kDiagonal };

// All goals of one shape (docs/rules.md §1).
struct GoalFamily {
  enum Shape {
    kLine,          // squares in a row, a column or a diagonal
    kSquare,        // corners of a square with horizontal and vertical sides
    kDiamond,       // corners of a square with diagonal sides
    kTiltedSquares  // corners of all squares that are not of kSquare
  };
  Shape shape;
  // kLine: the number of squares, equal to the pieces of a side.  kSquare: the
  // length of a side, at least 1.  kDiamond: the distance from the centre to a
  // corner, at least 1.  kTiltedSquares: unused; they have all sizes.
  int size = 0;
  int points = 0;  // only with scoring
};

// The points of a completed goal, besides those of its family (docs/rules.md
// §7).
struct Scoring {
  std::vector<int> pips;  // of the markers of a side
  Set special = 0;        // squares that add points
  int special_points = 0;
};

// The rules of a game, without the centre ban: a table does not depend on it.
// Families other than kLine require four pieces per side.
struct Game {
  // At most 64 squares, numbered from 0 row by row.
  int rows;
  int columns;
  // Pieces per side, at least 2.  All pieces of both sides fit on the board.
  int pieces;
  // True if each edge is joined to the opposite edge.  Then the goals are the
  // goals that fit between the edges, and all shifts of these goals.
  bool wrapped = false;
  Moves moves = Moves::kKing;
  std::vector<GoalFamily> goals;
  // Styles to solve (docs/rules.md §2).  Letter i, S or A, is for drop i of
  // each side.
  std::vector<std::string> styles;
  std::optional<Scoring> scoring = {};

  int squares() const { return rows * columns; }
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_GAME_H_
