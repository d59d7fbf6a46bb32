#include "verify/scored.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "kernel/scoring.h"
#include "verify/checked_game.h"
#include "verify/counts.h"
#include "verify/judge.h"

namespace teeko::verify {

using kernel::Pattern;
using kernel::Set;

absl::Status CheckOrder(const ReducedTable& smaller, const ReducedTable& larger,
                        std::ostream& details) {
  const CheckedGame& low = smaller.game();
  const CheckedGame& high = larger.game();
  for (size_t section = 0; section < high.sections().size(); ++section) {
    const int size = high.sections()[section].attackers();
    // The numbers of the patterns of the same markers in both games.
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    std::vector<int> pips = high.scored().scoring.pips;
    std::ranges::sort(pips);
    do {
      const auto number = [&](const CheckedGame& game) {
        Pattern pattern;
        for (int i = 0; i < size; ++i) {
          pattern += kernel::ClassOf(game.scored(), game.threshold(), pips[i]);
        }
        return std::ranges::lower_bound(game.patterns(size), pattern) -
               game.patterns(size).begin();
      };
      pairs.emplace(number(low), number(high));
    } while (std::ranges::next_permutation(pips).found);
    const uint64_t row_size = high.RowSize(section);
    const auto& orbits = larger.sets(size).orbits;
    std::mutex mutex;
    Faults faults;  // guarded by `mutex`
    tbb::parallel_for(size_t{0}, orbits.size(), [&](size_t orbit) {
      for (const auto& [of_low, of_high] : pairs) {
        const uint8_t* const a =
            smaller.Row(section, orbit * low.patterns(size).size() + of_low);
        const uint8_t* const b =
            larger.Row(section, orbit * high.patterns(size).size() + of_high);
        for (uint64_t i = 0; i < row_size; ++i) {
          // Less 1, a failure becomes 255, and no value 254.
          if (static_cast<uint8_t>(a[i] - 1) <=
              static_cast<uint8_t>(b[i] - 1)) {
            continue;
          }
          const uint64_t first =
              kernel::Rank(orbits[orbit].first) * high.SetSize(section);
          const std::lock_guard lock(mutex);
          faults.Add({1, first + of_high * row_size + i});
        }
      }
    });
    if (faults.count == 0) continue;
    const ThresholdPosition position = high.PositionAt(section, faults.first);
    details << high.PositionText(high.sections()[section], position);
    const std::string where =
        absl::StrCat("position ", faults.first, " of the ",
                     high.SectionText(high.sections()[section]));
    return Refused("order of thresholds", where, " is ",
                   high.ValueText(larger.Value(section, position)),
                   ", which is better than at threshold ", low.threshold(),
                   "; such positions: ", faults.count);
  }
  return absl::OkStatus();
}

void AddThresholdCounts(const ReducedTable& table, Manifest& manifest) {
  for (const int section : {0, 1}) {
    std::vector<uint64_t> counts = CountValues(table, section);
    ThresholdCounts& result = *manifest.add_thresholds();
    result.set_threshold(table.game().threshold());
    result.set_attacker_moves(table.game().sections()[section].attacker_moves);
    result.set_no_value(counts.back());
    result.set_failures(counts[kernel::kFailure]);
    counts.pop_back();
    while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
    result.mutable_successes()->Assign(counts.begin() + kernel::kSuccessIn0,
                                       counts.end());
  }
}

void Scores::Add(const ReducedTable& table) {
  const CheckedGame& game = table.game();
  for (const std::string& style : rules_.styles()) {
    // After Black's drop, Red is to move.
    const int as_attacker = game.FindSection(1, style, false);
    const int as_defender = game.FindSection(1, style, true);
    for (int square = 0; square < game.board().squares; ++square) {
      const Set drop = kernel::Bit(square);
      for (const int pips : game.scored().scoring.pips) {
        const char marker_class =
            kernel::ClassOf(game.scored(), game.threshold(), pips);
        int& score = scores_[style][{pips, square}];
        if (table.Value(as_attacker, {drop, Pattern(1, marker_class), 0,
                                      false}) != kernel::kFailure) {
          score = game.threshold();
        } else if (table.Value(as_defender, {0, "", drop, true}) !=
                   kernel::kFailure) {
          score = -game.threshold();
        }
      }
    }
  }
}

void Scores::AddVariants(Manifest& manifest) const {
  for (const std::string& style : rules_.styles()) {
    AddVariant(style, false, manifest);
    if (!rules_.banned_first_drops().empty()) AddVariant(style, true, manifest);
  }
}

void Scores::AddVariant(const std::string& style, bool centre_ban,
                        Manifest& manifest) const {
  ScoredVariant& variant = *manifest.add_scored_variants();
  variant.set_style(style);
  variant.set_centre_ban(centre_ban);
  std::map<int, std::vector<int>> of_marker;
  for (const auto& [drop, score] : scores_.at(style)) {
    const auto& [pips, square] = drop;
    if (centre_ban &&
        std::ranges::count(rules_.banned_first_drops(), square + 1) > 0) {
      continue;
    }
    of_marker[pips].push_back(score);
    ScoredDrop& result = *variant.add_first_drops();
    result.set_pips(pips);
    result.set_square(square + 1);
    result.set_score(score);
  }
  // Black picks the marker; with the letter A, Red then picks the square.
  int best = std::numeric_limits<int>::min();
  for (const auto& [pips, scores] : of_marker) {
    best = std::max(best, style[0] == 'S' ? std::ranges::max(scores)
                                          : std::ranges::min(scores));
  }
  variant.set_score(best);
}

}  // namespace teeko::verify
