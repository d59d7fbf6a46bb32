#include "verify/counts.h"

#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "proto/section_values.h"
#include "verify/order.h"

namespace teeko::verify {
namespace {

// Values as a payload has them, each of so many positions.
struct Part {
  absl::Span<const uint8_t> payload;
  uint64_t times;
};

// How many positions have each value.
template <typename T>
std::vector<uint64_t> Histogram(const std::vector<Part>& parts) {
  using Counts = std::vector<uint64_t>;
  tbb::combinable<Counts> some([] { return Counts(kNoValueIn<T> + 1); });
  tbb::parallel_for(size_t{0}, parts.size(), [&](size_t part) {
    const auto& [payload, times] = parts[part];
    const T* const values = reinterpret_cast<const T*>(payload.data());
    tbb::parallel_for(
        tbb::blocked_range<uint64_t>(0, payload.size() / sizeof(T), 1 << 20),
        [&, times = times](const tbb::blocked_range<uint64_t>& range) {
          Counts& counts = some.local();
          for (uint64_t i = range.begin(); i != range.end(); ++i) {
            counts[values[i]] += times;
          }
        });
  });
  Counts total(kNoValueIn<T> + 1);
  some.combine_each([&](const Counts& counts) {
    std::ranges::transform(total, counts, total.begin(), std::plus<>());
  });
  return total;
}

void Count(const std::vector<Part>& parts, int value_bytes,
           Manifest& manifest) {
  std::vector<uint64_t> counts =
      value_bytes == 1 ? Histogram<uint8_t>(parts) : Histogram<uint16_t>(parts);
  manifest.set_placements(
      std::accumulate(counts.begin(), counts.end(), uint64_t{0}));
  manifest.set_no_value(counts.back());
  counts.pop_back();
  manifest.set_draws(counts[kernel::kDraw]);
  while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
  manifest.mutable_levels()->Assign(counts.begin() + kernel::kLossIn0,
                                    counts.end());
}

// `value` is that of the empty board, so that Black is the mover.
EmptyBoardValue FromStart(kernel::Value value) {
  EmptyBoardValue result;
  if (value == kernel::kDraw) return result;
  const int plies = value - 1;
  const bool mover_wins = plies % 2 == 1;
  result.set_winner(mover_wins ? EmptyBoardValue::BLACK : EmptyBoardValue::RED);
  result.set_plies(plies);
  return result;
}

}  // namespace

void CountValues(absl::Span<const uint8_t> payload, uint64_t positions,
                 Manifest& manifest) {
  Count({{payload, 1}}, payload.size() / positions, manifest);
}

void CountValues(const ReducedTable& table, Manifest& manifest) {
  constexpr int kAllPlaced = 0;  // the first section
  const auto& classes =
      table.sets(table.sections()[kAllPlaced].mover_pieces).classes;
  std::vector<Part> rows;
  for (size_t i = 0; i < classes.size(); ++i) {
    rows.push_back({table.Row(kAllPlaced, i), classes[i].sets});
  }
  Count(rows, table.value_bytes(), manifest);
}

void AddVariants(const Rules& rules, const ReducedTable& table,
                 Manifest& manifest) {
  const kernel::Game& game = table.game();
  const auto add = [&](const std::string& style, bool centre_ban) {
    // The only row: the mover has no piece yet, the opponent one.
    const auto values =
        table.Row(kernel::FindSection(table.sections(), 1, style), 0);
    VariantValue& variant = *manifest.add_variants();
    variant.set_style(style);
    variant.set_centre_ban(centre_ban);
    std::vector<kernel::Value> allowed;
    for (int square = 0; square < game.squares; ++square) {
      if (centre_ban &&
          std::ranges::count(rules.banned_first_drops(), square + 1) > 0) {
        continue;
      }
      const kernel::Value value =
          SectionValues::Decode(values.data(), table.value_bytes(), square);
      allowed.push_back(value);
      FirstDrop& drop = *variant.add_first_drops();
      drop.set_square(square + 1);
      *drop.mutable_value() = FromStart(kernel::OnePlyBefore(value));
    }
    *variant.mutable_value() =
        FromStart(kernel::ValueFrom(game, {0, 0}, style[0], allowed));
  };
  for (const std::string& style : rules.styles()) {
    add(style, false);
    if (!rules.banned_first_drops().empty()) add(style, true);
  }
}

}  // namespace teeko::verify
