#include "kernel/order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>

namespace teeko::kernel {
namespace {

// Pascal's triangle.  Its largest number, C(64, 32) = 1.8e18, fits into 64
// bits.
constexpr auto kChoose = [] {
  std::array<std::array<uint64_t, 65>, 65> choose = {};
  for (int n = 0; n <= 64; ++n) {
    choose[n][0] = 1;
    for (int k = 1; k <= n; ++k) {
      choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
  }
  return choose;
}();

}  // namespace

uint64_t Choose(int n, int k) { return k > n ? 0 : kChoose[n][k]; }

uint64_t Rank(Set set) {
  uint64_t rank = 0;
  int size = 0;
  ForEachSquare(set, [&](int square) { rank += kChoose[square][++size]; });
  return rank;
}

Set Unrank(uint64_t rank, int size) {
  Set set = 0;
  int square = 64;
  for (; size > 0; --size) {
    do {
      --square;
    } while (kChoose[square][size] > rank);
    rank -= kChoose[square][size];
    set |= Bit(square);
  }
  return set;
}

Set Compress(Set set, Set omitted) {
  Set compressed = 0;
  ForEachSquare(set, [&](int square) {
    compressed |= Bit(square - std::popcount(omitted & Below(square)));
  });
  return compressed;
}

Set Expand(Set set, Set omitted) {
  // Makes room for the omitted squares, one at a time.
  ForEachSquare(omitted, [&](int square) {
    set = (set & Below(square)) | (set & ~Below(square)) << 1;
  });
  return set;
}

int FindSection(const std::vector<Section>& sections, int placed,
                const std::string& drops) {
  const auto found = std::ranges::find_if(sections, [&](const Section& s) {
    return s.placed == placed && s.drops == drops;
  });
  return static_cast<int>(found - sections.begin());
}

std::vector<Section> Sections(const Game& game,
                              const std::vector<std::string>& styles) {
  std::vector<Section> sections;
  for (int placed = 2 * game.pieces; placed >= 0; --placed) {
    Section section;
    section.placed = placed;
    section.mover_pieces = placed / 2;
    section.opponent_pieces = placed - section.mover_pieces;
    if (__builtin_mul_overflow(Choose(game.squares, section.mover_pieces),
                               Choose(game.squares - section.mover_pieces,
                                      section.opponent_pieces),
                               &section.positions)) {
      section.positions = std::numeric_limits<uint64_t>::max();
    }
    // Each letter counts for one drop of each side, and the mover has made one
    // drop for each letter that is used up.
    std::set<std::string> all_drops;
    for (const std::string& style : styles) {
      all_drops.insert(style.substr(section.mover_pieces));
    }
    for (const std::string& drops : all_drops) {
      section.drops = drops;
      // The second of these two drops, which makes `placed` even, uses the
      // letter up.
      section.next = drops.empty() ? 0
                                   : FindSection(sections, placed + 1,
                                                 drops.substr(placed % 2));
      sections.push_back(section);
    }
  }
  return sections;
}

uint64_t RowSize(const Game& game, const Section& section) {
  return Choose(game.squares - section.mover_pieces, section.opponent_pieces);
}

uint64_t Index(const Game& game, Position position) {
  const auto [mover, opponent] = position;
  const uint64_t row_size =
      Choose(game.squares - std::popcount(mover), std::popcount(opponent));
  return Rank(mover) * row_size + Rank(Compress(opponent, mover));
}

Position PositionAt(const Game& game, const Section& section, uint64_t index) {
  const uint64_t row_size = RowSize(game, section);
  const Set mover = Unrank(index / row_size, section.mover_pieces);
  const Set opponent = Unrank(index % row_size, section.opponent_pieces);
  return {mover, Expand(opponent, mover)};
}

}  // namespace teeko::kernel
