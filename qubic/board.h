// Qubic's board: cells, lines, positions and the 192 maps (docs/qubic.md).

#ifndef TEEKO_QUBIC_BOARD_H_
#define TEEKO_QUBIC_BOARD_H_

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace teeko::qubic {

// A set of cells: bit c is cell number c + 1.
using Cells = uint64_t;

constexpr int kCells = 64;
constexpr int kMaps = 192;

constexpr Cells Bit(int cell) { return Cells{1} << cell; }
constexpr int First(Cells cells) { return std::countr_zero(cells); }
constexpr int Count(Cells cells) { return std::popcount(cells); }
// Faster than Count on processors without an instruction for it.
constexpr bool AtMostOne(Cells cells) { return (cells & (cells - 1)) == 0; }
constexpr bool ExactlyTwo(Cells cells) {
  return !AtMostOne(cells) && AtMostOne(cells & (cells - 1));
}

// The stones of both sides.
struct Position {
  Cells x = 0, o = 0;

  Cells empty() const { return ~(x | o); }
  auto operator<=>(const Position&) const = default;
};

// Positions with more stones come first.  Of two positions with equally many
// stones, the one that has a stone on the smallest cell in which they differ
// comes first; X's stones are compared before O's.
struct MoreStonesFirst {
  bool operator()(const Position& a, const Position& b) const {
    if (Count(a.x) != Count(b.x)) return Count(a.x) > Count(b.x);
    const auto [of_a, of_b] =
        a.x != b.x ? std::pair(a.x, b.x) : std::pair(a.o, b.o);
    const Cells differ = of_a ^ of_b;
    return (of_a & differ & -differ) != 0;
  }
};

struct PositionHash {
  size_t operator()(const Position& p) const {
    uint64_t h = p.x * 0x9E3779B97F4A7C15 ^ std::rotl(p.o, 31);
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93;
    return h ^ h >> 29;
  }
};

// All lines.
extern const std::array<Cells, 76> kLines;

// The lines through a cell: 7 or 4.
struct LinesThrough {
  int size = 0;
  std::array<Cells, 7> lines;

  const Cells* begin() const { return lines.data(); }
  const Cells* end() const { return lines.data() + size; }
};
extern const std::array<LinesThrough, kCells> kThrough;

// Returns the empty cells that complete one of these lines for the side with
// `own`.
template <typename LineList>
Cells Threats(const LineList& lines, Cells own, Cells other) {
  Cells threats = 0;
  for (const Cells line : lines) {
    const Cells missing = line & ~own;
    if (AtMostOne(missing)) threats |= missing & ~other;
  }
  return threats;
}
inline Cells Threats(Cells own, Cells other) {
  return Threats(kLines, own, other);
}

// Returns the image of a position under a map, 0 to 191.
Position Map(int map, const Position& position);

// Returns the smallest image of a position under the maps, and the first map
// that leads to this image.
struct Canonical {
  Position position;
  int map;

  auto operator<=>(const Canonical&) const = default;
};
Canonical Canonicalize(const Position& position);

}  // namespace teeko::qubic

#endif  // TEEKO_QUBIC_BOARD_H_
