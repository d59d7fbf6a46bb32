#include "verify/counts.h"

#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "base/status.h"
#include "kernel/order.h"
#include "proto/section_values.h"

namespace teeko::verify {
namespace {

constexpr int kAllPlaced = 0;  // the first section

// Counts the positions with each value, on any number of threads.
class Histogram {
 public:
  explicit Histogram(int value_bytes)
      : value_bytes_(value_bytes),
        values_(size_t{1} << 8 * value_bytes),
        counts_([this] { return Counts(kApart * values_); }) {}

  // Counts the values of a payload, each `times` times.
  void Add(absl::Span<const uint8_t> payload, uint64_t times) {
    value_bytes_ == 1 ? AddAs<uint8_t>(payload, times)
                      : AddAs<uint16_t>(payload, times);
  }

  std::vector<uint64_t> Total() {
    Counts total(values_);
    counts_.combine_each([&](const Counts& some) {
      for (size_t i = 0; i < some.size(); ++i) total[i % values_] += some[i];
    });
    return total;
  }

 private:
  using Counts = std::vector<uint64_t>;

  // Neighbouring values are often equal.  Consecutive values use different
  // counters, so that an increment does not wait for the previous one.
  static constexpr size_t kApart = 4;

  template <typename T>
  void AddAs(absl::Span<const uint8_t> payload, uint64_t times) {
    const T* const values = reinterpret_cast<const T*>(payload.data());
    uint64_t* const counts = counts_.local().data();
    for (size_t i = 0; i < payload.size() / sizeof(T); ++i) {
      counts[i % kApart * values_ + values[i]] += times;
    }
  }

  const int value_bytes_;
  const size_t values_;
  tbb::combinable<Counts> counts_;
};

// Returns a value of the empty board, where Black is the mover, as a message.
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

absl::Status CountValues(const proto::TableReader& table, Manifest& manifest) {
  Histogram histogram(table.footer().value_bytes());
  RETURN_IF_ERROR(table.ForEachStored(
      kAllPlaced, [&](uint64_t, absl::Span<const uint8_t> payload,
                      uint32_t images) { histogram.Add(payload, images); }));
  AddCounts(histogram.Total(), manifest);
  return absl::OkStatus();
}

std::vector<uint64_t> CountValues(const ReducedTable& table, int section) {
  const int size = table.game().sections()[section].attackers();
  const uint64_t bytes = table.game().SetSize(section) * table.value_bytes();
  const uint64_t patterns = table.game().patterns(size).size();
  Histogram histogram(table.value_bytes());
  tbb::parallel_for(table.Begin(section), table.End(section), [&](uint64_t i) {
    histogram.Add({table.Row(section, i * patterns), bytes},
                  table.sets(size).orbits[i].sets);
  });
  return histogram.Total();
}

void AddCounts(std::vector<uint64_t> counts, Manifest& manifest) {
  manifest.set_placements(
      std::accumulate(counts.begin(), counts.end(), uint64_t{0}));
  manifest.set_no_value(counts.back());
  counts.pop_back();
  manifest.set_draws(counts[kernel::kDraw]);
  while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
  manifest.mutable_levels()->Assign(counts.begin() + kernel::kLossIn0,
                                    counts.end());
}

void AddVariants(const Rules& rules, const ReducedTable& table,
                 Manifest& manifest) {
  const kernel::Game& game = table.game().board();
  const auto add = [&](const std::string& style, bool centre_ban) {
    const int section = table.game().FindSection(1, style);
    // The section with one piece has only this row, because the mover has no
    // piece yet.
    const uint8_t* const values = table.Row(section, 0);
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
          proto::SectionValues::Decode(values, table.value_bytes(), square);
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
