#include "kernel/kernel.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace teeko::kernel {
namespace {

struct Square {
  int row;
  int column;
};

// Returns the squares of the goal of this family between `a` and `b`, which are
// the ends of a line or two opposite corners of any other goal.  Returns an
// empty vector if the family has no such goal.  Some squares may be off the
// board.
std::vector<Square> GoalBetween(const Family& family, Square a, Square b) {
  const int down = b.row - a.row;
  const int right = b.column - a.column;
  if (family.shape == Family::kLine) {
    const int steps = family.size - 1;
    const bool straight =
        down == 0 || right == 0 || std::abs(down) == std::abs(right);
    if (!straight || std::max(std::abs(down), std::abs(right)) != steps) {
      return {};
    }
    std::vector<Square> line;
    for (int i = 0; i <= steps; ++i) {
      line.push_back({a.row + i * down / steps, a.column + i * right / steps});
    }
    return line;
  }
  // `a` and `b` are the ends of one diagonal; `c` and `d` are the ends of the
  // other.  Both diagonals have the same middle and the same length, and they
  // cross at a right angle:
  //
  //     . c . .
  //     . . . b      a to b is 1 up and 3 right,
  //     a . . .      so d to c is 3 up and 1 left
  //     . . d .
  //
  // `c` and `d` have whole coordinates if `down` and `right` are both even or
  // both odd.
  if ((down + right) % 2 != 0 || (down == 0 && right == 0)) return {};
  const Square c = {(a.row + b.row - right) / 2,
                    (a.column + b.column + down) / 2};
  const Square d = {(a.row + b.row + right) / 2,
                    (a.column + b.column - down) / 2};
  const int side_down = std::abs(c.row - a.row);
  const int side_right = std::abs(c.column - a.column);
  const bool tilted = side_down != 0 && side_right != 0;
  // The diagonals of a diamond are along a row and along a column.
  const bool diamond = down == 0 || right == 0;
  const bool belongs =
      family.shape == Family::kSquare
          ? !tilted && side_down + side_right == family.size
      : family.shape == Family::kDiamond
          ? diamond && std::abs(down + right) == 2 * family.size
          : tilted;
  return belongs ? std::vector<Square>{a, b, c, d} : std::vector<Square>{};
}

// Returns all shifts of a board whose edges wrap: shifts[s][square] is the
// square to which shift s takes `square`.  If the edges do not wrap, returns
// only the identity.
std::vector<std::vector<int>> Shifts(const Rules& rules) {
  const auto [rows, columns] = std::pair(rules.rows, rules.columns);
  std::vector<std::vector<int>> shifts;
  for (int down = 0; down < (rules.wrapped ? rows : 1); ++down) {
    for (int right = 0; right < (rules.wrapped ? columns : 1); ++right) {
      std::vector<int>& shift = shifts.emplace_back();
      for (int square = 0; square < rows * columns; ++square) {
        shift.push_back((square / columns + down) % rows * columns +
                        (square % columns + right) % columns);
      }
    }
  }
  return shifts;
}

// On a wrapped board, every goal is a shift of a goal that lies on the board
// without crossing an edge.
std::vector<Set> Goals(const Rules& rules) {
  const int rows = rules.rows;
  const int columns = rules.columns;
  const std::vector<std::vector<int>> shifts = Shifts(rules);
  std::set<Set> goals;
  const auto add_between = [&](const Family& family, Square a, Square b) {
    Set goal = 0;
    for (const auto& [row, column] : GoalBetween(family, a, b)) {
      if (row < 0 || row >= rows || column < 0 || column >= columns) return;
      goal |= Bit(row * columns + column);
    }
    if (goal == 0) return;
    for (const auto& shift : shifts) goals.insert(Image(shift, goal));
  };
  for (const Family& family : rules.families) {
    for (int a = 0; a < rows * columns; ++a) {
      for (int b = 0; b < rows * columns; ++b) {
        add_between(family, {a / columns, a % columns},
                    {b / columns, b % columns});
      }
    }
  }
  return {goals.begin(), goals.end()};
}

// True if a piece may move this number of rows and columns, up or down, and
// left or right.
bool IsMove(Moves moves, int rows, int columns) {
  switch (moves) {
    case Moves::kKing:
      return std::max(rows, columns) == 1;
    case Moves::kKnight:
      return rows * columns == 2;
    case Moves::kOrthogonal:
      return rows + columns == 1;
    case Moves::kDiagonal:
      return rows == 1 && columns == 1;
  }
  return false;
}

// Returns, for each square, the squares to which a piece there can move.
std::vector<Set> Neighbours(const Rules& rules) {
  const int rows = rules.rows;
  const int columns = rules.columns;
  std::vector<Set> neighbours;
  for (int square = 0; square < rows * columns; ++square) {
    Set& around = neighbours.emplace_back(0);
    for (int down = -2; down <= 2; ++down) {
      for (int right = -2; right <= 2; ++right) {
        if (!IsMove(rules.moves, std::abs(down), std::abs(right))) continue;
        const int row = square / columns + down;
        const int column = square % columns + right;
        const bool on_board =
            row >= 0 && row < rows && column >= 0 && column < columns;
        if (!on_board && !rules.wrapped) continue;
        // The remainder of a negative number is negative.
        around |= Bit((row + 2 * rows) % rows * columns +
                      (column + 2 * columns) % columns);
      }
    }
    around &= ~Bit(square);
  }
  return neighbours;
}

std::vector<std::vector<int>> Symmetries(const Rules& rules, const Game& game) {
  const auto [rows, columns] = std::pair(rules.rows, rules.columns);
  // Every symmetry of the board consists of up to four steps, in this order:
  // flip the rows, flip the columns, exchange rows and columns (square boards
  // only), shift.  Bits 0 to 2 of `steps` stand for the first three.
  const int combinations = rows == columns ? 8 : 4;
  // The identity comes first, because the set has lexicographic order.
  std::set<std::vector<int>> symmetries;
  for (const std::vector<int>& shift : Shifts(rules)) {
    for (int steps = 0; steps < combinations; ++steps) {
      std::vector<int> symmetry;
      for (int square = 0; square < game.squares; ++square) {
        int row = square / columns;
        int column = square % columns;
        if (steps & 1) row = rows - 1 - row;
        if (steps & 2) column = columns - 1 - column;
        if (steps & 4) std::swap(row, column);
        symmetry.push_back(shift[row * columns + column]);
      }
      const bool keeps_goals = std::ranges::all_of(game.goals, [&](Set goal) {
        return HasGoal(game, Image(symmetry, goal));
      });
      if (keeps_goals) symmetries.insert(std::move(symmetry));
    }
  }
  return {symmetries.begin(), symmetries.end()};
}

}  // namespace

Game GameOf(const Rules& rules) {
  Game game = {.squares = rules.rows * rules.columns,
               .pieces = rules.pieces,
               .goals = Goals(rules),
               .neighbours = Neighbours(rules),
               .symmetries = {}};
  game.symmetries = Symmetries(rules, game);
  return game;
}

Set Image(const std::vector<int>& symmetry, Set set) {
  Set image = 0;
  ForEachSquare(set, [&](int square) { image |= Bit(symmetry[square]); });
  return image;
}

bool HasGoal(const Game& game, Set side) {
  return std::ranges::binary_search(game.goals, side);
}

Value ValueFrom(const Game& game, Position position, char letter,
                std::span<const Value> successors) {
  if (HasGoal(game, position.mover)) return kNoValue;
  if (HasGoal(game, position.opponent)) return kLossIn0;
  if (successors.empty()) return kLossIn0;
  Value picked = successors[0];
  for (const Value value : successors) {
    if (Prefers(letter, value, picked)) picked = value;
  }
  return OnePlyBefore(picked);
}

}  // namespace teeko::kernel
