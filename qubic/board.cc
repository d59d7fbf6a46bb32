#include "qubic/board.h"

#include <algorithm>

namespace teeko::qubic {
namespace {

// Cell c has the coordinates c % 4, c / 4 % 4 and c / 16.

// Returns the line that begins on `cell` and goes on by `step` cells on each
// axis; 0 if the line leaves the board.
constexpr Cells Line(int cell, const std::array<int, 3>& step) {
  Cells line = 0;
  for (int i = 0; i < 4; ++i) {
    int end = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int value = (cell >> 2 * axis & 3) + i * step[axis];
      if (value < 0 || value > 3) return 0;
      end += value << 2 * axis;
    }
    line |= Bit(end);
  }
  return line;
}

constexpr std::array<Cells, 76> MakeLines() {
  std::array<Cells, 76> lines = {};
  int size = 0;
  // The first coordinate of the step that is not 0 is 1, so that each line
  // comes once.
  for (int step = 14; step < 27; ++step) {
    for (int cell = 0; cell < kCells; ++cell) {
      const Cells line =
          Line(cell, {step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1});
      if (line != 0) lines[size++] = line;
    }
  }
  return lines;
}

constexpr std::array<LinesThrough, kCells> MakeThrough() {
  std::array<LinesThrough, kCells> through = {};
  for (const Cells line : MakeLines()) {
    for (Cells rest = line; rest != 0; rest &= rest - 1) {
      LinesThrough& list = through[First(rest)];
      list.lines[list.size++] = line;
    }
  }
  return through;
}

using Images = std::array<std::array<Cells, kMaps>, kCells>;

// Returns the images of each cell under the maps.
constexpr Images MakeImages() {
  constexpr int kValues[4][4] = {
      {0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 3, 2}, {1, 3, 0, 2}};
  constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  Images images = {};
  for (int cell = 0; cell < kCells; ++cell) {
    for (int map = 0; map < kMaps; ++map) {
      int image = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const int old = kOrders[map / 32][axis];
        const int value = kValues[map % 4][cell >> 2 * old & 3];
        image += ((map / 4 >> old & 1) ? 3 - value : value) << 2 * axis;
      }
      images[cell][map] = Bit(image);
    }
  }
  return images;
}

constinit const Images kImages = MakeImages();

Cells Image(int map, Cells cells) {
  Cells image = 0;
  for (; cells != 0; cells &= cells - 1) image |= kImages[First(cells)][map];
  return image;
}

}  // namespace

constinit const std::array<Cells, 76> kLines = MakeLines();
constinit const std::array<LinesThrough, kCells> kThrough = MakeThrough();

Position Map(int map, const Position& position) {
  return {Image(map, position.x), Image(map, position.o)};
}

Canonical Canonicalize(const Position& position) {
  std::array<Cells, kMaps> images_of_x = {};
  for (Cells rest = position.x; rest != 0; rest &= rest - 1) {
    const auto& images = kImages[First(rest)];
    for (int map = 0; map < kMaps; ++map) images_of_x[map] |= images[map];
  }
  Canonical best = {position, 0};
  for (int map = 1; map < kMaps; ++map) {
    const Cells x = images_of_x[map];
    if (x > best.position.x) continue;
    best = std::min(best, {{x, Image(map, position.o)}, map});
  }
  return best;
}

}  // namespace teeko::qubic
