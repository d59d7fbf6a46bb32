#include "solver_a/board.h"

#include <algorithm>
#include <bit>

namespace teeko::solver_a {
namespace {

struct Point {
  int row;
  int column;
};

// A step leads from one square of a goal to the next one.  Returns the first
// step of each goal shape in a family.  A shape must fit between the edges,
// even if the board is wrapped.  A line repeats the step.  A square turns the
// step right at each corner:
//
//     line: step (1, 1)     square: step (1, 2), then (2, −1), (−1, −2)
//
//     1 . . .               . 1 . .
//     . 2 . .               . . . 2
//     . . 3 .               4 . . .
//     . . . 4               . . 3 .
std::vector<Point> Steps(const GoalFamily& family, int rows, int columns) {
  const int shorter = std::min(rows, columns);
  const int length = family.line().length();
  const int side = family.square().side();
  const int radius = family.diamond().radius();
  std::vector<Point> steps;
  switch (family.family_case()) {
    case GoalFamily::kLine:
      if (length <= columns) steps.push_back({0, 1});
      if (length <= rows) steps.push_back({1, 0});
      if (length <= shorter) steps.push_back({1, 1});
      if (length <= shorter) steps.push_back({1, -1});
      break;
    case GoalFamily::kSquare:
      steps.push_back({0, side});
      break;
    case GoalFamily::kDiamond:
      steps.push_back({radius, radius});
      break;
    case GoalFamily::kTiltedSquares:
      for (int down = 1; down < shorter; ++down) {
        for (int right = 1; down + right < shorter; ++right) {
          steps.push_back({down, right});
        }
      }
      break;
    case GoalFamily::FAMILY_NOT_SET:
      break;
  }
  return steps;
}

// True if a piece can go `down` rows and `right` columns.  The squared length
// tells the kind of a move:
//
//     . 5 . 5 .
//     5 2 1 2 5
//     . 1 X 1 .
//     5 2 1 2 5
//     . 5 . 5 .
bool IsMove(Rules::Moves moves, int down, int right) {
  const int length = down * down + right * right;
  switch (moves) {
    case Rules::KNIGHT:
      return length == 5;
    case Rules::ORTHOGONAL:
      return length == 1;
    case Rules::DIAGONAL:
      return length == 2;
    default:  // KING
      return length == 1 || length == 2;
  }
}

}  // namespace

Board::Board(const Rules& rules)
    : squares_(rules.rows() * rules.columns()), pieces_(rules.pieces()) {
  const int rows = rules.rows();
  const int columns = rules.columns();
  // Returns the bit of a point, or 0 if it is outside a bounded board.
  const auto bit = [&](int row, int column) -> Set {
    if (rules.edges() == Rules::WRAPPED) {
      row = (row % rows + rows) % rows;
      column = (column % columns + columns) % columns;
    }
    const bool on_board =
        row >= 0 && row < rows && column >= 0 && column < columns;
    return on_board ? Set{1} << (row * columns + column) : 0;
  };

  for (int square = 0; square < squares_; ++square) {
    const int row = square / columns;
    const int column = square % columns;
    Set around = 0;
    for (int down = -2; down <= 2; ++down) {
      for (int right = -2; right <= 2; ++right) {
        if (IsMove(rules.moves(), down, right)) {
          around |= bit(row + down, column + right);
        }
      }
    }
    neighbours_.push_back(around & ~bit(row, column));

    for (const GoalFamily& family : rules.goals()) {
      for (Point step : Steps(family, rows, columns)) {
        Point at = {row, column};
        Set goal = 0;
        for (int piece = 0; piece < pieces_; ++piece) {
          goal |= bit(at.row, at.column);
          at = {at.row + step.row, at.column + step.column};
          if (!family.has_line()) step = {step.column, -step.row};
        }
        if (std::popcount(goal) == pieces_) goals_.push_back(goal);
      }
    }
  }
  std::sort(goals_.begin(), goals_.end());
  goals_.erase(std::unique(goals_.begin(), goals_.end()), goals_.end());
}

bool Board::IsGoal(Set set) const {
  return std::binary_search(goals_.begin(), goals_.end(), set);
}

std::vector<std::pair<Set, Set>> Board::Successors(Set mover,
                                                   Set opponent) const {
  std::vector<std::pair<Set, Set>> successors;
  for (const int from : SquaresOf(mover)) {
    for (const int to : SquaresOf(neighbours_[from] & ~(mover | opponent))) {
      const Set moved = mover ^ (Set{1} << from) ^ (Set{1} << to);
      successors.emplace_back(opponent, moved);
    }
  }
  return successors;
}

std::vector<int> SquaresOf(Set set) {
  std::vector<int> squares;
  for (; set != 0; set &= set - 1) squares.push_back(std::countr_zero(set));
  return squares;
}

}  // namespace teeko::solver_a
