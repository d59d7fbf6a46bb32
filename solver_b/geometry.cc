#include "solver_b/geometry.h"

#include <algorithm>
#include <cstdlib>

namespace teeko::solver_b {
namespace {

struct Place {
  int row;
  int column;
};

// A figure lies in the smallest rectangle around it, which begins at row 0 and
// column 0.
using Figure = std::vector<Place>;

// `length` squares in each of the four directions.
std::vector<Figure> Lines(int length) {
  Figure across, down, falling, rising;
  for (int i = 0; i < length; ++i) {
    across.push_back({0, i});
    down.push_back({i, 0});
    falling.push_back({i, i});
    rising.push_back({length - 1 - i, i});
  }
  return {across, down, falling, rising};
}

// Corners of the square with a side that goes `along` columns while it goes
// `down` rows: along = 2, down = 1 gives
//
//     . X . .
//     . . . X
//     X . . .
//     . . X .
Figure Corners(int along, int down) {
  return {{0, down}, {down, down + along}, {along + down, along}, {along, 0}};
}

// Their sides go down as well as along.
std::vector<Figure> TiltedSquares(int largest_extent) {
  std::vector<Figure> figures;
  for (int extent = 2; extent <= largest_extent; ++extent) {
    for (int down = 1; down < extent; ++down) {
      figures.push_back(Corners(extent - down, down));
    }
  }
  return figures;
}

std::vector<Figure> Figures(const GoalFamily& family, int largest_extent) {
  switch (family.family_case()) {
    case GoalFamily::kLine:
      return Lines(family.line().length());
    case GoalFamily::kSquare:
      return {Corners(family.square().side(), 0)};
    case GoalFamily::kDiamond:
      return {Corners(family.diamond().radius(), family.diamond().radius())};
    case GoalFamily::kTiltedSquares:
      return TiltedSquares(largest_extent);
    case GoalFamily::FAMILY_NOT_SET:
      break;
  }
  std::abort();  // ValidateRules has refused it.
}

class Grid {
 public:
  explicit Grid(const Rules& rules)
      : rows_(rules.rows()),
        columns_(rules.columns()),
        wrapped_(rules.edges() == Rules::WRAPPED) {}

  int squares() const { return rows_ * columns_; }

  Place PlaceOf(int square) const {
    return {square / columns_, square % columns_};
  }

  // Across an edge counting goes on at the opposite one.
  int SquareAt(int row, int column) const {
    return (row + rows_) % rows_ * columns_ + (column + columns_) % columns_;
  }

  bool Contains(int row, int column) const {
    return wrapped_ ||
           (row >= 0 && row < rows_ && column >= 0 && column < columns_);
  }

  // How far a figure's upper left corner may be shifted down and along, with
  // the figure still on the board.  On a wrapped board it is enough to fit
  // there unshifted.
  std::vector<Place> Shifts(const Figure& figure) const {
    int rows_free = rows_;
    int columns_free = columns_;
    for (const Place& place : figure) {
      rows_free = std::min(rows_free, rows_ - place.row);
      columns_free = std::min(columns_free, columns_ - place.column);
    }
    if (rows_free <= 0 || columns_free <= 0) return {};
    return wrapped_ ? Rectangle(rows_, columns_)
                    : Rectangle(rows_free, columns_free);
  }

  // A square turns onto itself four times; of a rectangle only half turns fit.
  // Reflected, either does the same again.
  std::vector<Permutation> TurnsAndReflections() const {
    std::vector<Permutation> all;
    for (const bool transposed : {false, true}) {
      if (transposed && rows_ != columns_) continue;
      for (const bool rows_reversed : {false, true}) {
        for (const bool columns_reversed : {false, true}) {
          all.push_back(MakePermutation([&](Place place) {
            if (transposed) std::swap(place.row, place.column);
            if (rows_reversed) place.row = rows_ - 1 - place.row;
            if (columns_reversed) place.column = columns_ - 1 - place.column;
            return place;
          }));
        }
      }
    }
    return all;
  }

  Permutation Shift(const Place& by) const {
    return MakePermutation([&by](const Place& place) {
      return Place{place.row + by.row, place.column + by.column};
    });
  }

  // Those that take the board onto itself.
  std::vector<Place> Shifts() const {
    return wrapped_ ? Rectangle(rows_, columns_) : Rectangle(1, 1);
  }

 private:
  static std::vector<Place> Rectangle(int rows, int columns) {
    std::vector<Place> places;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        places.push_back({row, column});
      }
    }
    return places;
  }

  template <typename Move>
  Permutation MakePermutation(Move move) const {
    Permutation permutation = {};
    for (int square = 0; square < squares(); ++square) {
      const Place to = move(PlaceOf(square));
      permutation[square] = SquareAt(to.row, to.column);
    }
    return permutation;
  }

  int rows_;
  int columns_;
  bool wrapped_;
};

template <typename T>
void SortAndRemoveRepeats(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

Neighbors FindNeighbors(const Rules& rules) {
  const Grid grid(rules);
  Neighbors neighbors = {};
  for (int square = 0; square < grid.squares(); ++square) {
    const Place place = grid.PlaceOf(square);
    for (int row = place.row - 1; row <= place.row + 1; ++row) {
      for (int column = place.column - 1; column <= place.column + 1;
           ++column) {
        if (grid.Contains(row, column)) {
          neighbors[square] |= SetOf(grid.SquareAt(row, column));
        }
      }
    }
    neighbors[square] &= ~SetOf(square);
  }
  return neighbors;
}

std::vector<Set> FindGoals(const Rules& rules) {
  const Grid grid(rules);
  const int largest_extent = std::min(rules.rows(), rules.columns()) - 1;
  std::vector<Set> goals;
  for (const GoalFamily& family : rules.goals()) {
    for (const Figure& figure : Figures(family, largest_extent)) {
      for (const Place& shift : grid.Shifts(figure)) {
        Set goal = 0;
        for (const Place& place : figure) {
          goal |= SetOf(grid.SquareAt(shift.row + place.row,
                                      shift.column + place.column));
        }
        goals.push_back(goal);
      }
    }
  }
  SortAndRemoveRepeats(goals);
  return goals;
}

std::vector<Permutation> FindSymmetries(const Rules& rules) {
  const Grid grid(rules);
  std::vector<Permutation> symmetries;
  for (const Permutation& turn : grid.TurnsAndReflections()) {
    for (const Place& by : grid.Shifts()) {
      const Permutation shift = grid.Shift(by);
      Permutation both = {};
      for (int square = 0; square < grid.squares(); ++square) {
        both[square] = shift[turn[square]];
      }
      symmetries.push_back(both);
    }
  }
  // The identity is the least of all permutations.
  SortAndRemoveRepeats(symmetries);
  return symmetries;
}

}  // namespace teeko::solver_b
