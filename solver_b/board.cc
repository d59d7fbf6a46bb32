// Squares are points of the plane, and all that a game says of them is said in
// distances:
//
//     neighbours   not further apart than the corners of a square of side 1
//     a line       from an end to the other in a row, a column or a diagonal,
//                  squares at equal distances
//     a square     of four corners, two opposite ones are seen by the others
//                  from equal distances and, by Pythagoras, at a right angle
//     a symmetry   keeps distances and takes the board to itself

#include "solver_b/board.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "solver_b/require.h"

namespace teeko::solver_b {
namespace {

// How far two squares are apart.
struct Distance {
  int down;
  int along;

  int squared() const { return down * down + along * along; }
};

// Between the edges.
Distance DistanceOf(const Game& game, int a, int b) {
  return {std::abs(a / game.columns - b / game.columns),
          std::abs(a % game.columns - b % game.columns)};
}

// Around the edges of a wrapped board, if that is shorter.
int SquaredDistance(const Game& game, int a, int b) {
  Distance way = DistanceOf(game, a, b);
  if (game.wrapped) {
    way.down = std::min(way.down, game.rows - way.down);
    way.along = std::min(way.along, game.columns - way.along);
  }
  return way.squared();
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

// In ascending order.
std::vector<Permutation> FindSymmetries(const Game& game) {
  // What keeps the distances of the first square, of the first two, …: all.
  std::vector<Permutation> symmetries = {{}};
  for (int square = 0; square < game.squares(); ++square) {
    std::vector<Permutation> continued;
    for (Permutation& symmetry : symmetries) {
      for (int to = 0; to < game.squares(); ++to) {
        int kept = 0;
        while (kept < square && SquaredDistance(game, symmetry[kept], to) ==
                                    SquaredDistance(game, kept, square)) {
          ++kept;
        }
        symmetry[square] = to;
        if (kept == square) continued.push_back(symmetry);
      }
    }
    symmetries = std::move(continued);
  }
  return symmetries;
}

// Whether figures of the family have ends, or opposite corners, that are so far
// apart.
bool IsSpan(const GoalFamily& family, Distance ends) {
  const auto [down, along] = ends;
  switch (family.shape) {
    case GoalFamily::kLine:
      return std::max(down, along) == family.size - 1 &&
             (down * along == 0 || down == along);
    case GoalFamily::kSquare:
      return down == family.size && along == family.size;
    case GoalFamily::kDiamond:
      return down * along == 0 && down + along == 2 * family.size;
    case GoalFamily::kTiltedSquares:
      return down != along;
  }
  return false;
}

// The line from a to b, or the square of which they are opposite corners; empty
// if the family has none.
Set FigureFrom(const Game& game, const GoalFamily& family, int a, int b) {
  const Distance ends = DistanceOf(game, a, b);
  if (!IsSpan(family, ends)) return 0;
  Set figure = SetOf(a) | SetOf(b);
  if (family.shape == GoalFamily::kLine) {
    const int step = (b - a) / (family.size - 1);
    for (int square = a; square < b; square += step) figure |= SetOf(square);
    return figure;
  }
  for (int c = 0; c < game.squares(); ++c) {
    const int to_a = DistanceOf(game, a, c).squared();
    const int to_b = DistanceOf(game, b, c).squared();
    if (to_a == to_b && to_a + to_b == ends.squared()) figure |= SetOf(c);
  }
  return std::popcount(figure) == 4 ? figure : 0;
}

}  // namespace

Board::Board(const Game& game) : game_(game) {
  Require(game.rows >= 1 && game.columns >= 1 && game.rows <= kMaxSquares &&
              game.columns <= kMaxSquares / game.rows,
          "a board has 1 to 64 squares");
  Require(game.pieces >= 2 && game.pieces <= game.squares() / 2,
          "a side has 2 pieces or more, and there is room for all");
  neighbors_ = FindNeighbors(game);
  symmetries_ = FindSymmetries(game);
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
