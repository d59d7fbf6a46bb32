#include "solver_b/payload.h"

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "solver_b/check.h"

namespace teeko::solver_b {
namespace {

// Ranks of sets that have `others` and two squares a < b more: low[a] +
// high[b].
struct PairRanks {
  PairRanks(int squares, Set others) {
    // The others above b contribute as the next but one, those above a as the
    // next ones.
    uint64_t low_sum = 0;
    uint64_t high_sum = 0;
    int which = 0;
    for (Set rest = others; rest != 0; rest &= rest - 1) {
      high_sum += kBinomials[std::countr_zero(rest)][++which + 2];
    }
    which = 1;
    for (int square = 0; square < squares; ++square) {
      const auto& contributions = kBinomials[square];
      low[square] = low_sum + contributions[which];
      high[square] = high_sum + contributions[which + 1];
      if ((others & SetOf(square)) == 0) continue;
      low_sum += contributions[which] - contributions[which + 1];
      high_sum += contributions[which + 1] - contributions[which + 2];
      ++which;
    }
  }

  std::array<uint64_t, kMaxSquares> low, high;
};

template <typename Value>
void Fill(const SectionIndex& section, const std::vector<Value>& values,
          uint64_t first, std::span<uint8_t> out, Share share) {
  const SetClasses& movers = section.movers();
  const SetIndex& columns = section.columns();
  Check(first + out.size() / sizeof(Value) <= section.positions() &&
            values.size() == section.size(share),
        "the positions to write are in the section");
  auto next = out.begin();
  const auto write = [&next](Value value) {
    *next++ = value;
    if constexpr (sizeof(Value) == 2) *next++ = value >> 8;
  };
  uint64_t column = first % columns.count();
  for (uint64_t rank = first / columns.count(); next != out.end(); ++rank) {
    const Set mover = movers.sets().Unrank(rank);
    const auto [row, numbers] = movers.Canonicalize(mover);
    if (!share.Has(row)) {
      next += std::min<uint64_t>(out.end() - next,
                                 (columns.count() - column) * sizeof(Value));
      column = 0;
      continue;
    }
    const Value* const row_values = &values[section.Index(row, 0, share)];
    // From the numbers of the squares that the mover leaves to the row's.
    const SquaresLeft left(movers.board().squares(), mover);
    Permutation in_row = {};
    for (int i = 0; i < left.count(); ++i) in_row[i] = numbers[left.Square(i)];

    while (column < columns.count() && next != out.end()) {
      const Set opponent = columns.Unrank(column);
      // Sets that differ in their two lowest squares only follow each other.
      const int lowest = std::countr_zero(opponent);
      const Set higher = opponent & (opponent - 1);
      if (higher == 0) {
        write(row_values[columns.Rank(Image(in_row, opponent))]);
        ++column;
        continue;
      }
      const Set others = higher & (higher - 1);
      const PairRanks ranks(left.count(), Image(in_row, others));
      const int end = std::min(std::countr_zero(others), left.count());
      int first_low = lowest;
      for (int second = std::countr_zero(higher); second < end; ++second) {
        const uint8_t b = in_row[second];
        const int room = (out.end() - next) / sizeof(Value);
        const int end_low = std::min(second, first_low + room);
        for (int i = first_low; i < end_low; ++i) {
          const uint8_t a = in_row[i];
          write(row_values[a < b ? ranks.low[a] + ranks.high[b]
                                 : ranks.low[b] + ranks.high[a]]);
        }
        column += end_low - first_low;
        first_low = 0;
      }
    }
    column = 0;
  }
}

}  // namespace

void FillPayload(const SectionIndex& section, const Values& values,
                 uint64_t first, std::span<uint8_t> out, Share share) {
  std::visit(
      [&](const auto& cells) { Fill(section, cells, first, out, share); },
      values);
}

}  // namespace teeko::solver_b
