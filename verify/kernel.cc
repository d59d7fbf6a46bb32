#include "verify/kernel.h"

#include <algorithm>
#include <set>
#include <utility>

namespace teeko::kernel {
namespace {

// Squares by row and column within the smallest box that holds them all.
using Figure = std::vector<std::pair<int, int>>;

std::vector<Figure> Figures(const Words& words, const Family& family) {
  const int size = family.size;
  std::vector<Figure> figures;
  switch (family.shape) {
    case Family::kLine:
      figures.resize(4);
      for (int i = 0; i < size; ++i) {
        figures[0].push_back({0, i});
        figures[1].push_back({i, 0});
        figures[2].push_back({i, i});
        figures[3].push_back({i, size - 1 - i});
      }
      break;
    case Family::kSquare:
      figures.push_back({{0, 0}, {0, size}, {size, 0}, {size, size}});
      break;
    case Family::kDiamond:
      figures.push_back(
          {{0, size}, {size, 0}, {size, 2 * size}, {2 * size, size}});
      break;
    case Family::kTiltedSquares:
      // One corner on each side of a box, all as far (a) along it:
      //
      //     . X . .
      //     . . . X    box = 3, a = 1
      //     X . . .
      //     . . X .
      for (int box = 2; box < std::min(words.rows, words.columns); ++box) {
        for (int a = 1; a < box; ++a) {
          figures.push_back({{0, a}, {a, box}, {box, box - a}, {box - a, 0}});
        }
      }
      break;
  }
  return figures;
}

std::vector<Set> Goals(const Words& words) {
  std::set<Set> goals;
  for (const Family& family : words.families) {
    for (const Figure& figure : Figures(words, family)) {
      int height = 0;
      int width = 0;
      for (const auto& [r, c] : figure) {
        height = std::max(height, r + 1);
        width = std::max(width, c + 1);
      }
      if (height > words.rows || width > words.columns) continue;
      // Where edges wrap, what fits may be shifted across them.
      const int last_row = words.wrapped ? words.rows - 1 : words.rows - height;
      const int last_column =
          words.wrapped ? words.columns - 1 : words.columns - width;
      for (int row = 0; row <= last_row; ++row) {
        for (int column = 0; column <= last_column; ++column) {
          Set goal = 0;
          for (const auto& [r, c] : figure) {
            goal |= Only((row + r) % words.rows * words.columns +
                         (column + c) % words.columns);
          }
          goals.insert(goal);
        }
      }
    }
  }
  return {goals.begin(), goals.end()};
}

std::vector<Set> Neighbours(const Words& words) {
  std::vector<Set> neighbours;
  for (int row = 0; row < words.rows; ++row) {
    for (int column = 0; column < words.columns; ++column) {
      Set around = 0;
      for (int r = row - 1; r <= row + 1; ++r) {
        for (int c = column - 1; c <= column + 1; ++c) {
          const bool on_board =
              r >= 0 && r < words.rows && c >= 0 && c < words.columns;
          if (!on_board && !words.wrapped) continue;
          around |= Only((r + words.rows) % words.rows * words.columns +
                         (c + words.columns) % words.columns);
        }
      }
      neighbours.push_back(around & ~Only(row * words.columns + column));
    }
  }
  return neighbours;
}

std::vector<std::vector<int>> Symmetries(const Words& words,
                                         const std::vector<Set>& goals) {
  const auto [rows, columns] = std::pair(words.rows, words.columns);
  // Rows upside down, columns from right to left, then rows for columns, then a
  // shift: every symmetry of the board is one of these.
  const int exchanges = rows == columns ? 2 : 1;
  const int row_shifts = words.wrapped ? rows : 1;
  const int column_shifts = words.wrapped ? columns : 1;
  std::set<std::vector<int>> symmetries;
  for (int kind = 0; kind < 4 * exchanges; ++kind) {
    for (int shift = 0; shift < row_shifts * column_shifts; ++shift) {
      std::vector<int> symmetry;
      for (int square = 0; square < rows * columns; ++square) {
        int row = square / columns;
        int column = square % columns;
        if (kind & 1) row = rows - 1 - row;
        if (kind & 2) column = columns - 1 - column;
        if (kind & 4) std::swap(row, column);
        row = (row + shift / column_shifts) % rows;
        column = (column + shift % column_shifts) % columns;
        symmetry.push_back(row * columns + column);
      }
      const bool keeps_goals = std::ranges::all_of(goals, [&](Set goal) {
        return std::ranges::binary_search(goals, Image(symmetry, goal));
      });
      if (keeps_goals) symmetries.insert(std::move(symmetry));
    }
  }
  return {symmetries.begin(), symmetries.end()};
}

}  // namespace

Game GameOf(const Words& words) {
  Game game;
  game.squares = words.rows * words.columns;
  game.pieces = words.pieces;
  game.goals = Goals(words);
  game.neighbours = Neighbours(words);
  game.symmetries = Symmetries(words, game.goals);
  return game;
}

Set Image(const std::vector<int>& symmetry, Set set) {
  Set image = 0;
  ForEachSquare(set, [&](int square) { image |= Only(symmetry[square]); });
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
    if (Picks(letter, value, picked)) picked = value;
  }
  return OnePlyBefore(picked);
}

}  // namespace teeko::kernel
