#include "verify/counts.h"

#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "proto/section_values.h"
#include "verify/order.h"

namespace teeko::verify {
namespace {

// How many positions of a section have each value.
template <typename T>
std::vector<uint64_t> Histogram(absl::Span<const uint8_t> payload) {
  using Counts = std::vector<uint64_t>;
  const T* const values = reinterpret_cast<const T*>(payload.data());
  tbb::combinable<Counts> parts([] { return Counts(kNoValueIn<T> + 1); });
  tbb::parallel_for(
      tbb::blocked_range<uint64_t>(0, payload.size() / sizeof(T), 1 << 20),
      [&](const tbb::blocked_range<uint64_t>& range) {
        Counts& counts = parts.local();
        for (uint64_t i = range.begin(); i != range.end(); ++i) {
          ++counts[values[i]];
        }
      });
  Counts total(kNoValueIn<T> + 1);
  parts.combine_each([&](const Counts& part) {
    std::ranges::transform(total, part, total.begin(), std::plus<>());
  });
  return total;
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
                 Manifest& manifest, uint64_t times) {
  std::vector<uint64_t> counts = payload.size() == positions
                                     ? Histogram<uint8_t>(payload)
                                     : Histogram<uint16_t>(payload);
  manifest.set_placements(manifest.placements() + times * positions);
  manifest.set_no_value(manifest.no_value() + times * counts.back());
  counts.pop_back();
  manifest.set_draws(manifest.draws() + times * counts[kernel::kDraw]);
  while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
  auto& levels = *manifest.mutable_levels();
  const int longest = static_cast<int>(counts.size()) - kernel::kLossIn0;
  if (levels.size() < longest) levels.Resize(longest, 0);
  for (int i = 0; i < longest; ++i) {
    levels[i] += times * counts[kernel::kLossIn0 + i];
  }
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
