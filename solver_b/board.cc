// The squares of the board are points of the plane.  Distances between points
// define everything else:
//
//     neighbours   two points at the distance of a move.  The squares of a
//                  wrapped board also stand on the boards around this board
//     line         points at equal distances in a row, column or diagonal
//     square       two opposite corners a and b, and two more corners.  Each of
//                  these has equal distances from a and b, and by Pythagoras'
//                  theorem its angle is a right angle
//     symmetry     a permutation of the points that keeps all distances

#include "solver_b/board.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "solver_b/require.h"

namespace teeko::solver_b {
namespace {

// The distance between two squares of the board.
struct Distance {
  int down;   // in rows
  int along;  // in columns

  int squared() const { return down * down + along * along; }
};

// Returns the distance between two squares, without crossing an edge.
Distance DistanceOf(const Game& game, int a, int b) {
  return {std::abs(a / game.columns - b / game.columns),
          std::abs(a % game.columns - b % game.columns)};
}

// Returns the squared distance between points a and b.  On a wrapped board,
// uses the shorter way, which may cross an edge.
int SquaredDistance(const Game& game, int a, int b) {
  Distance way = DistanceOf(game, a, b);
  if (game.wrapped) {
    way.down = std::min(way.down, game.rows - way.down);
    way.along = std::min(way.along, game.columns - way.along);
  }
  return way.squared();
}

// By Moves: the smallest and the largest squared distance of a move.
constexpr std::pair<int, int> kSteps[] = {{1, 2}, {5, 5}, {1, 1}, {2, 2}};

Neighbors FindNeighbors(const Game& game) {
  const auto [smallest, largest] = kSteps[static_cast<int>(game.moves)];
  // The boards on each side.  With one row, a knight reaches the second board
  // above.
  const int around = game.wrapped ? 2 : 0;
  Neighbors neighbors = {};
  for (int a = 0; a < game.squares(); ++a) {
    for (int b = 0; b < game.squares(); ++b) {
      if (a == b) continue;
      for (int i = -around; i <= around; ++i) {
        for (int j = -around; j <= around; ++j) {
          Distance way = DistanceOf(game, a, b);
          way.down += i * game.rows;
          way.along += j * game.columns;
          if (way.squared() >= smallest && way.squared() <= largest) {
            neighbors[a] |= SetOf(b);
          }
        }
      }
    }
  }
  return neighbors;
}

// Returns all symmetries in ascending order.
std::vector<Permutation> FindSymmetries(const Game& game) {
  // The maps of the first squares of the board.  Each step adds one more
  // square, with all images that have the right distances from the earlier
  // images.
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

// True if the ends of a line of this family, or the opposite corners of a
// square of this family, can have this distance.
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

// Returns the line from a to b, or the square with opposite corners a and b, or
// the empty set if the family has no such goal.
Set GoalFrom(const Game& game, const GoalFamily& family, int a, int b) {
  const Distance ends = DistanceOf(game, a, b);
  if (!IsSpan(family, ends)) return 0;
  Set goal = SetOf(a) | SetOf(b);
  if (family.shape == GoalFamily::kLine) {
    const int step = (b - a) / (family.size - 1);
    for (int square = a; square < b; square += step) goal |= SetOf(square);
    return goal;
  }
  for (int c = 0; c < game.squares(); ++c) {
    const int to_a = DistanceOf(game, a, c).squared();
    const int to_b = DistanceOf(game, b, c).squared();
    if (to_a == to_b && to_a + to_b == ends.squared()) goal |= SetOf(c);
  }
  return std::popcount(goal) == 4 ? goal : 0;
}

}  // namespace

Board::Board(const Game& game) : game_(game) {
  Require(game.rows >= 1 && game.columns >= 1 && game.rows <= kMaxSquares &&
              game.columns <= kMaxSquares / game.rows,
          "the board has 1 to 64 squares");
  Require(game.pieces >= 2 && game.pieces <= game.squares() / 2,
          "a side has at least 2 pieces, and all pieces fit on the board");
  neighbors_ = FindNeighbors(game);
  symmetries_ = FindSymmetries(game);
  std::map<Set, int> goals;
  for (const GoalFamily& family : game.goals) {
    for (int a = 0; a < game.squares(); ++a) {
      for (int b = a + 1; b < game.squares(); ++b) {
        const Set goal = GoalFrom(game, family, a, b);
        if (goal == 0) continue;
        // Images of a goal under symmetries, which include shifts of a wrapped
        // board, are goals of the same family.
        for (const Permutation& symmetry : symmetries_) {
          int& points = goals[Image(symmetry, goal)];
          points = std::max(points, family.points);
        }
      }
    }
  }
  for (const auto& [goal, points] : goals) {
    goals_.push_back(goal);
    points_.push_back(points);
  }
  const Set special = game.scoring ? game.scoring->special : 0;
  std::erase_if(symmetries_, [special](const Permutation& symmetry) {
    return Image(symmetry, special) != special;
  });
}

bool Board::IsGoal(Set set) const {
  return std::binary_search(goals_.begin(), goals_.end(), set);
}

int Board::PointsOf(Set goal) const {
  return points_[std::lower_bound(goals_.begin(), goals_.end(), goal) -
                 goals_.begin()];
}

}  // namespace teeko::solver_b
