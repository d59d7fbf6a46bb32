// Converts the places of a section to the order of the table.

#include <algorithm>

#include "solver_b/require.h"
#include "solver_b/solver.h"

namespace teeko::solver_b {
namespace {

template <typename Value>
void Fill(const SectionIndex& section, const std::vector<Value>& values,
          uint64_t first, std::span<uint8_t> out, Partition partition) {
  const SetOrbits& movers = section.movers();
  const SetIndex& columns = section.columns();
  const uint64_t past = first + out.size() / sizeof(Value);
  auto next = out.begin();
  const auto write = [&next](Value value) {
    *next++ = value;
    if constexpr (sizeof(Value) == 2) *next++ = value >> 8;
  };
  for (uint64_t rank = first / columns.count(); first < past; ++rank) {
    const uint64_t start = rank * columns.count();
    const uint64_t end = std::min(past, start + columns.count());
    const auto [row, numbers] = movers.Canonicalize(rank);
    if (!partition.Has(row)) {
      next += (end - first) * sizeof(Value);
      first = end;
      continue;
    }
    const Value* const row_values = &values[section.Index(row, 0, partition)];
    // Maps a number of a square among the squares outside the mover's set to
    // its number in the row.
    const SquaresLeft left(movers.board().squares(), movers.sets()[rank]);
    Permutation in_row = {};
    for (int i = 0; i < left.count(); ++i) in_row[i] = numbers[left.Square(i)];

    while (first < end) {
      // Sets that differ only in their lowest square are consecutive.
      const Set opponent = columns.Unrank(first - start);
      const Set others = opponent & (opponent - 1);
      if (opponent == 0) {
        write(row_values[0]);
        ++first;
        continue;
      }
      const uint32_t* const ranks =
          columns.IndicesWith(Rank(Image(in_row, others)));
      const int lowest = std::countr_zero(opponent);
      const int past_lowest =
          std::min({uint64_t(std::countr_zero(others)), uint64_t(left.count()),
                    lowest + end - first});
      first += past_lowest - lowest;
      for (int square = lowest; square < past_lowest; ++square) {
        write(row_values[ranks[in_row[square]]]);
      }
    }
  }
}

// The same with scoring: the rows of the attacker's canonical sets.
void FillScored(const SectionIndex& section, const std::vector<uint8_t>& values,
                uint64_t first, std::span<uint8_t> out, Partition partition) {
  const SetOrbits& attackers = section.attackers();
  const uint32_t patterns = section.columns().pattern_count();
  const std::vector<Set> defenders =
      SetsOfSize(attackers.orbits()[0].left.count(), section.defender_pieces());
  const uint64_t columns = defenders.size();
  // By the defender's set: the values of the positions with a set of the
  // attacker, from pattern 0 on, or nullptr if another process has them.
  struct Place {
    const uint8_t* values;
    const uint16_t* after;
  };
  std::vector<Place> places;
  uint64_t places_orbit = -1;  // of the attacker's set
  for (size_t i = 0; i < out.size();) {
    const uint64_t part = (first + i) / columns;
    const uint64_t orbit = part / patterns;
    if (orbit != places_orbit) {
      places_orbit = orbit;
      places.clear();
      const auto& [attacker, left, stabilizer] = attackers.orbits()[orbit];
      for (const Set defender : defenders) {
        const SectionIndex::InRow image =
            section.mover() == kAttacker
                ? section.Unchanged(orbit, defender)
                : section.Canonicalize(RankOnBoard(left, defender), attacker);
        const uint8_t* own = nullptr;
        if (partition.Has(image.row)) {
          own = &values[section.Index(
              image.row, section.columns().IndexOf(image.opponent), partition)];
          __builtin_prefetch(own);
        }
        places.push_back({own, image.after.first});
      }
    }
    for (uint64_t column = (first + i) % columns;
         column < columns && i < out.size(); ++column, ++i) {
      const auto& [from, after] = places[column];
      if (from != nullptr) out[i] = from[after[part % patterns]];
    }
  }
}

}  // namespace

void FillPayload(const SectionIndex& section, const Values& values,
                 uint64_t first, std::span<uint8_t> out, Partition partition) {
  std::visit(
      [&]<typename Value>(const std::vector<Value>& cells) {
        Require(
            first + out.size() / sizeof(Value) <= section.stored_positions() &&
                cells.size() == section.size(partition),
            "the section has the positions to write");
        if constexpr (sizeof(Value) == 1) {
          if (section.is_scored()) {
            return FillScored(section, cells, first, out, partition);
          }
        }
        Fill(section, cells, first, out, partition);
      },
      values);
}

}  // namespace teeko::solver_b
