#include "solver_a/board.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "absl/strings/str_cat.h"

namespace teeko::solver_a {
namespace {

struct Point {
  int row;
  int column;
};
using Figure = std::vector<Point>;

// A figure of each shape in the family, somewhere on the plane, pushed into
// the corner where rows and columns begin at 0.
std::vector<Figure> Shapes(const GoalFamily& family, int largest_extent) {
  // The square inscribed in a box of extent a + b, its corners a or b from
  // those of the box.  With a or b zero it is the box itself.
  //
  //     . a b b .
  //     . . T . .    T (0, a)          here a = 2, b = 2
  //     . . . . .
  //     L . . . R    R (a, a + b)      L (b, 0)
  //     . . . . .
  //     . . B . .    B (a + b, b)
  const auto square = [](int a, int b) -> Figure {
    return {{0, a}, {a, a + b}, {a + b, b}, {b, 0}};
  };
  std::vector<Figure> shapes;
  switch (family.family_case()) {
    case GoalFamily::kLine: {
      const int last = static_cast<int>(family.line().length()) - 1;
      Figure across, down, falling, rising;
      for (int i = 0; i <= last; ++i) {
        across.push_back({0, i});
        down.push_back({i, 0});
        falling.push_back({i, i});
        rising.push_back({last - i, i});
      }
      shapes = {across, down, falling, rising};
      break;
    }
    case GoalFamily::kSquare:
      shapes = {square(0, family.square().side())};
      break;
    case GoalFamily::kDiamond: {
      const int radius = family.diamond().radius();
      shapes = {square(radius, radius)};
      break;
    }
    case GoalFamily::kTiltedSquares:
      for (int extent = 2; extent <= largest_extent; ++extent) {
        for (int a = 1; a < extent; ++a) {
          shapes.push_back(square(a, extent - a));
        }
      }
      break;
    case GoalFamily::FAMILY_NOT_SET:
      break;
  }
  return shapes;
}

}  // namespace

Board::Board(const Rules& rules)
    : rows_(rules.rows()),
      columns_(rules.columns()),
      wrapped_(rules.edges() == Rules::WRAPPED),
      pieces_(rules.pieces()) {
  const auto on_board = [this](Point point) {
    return point.row >= 0 && point.row < rows_ && point.column >= 0 &&
           point.column < columns_;
  };
  // The bit of a point; none beyond the edges of a bounded board.
  const auto bit = [&](Point point) -> Set {
    if (wrapped_) {
      point.row = (point.row + rows_) % rows_;
      point.column = (point.column + columns_) % columns_;
    }
    if (!on_board(point)) return 0;
    return Set{1} << (point.row * columns_ + point.column);
  };

  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      Set around = 0;
      for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
          around |= bit({row + down, column + right});
        }
      }
      neighbours_.push_back(around & ~bit({row, column}));
    }
  }

  for (const GoalFamily& family : rules.goals()) {
    for (const Figure& shape : Shapes(family, std::min(rows_, columns_) - 1)) {
      if (!std::all_of(shape.begin(), shape.end(), on_board)) continue;
      for (int down = 0; down < rows_; ++down) {
        for (int right = 0; right < columns_; ++right) {
          Set goal = 0;
          for (const Point point : shape) {
            goal |= bit({point.row + down, point.column + right});
          }
          if (std::popcount(goal) == pieces_) goals_.push_back(goal);
        }
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

std::string Board::DrawGoals() const {
  const int width = 2 * columns_ + 1;  // "X . X" and a gap of two
  const size_t abreast = std::max(1, (80 + 2) / width);
  std::string text = absl::StrCat(goals_.size(), " goals\n");
  for (size_t first = 0; first < goals_.size(); first += abreast) {
    const size_t end = std::min(first + abreast, goals_.size());
    absl::StrAppend(&text, "\n");
    for (int row = 0; row < rows_; ++row) {
      std::string line;
      for (size_t goal = first; goal < end; ++goal) {
        for (int column = 0; column < columns_; ++column) {
          const bool member = goals_[goal] >> (row * columns_ + column) & 1;
          absl::StrAppend(&line, member ? "X" : "-", " ");
        }
        absl::StrAppend(&line, " ");
      }
      line.erase(line.find_last_not_of(' ') + 1);
      absl::StrAppend(&text, line, "\n");
    }
  }
  return text;
}

std::vector<int> SquaresOf(Set set) {
  std::vector<int> squares;
  for (; set != 0; set &= set - 1) squares.push_back(std::countr_zero(set));
  return squares;
}

}  // namespace teeko::solver_a
