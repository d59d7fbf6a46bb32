// Squares are points of the plane, and all that a game says of them is said in
// distances and angles:
//
//     neighbours   not further apart than the corners of a square of side 1
//     a line       equal steps in one direction, from neighbour to neighbour
//     a square     of four corners, two opposite ones are seen by the others
//                  from equal distances and at a right angle
//     a symmetry   keeps distances and takes the board to itself

#include "solver_b/board.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "solver_b/check.h"

namespace teeko::solver_b {
namespace {

// A point of the plane, or the difference of two.
struct Point {
  int row;
  int column;
};

Point operator+(Point a, Point b) {
  return {a.row + b.row, a.column + b.column};
}
Point operator-(Point a, Point b) {
  return {a.row - b.row, a.column - b.column};
}
Point operator*(int times, Point a) {
  return {times * a.row, times * a.column};
}
int Dot(Point a, Point b) { return a.row * b.row + a.column * b.column; }
int SquaredLength(Point a) { return Dot(a, a); }

Point PointOf(const Game& game, int square) {
  return {square / game.columns, square % game.columns};
}

bool Contains(const Game& game, Point point) {
  return point.row >= 0 && point.row < game.rows && point.column >= 0 &&
         point.column < game.columns;
}

// Around the edges of a wrapped board, if that is shorter.
int SquaredDistance(const Game& game, int a, int b) {
  const Point way = PointOf(game, b) - PointOf(game, a);
  int down = std::abs(way.row);
  int along = std::abs(way.column);
  if (game.wrapped) {
    down = std::min(down, game.rows - down);
    along = std::min(along, game.columns - along);
  }
  return SquaredLength({down, along});
}

Neighbors FindNeighbors(const Game& game) {
  Neighbors neighbors = {};
  for (int a = 0; a < game.squares(); ++a) {
    for (int b = 0; b < game.squares(); ++b) {
      if (a != b && SquaredDistance(game, a, b) <= 2) neighbors[a] |= SetOf(b);
    }
  }
  return neighbors;
}

bool KeepsDistances(const Game& game, const Permutation& symmetry) {
  for (int a = 0; a < game.squares(); ++a) {
    for (int b = 0; b < a; ++b) {
      if (SquaredDistance(game, symmetry[a], symmetry[b]) !=
          SquaredDistance(game, a, b)) {
        return false;
      }
    }
  }
  return true;
}

// What keeps distances is told by where it takes the first square and the unit
// steps down and along.
std::set<Permutation> FindSymmetries(const Game& game) {
  constexpr Point kUnits[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const int squares = game.squares();
  std::set<Permutation> symmetries;
  for (const Point down : kUnits) {
    for (const Point along : kUnits) {
      for (int first = 0; first < squares; ++first) {
        Permutation symmetry = {};
        for (int square = 0; square < squares; ++square) {
          const Point from = PointOf(game, square);
          const Point to =
              PointOf(game, first) + from.row * down + from.column * along;
          // Around the edges, which keeps distances on a wrapped board alone.
          symmetry[square] = (to.row + squares) % game.rows * game.columns +
                             (to.column + squares) % game.columns;
        }
        if (KeepsDistances(game, symmetry)) symmetries.insert(symmetry);
      }
    }
  }
  return symmetries;
}

// Whether squares of the family have such diagonals, which are at 45° to the
// sides.
bool IsDiagonal(const GoalFamily& family, Point diagonal) {
  const int down = std::abs(diagonal.row);
  const int along = std::abs(diagonal.column);
  switch (family.shape) {
    case GoalFamily::kSquare:
      return down == family.size && along == family.size;
    case GoalFamily::kDiamond:
      return down * along == 0 && down + along == 2 * family.size;
    case GoalFamily::kTiltedSquares:
      return down != along;
    case GoalFamily::kLine:
      break;
  }
  return false;
}

// The line that begins with the squares a and b, or the square of which they
// are opposite corners; empty if the family has none.
Set FigureFrom(const Game& game, const GoalFamily& family, int a, int b) {
  const Point start = PointOf(game, a);
  const Point end = PointOf(game, b);
  Set figure = 0;
  if (family.shape == GoalFamily::kLine) {
    const Point step = end - start;
    if (SquaredLength(step) > 2) return 0;
    if (!Contains(game, start + (family.size - 1) * step)) return 0;
    for (int i = 0; i < family.size; ++i) figure |= SetOf(a + i * (b - a));
    return figure;
  }
  if (!IsDiagonal(family, end - start)) return 0;
  for (int c = 0; c < game.squares(); ++c) {
    const Point to_start = start - PointOf(game, c);
    const Point to_end = end - PointOf(game, c);
    if (Dot(to_start, to_end) == 0 &&
        SquaredLength(to_start) == SquaredLength(to_end)) {
      figure |= SetOf(c);
    }
  }
  return std::popcount(figure) == 2 ? figure | SetOf(a) | SetOf(b) : 0;
}

}  // namespace

Board::Board(const Game& game) : game_(game) {
  Check(game.rows >= 1 && game.columns >= 1 && game.rows <= kMaxSquares &&
            game.columns <= kMaxSquares / game.rows,
        "a board has 1 to 64 squares");
  Check(game.pieces >= 2 && game.pieces <= game.squares() / 2,
        "a side has 2 pieces or more, and there is room for all");
  neighbors_ = FindNeighbors(game);
  const std::set<Permutation> symmetries = FindSymmetries(game);
  symmetries_.assign(symmetries.begin(), symmetries.end());
  std::set<Set> goals;
  for (const GoalFamily& family : game.goals) {
    for (int a = 0; a < game.squares(); ++a) {
      for (int b = a + 1; b < game.squares(); ++b) {
        const Set figure = FigureFrom(game, family, a, b);
        if (figure == 0) continue;
        // Shifts across the edges are symmetries of a wrapped board; turned
        // and reflected, a figure is another of its family.
        for (const Permutation& symmetry : symmetries_) {
          goals.insert(Image(symmetry, figure));
        }
      }
    }
  }
  goals_.assign(goals.begin(), goals.end());
}

bool Board::IsGoal(Set set) const {
  return std::binary_search(goals_.begin(), goals_.end(), set);
}

}  // namespace teeko::solver_b
