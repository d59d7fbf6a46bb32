#include "qubic/board.h"

#include <utility>

namespace teeko::qubic {
namespace {

using Point = std::array<int, 3>;

int CellAt(const Point& p) { return p[0] + 4 * p[1] + 16 * p[2]; }

struct Tables {
  std::vector<Cells> lines;
  std::array<LinesThrough, kCells> through;
  // Images of sets of cells, by map, byte of the set and value of the byte.
  std::array<std::array<std::array<Cells, 256>, 8>, kMaps> images = {};

  Tables() {
    // A step whose first coordinate other than 0 is 1, so that each line comes
    // once.
    for (int step = 14; step < 27; ++step) {
      const Point d = {step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1};
      for (int cell = 0; cell < kCells; ++cell) AddLine(cell, d);
    }
    for (int map = 0; map < kMaps; ++map) {
      for (int cell = 0; cell < kCells; ++cell) {
        const Cells image = Only(Image(map, cell));
        for (int value = 0; value < 256; ++value) {
          if (value >> cell % 8 & 1) images[map][cell / 8][value] |= image;
        }
      }
    }
  }

  void AddLine(int cell, const Point& d) {
    Cells line = 0;
    for (int i = 0; i < 4; ++i) {
      Point p = {cell % 4, cell / 4 % 4, cell / 16};
      for (int axis = 0; axis < 3; ++axis) {
        p[axis] += i * d[axis];
        if (p[axis] < 0 || p[axis] > 3) return;
      }
      line |= Only(CellAt(p));
    }
    lines.push_back(line);
    for (Cells rest = line; rest != 0; rest &= rest - 1) {
      LinesThrough& list = through[First(rest)];
      list.lines[list.size++] = line;
    }
  }

  static int Image(int map, int cell) {
    constexpr int kValues[4][4] = {
        {0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 3, 2}, {1, 3, 0, 2}};
    constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const Point from = {cell % 4, cell / 4 % 4, cell / 16};
    Point to;
    for (int axis = 0; axis < 3; ++axis) {
      const int old = kOrders[map / 32][axis];
      const int value = kValues[map % 4][from[old]];
      to[axis] = (map / 4 >> old & 1) ? 3 - value : value;
    }
    return CellAt(to);
  }
};

const Tables& GetTables() {
  static const Tables* const tables = new Tables;
  return *tables;
}

Cells Image(int map, Cells cells) {
  Cells image = 0;
  for (const auto& by_value : GetTables().images[map]) {
    image |= by_value[cells & 255];
    cells >>= 8;
  }
  return image;
}

// Returns the cells that complete one of these lines for the side with `own`.
template <typename LineList>
Cells ThreatsOn(const LineList& lines, Cells own, Cells other) {
  Cells threats = 0;
  for (const Cells line : lines) {
    const Cells missing = line & ~own;
    if (AtMostOne(missing)) threats |= missing & ~other;
  }
  return threats;
}

}  // namespace

const std::vector<Cells>& Lines() { return GetTables().lines; }

const LinesThrough& Through(int cell) { return GetTables().through[cell]; }

Cells Threats(Cells own, Cells other) { return ThreatsOn(Lines(), own, other); }

Cells Threats(Cells own, Cells other, int cell) {
  return ThreatsOn(Through(cell), own, other);
}

Position Map(int map, const Position& position) {
  return {Image(map, position.x), Image(map, position.o)};
}

Canonical Canonicalize(const Position& position) {
  Canonical best = {position, 0};
  for (int map = 1; map < kMaps; ++map) {
    const Cells x = Image(map, position.x);
    if (x > best.position.x) continue;
    const Position image = {x, Image(map, position.o)};
    if (image < best.position) best = {image, map};
  }
  return best;
}

}  // namespace teeko::qubic
