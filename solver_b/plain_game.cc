#include "solver_b/plain_game.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace teeko::solver_b {
namespace {

constexpr uint16_t kDraw = 0;
constexpr uint16_t kLostNow = 1;
constexpr uint16_t kNoValue = 65535;

bool IsLoss(int value) { return value != kNoValue && value % 2 == 1; }
bool IsWin(int value) { return value != kDraw && value % 2 == 0; }

struct Point {
  int row;
  int column;
};

std::vector<Point> Points(uint64_t set, int rows, int columns) {
  std::vector<Point> points;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (set >> (row * columns + column) & 1) points.push_back({row, column});
    }
  }
  return points;
}

// Each point follows from the one before by the same step to a neighbour.
bool IsLine(const std::vector<Point>& points) {
  const int down = points[1].row - points[0].row;
  const int along = points[1].column - points[0].column;
  for (size_t i = 1; i < points.size(); ++i) {
    if (points[i].row - points[i - 1].row != down ||
        points[i].column - points[i - 1].column != along) {
      return false;
    }
  }
  return down <= 1 && std::abs(along) <= 1;
}

// Squares of the distances between any two, in order.
std::vector<int> SquaredDistances(const std::vector<Point>& points) {
  std::vector<int> distances;
  for (size_t i = 0; i < points.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const int down = points[i].row - points[j].row;
      const int along = points[i].column - points[j].column;
      distances.push_back(down * down + along * along);
    }
  }
  std::sort(distances.begin(), distances.end());
  return distances;
}

// Four sides and two diagonals.
bool IsAnySquare(const std::vector<Point>& points, int squared_side) {
  const int s = squared_side;
  return SquaredDistances(points) == std::vector<int>{s, s, s, s, 2 * s, 2 * s};
}

int RowsUsed(const std::vector<Point>& points) {
  std::set<int> rows;
  for (const Point& point : points) rows.insert(point.row);
  return rows.size();
}

bool Forms(const GoalFamily& family, const std::vector<Point>& points) {
  switch (family.family_case()) {
    case GoalFamily::kLine:
      return IsLine(points);
    case GoalFamily::kSquare: {
      const int side = family.square().side();
      return IsAnySquare(points, side * side) && RowsUsed(points) == 2;
    }
    case GoalFamily::kDiamond: {
      const int radius = family.diamond().radius();
      return IsAnySquare(points, 2 * radius * radius) && RowsUsed(points) == 3;
    }
    case GoalFamily::kTiltedSquares:
      return IsAnySquare(points, SquaredDistances(points)[0]) &&
             RowsUsed(points) > 2;
    case GoalFamily::FAMILY_NOT_SET:
      break;
  }
  return false;
}

uint64_t Shifted(uint64_t set, int rows, int columns, int down, int along) {
  uint64_t shifted = 0;
  for (const Point& point : Points(set, rows, columns)) {
    shifted |= uint64_t{1} << ((point.row + down) % rows * columns +
                               (point.column + along) % columns);
  }
  return shifted;
}

template <typename T>
size_t IndexIn(const std::vector<T>& sorted, const T& item) {
  return std::lower_bound(sorted.begin(), sorted.end(), item) - sorted.begin();
}

}  // namespace

bool PlainGame::Adjacent(int a, int b) const {
  const int columns = rules_.columns();
  const int rows = rules_.rows();
  int down = std::abs(a / columns - b / columns);
  int along = std::abs(a % columns - b % columns);
  if (rules_.edges() == Rules::WRAPPED) {
    down = std::min(down, rows - down);
    along = std::min(along, columns - along);
  }
  return a != b && down <= 1 && along <= 1;
}

bool PlainGame::IsGoal(uint64_t set) const {
  const int rows = rules_.rows();
  const int columns = rules_.columns();
  const bool wrapped = rules_.edges() == Rules::WRAPPED;
  for (int down = 0; down < (wrapped ? rows : 1); ++down) {
    for (int along = 0; along < (wrapped ? columns : 1); ++along) {
      const std::vector<Point> points =
          Points(Shifted(set, rows, columns, down, along), rows, columns);
      for (const GoalFamily& family : rules_.goals()) {
        if (Forms(family, points)) return true;
      }
    }
  }
  return false;
}

std::set<uint64_t> PlainGame::Goals() const {
  std::set<uint64_t> goals;
  for (const uint64_t set : SetsOfSize(rules_.pieces())) {
    if (IsGoal(set)) goals.insert(set);
  }
  return goals;
}

std::vector<uint64_t> PlainGame::SetsOfSize(int size) const {
  std::vector<uint64_t> sets = {0};
  for (int i = 0; i < size; ++i) {
    std::vector<uint64_t> larger;
    for (const uint64_t set : sets) {
      for (int square = 0; square < Squares(); ++square) {
        const uint64_t added = uint64_t{1} << square;
        if (added > set) larger.push_back(set | added);
      }
    }
    sets = larger;
  }
  std::sort(sets.begin(), sets.end());
  return sets;
}

std::vector<PlainGame::Pair> PlainGame::Positions(int placed) const {
  const std::vector<uint64_t> opponents = SetsOfSize((placed + 1) / 2);
  std::vector<Pair> positions;
  for (const uint64_t mover : SetsOfSize(placed / 2)) {
    for (const uint64_t opponent : opponents) {
      if ((mover & opponent) == 0) positions.emplace_back(mover, opponent);
    }
  }
  return positions;
}

std::vector<uint16_t> PlainGame::SolveMoves(
    const std::set<uint64_t>& goals) const {
  const std::vector<Pair> positions = Positions(2 * rules_.pieces());
  std::vector<uint16_t> values(positions.size(), kDraw);
  struct Open {
    size_t position;
    std::vector<size_t> successors;
  };
  std::vector<Open> open;
  for (size_t i = 0; i < positions.size(); ++i) {
    const auto [mover, opponent] = positions[i];
    std::vector<size_t> successors;
    for (int from = 0; from < Squares(); ++from) {
      if ((mover >> from & 1) == 0) continue;
      for (int to = 0; to < Squares(); ++to) {
        if (((mover | opponent) >> to & 1) == 0 && Adjacent(from, to)) {
          const Pair successor = {
              opponent, (mover & ~(uint64_t{1} << from)) | uint64_t{1} << to};
          successors.push_back(IndexIn(positions, successor));
        }
      }
    }
    if (goals.contains(mover)) {
      values[i] = kNoValue;
    } else if (goals.contains(opponent) || successors.empty()) {
      values[i] = kLostNow;
    } else {
      open.push_back({i, successors});
    }
  }

  // Look at every open position again for 1, 2, … plies, until nothing was
  // decided in two rounds running: one for wins and one for losses.
  for (int plies = 1, idle = 0; idle < 2; ++plies) {
    std::vector<size_t> decided;
    std::erase_if(open, [&](const Open& candidate) {
      const auto is_loss = [&values](size_t i) { return IsLoss(values[i]); };
      const auto is_win = [&values](size_t i) { return IsWin(values[i]); };
      const std::vector<size_t>& successors = candidate.successors;
      const bool now =
          plies % 2 == 1
              ? std::any_of(successors.begin(), successors.end(), is_loss)
              : std::all_of(successors.begin(), successors.end(), is_win);
      if (now) decided.push_back(candidate.position);
      return now;
    });
    for (const size_t i : decided) values[i] = plies + 1;
    idle = decided.empty() ? idle + 1 : 0;
  }
  return values;
}

std::vector<uint16_t> PlainGame::SolveDrops(
    const std::set<uint64_t>& goals, int placed, char letter,
    const std::vector<uint16_t>& next) const {
  // From the best for the side that drops to the worst.
  const auto better = [](int a, int b) {
    const auto kind = [](int value) {
      return value == kDraw ? 1 : IsWin(value) ? 2 : 0;
    };
    if (kind(a) != kind(b)) return kind(a) > kind(b);
    return IsWin(a) ? a < b : a > b;
  };
  const std::vector<Pair> next_positions = Positions(placed + 1);
  std::vector<uint16_t> values;
  for (const auto& [mover, opponent] : Positions(placed)) {
    if (goals.contains(opponent)) {  // It has all its pieces, then.
      values.push_back(kLostNow);
      continue;
    }
    std::vector<int> choices;
    for (int square = 0; square < Squares(); ++square) {
      if (((mover | opponent) >> square & 1) == 1) continue;
      const Pair after = {opponent, mover | uint64_t{1} << square};
      const int value = next[IndexIn(next_positions, after)];
      choices.push_back(value == kDraw ? kDraw : value + 1);
    }
    std::sort(choices.begin(), choices.end(), better);
    values.push_back(letter == 'S' ? choices.front() : choices.back());
  }
  return values;
}

PlainGame::Sections PlainGame::Solve() const {
  const std::set<uint64_t> goals = Goals();
  Sections sections;
  const int all = 2 * rules_.pieces();
  sections[{all, ""}] = SolveMoves(goals);
  for (const std::string& style : rules_.styles()) {
    for (int placed = all - 1; placed >= 0; --placed) {
      const std::string drops = style.substr(placed / 2);
      const std::string drops_after = style.substr((placed + 1) / 2);
      if (sections.contains({placed, drops})) continue;
      sections[{placed, drops}] = SolveDrops(
          goals, placed, drops[0], sections.at({placed + 1, drops_after}));
    }
  }
  return sections;
}

}  // namespace teeko::solver_b
