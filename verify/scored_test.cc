#include "verify/scored.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/progress.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/rules_file.h"
#include "verify/scored_table_for_test.h"

namespace teeko::verify {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const Rules& SmallRules() {
  static const Rules rules = *proto::ParseRules(
      "name: 'small' rows: 1 columns: 7 pieces: 2 styles: 'SA' styles: 'AS' "
      "goals { line { length: 2 } } banned_first_drops: 4 "
      "scoring { pips: [1, 2] special_squares: 4 special_points: 2 }",
      "small");
  return rules;
}

absl::StatusOr<Manifest> Verify(const std::vector<ScoredPart>& a,
                                const std::vector<ScoredPart>& b,
                                const Rules& rules = SmallRules()) {
  base::Progress progress("");
  return VerifyScored(rules, WriteScoredTable(rules, a, "solver_a"),
                      WriteScoredTable(rules, b, "solver_b"), progress);
}

std::string Message(const absl::StatusOr<Manifest>& manifest) {
  return std::string(manifest.status().message());
}

// Returns the part for a threshold with all pieces placed.
ScoredPart& AllPlaced(std::vector<ScoredPart>& parts, int threshold,
                      bool attacker_moves) {
  return *std::ranges::find_if(parts, [&](const ScoredPart& part) {
    return part.threshold == threshold && part.section.placed == 4 &&
           part.attacker_moves == attacker_moves;
  });
}

TEST(VerifyScored, AcceptsTheRightTables) {
  const std::vector<ScoredPart> parts = PlainScoredParts(SmallRules());
  const absl::StatusOr<Manifest> manifest = Verify(parts, parts);
  ASSERT_TRUE(manifest.ok()) << manifest.status();
  EXPECT_EQ(manifest->thresholds_size(), 8);  // four, each side to move
  EXPECT_EQ(manifest->sections_size(), static_cast<int>(parts.size()));
  EXPECT_EQ(manifest->footer_sha256_size(), 2);
  ASSERT_EQ(manifest->scored_variants_size(), 4);
  // Two styles, each with the ban of square 4 too.
  EXPECT_EQ(manifest->scored_variants(0).first_drops_size(), 14);
  EXPECT_EQ(manifest->scored_variants(1).first_drops_size(), 12);
}

TEST(VerifyScored, CountsNoLengthsOfAThresholdThatNobodyReaches) {
  // The special square belongs to no goal.
  const Rules rules = *proto::ParseRules(
      "name: 'diamond' rows: 3 columns: 3 pieces: 4 styles: 'SSSS' "
      "goals { diamond { radius: 1 } } "
      "scoring { pips: [1, 1, 1, 1] special_squares: 5 special_points: 1 }",
      "diamond");
  const std::vector<ScoredPart> parts = PlainScoredParts(rules);
  const absl::StatusOr<Manifest> manifest = Verify(parts, parts, rules);
  ASSERT_TRUE(manifest.ok()) << manifest.status();
  ASSERT_EQ(manifest->thresholds_size(), 4);
  EXPECT_GT(manifest->thresholds(0).successes_size(), 0);
  EXPECT_EQ(manifest->thresholds(2).successes_size(), 0);
  EXPECT_EQ(manifest->thresholds(3).successes_size(), 0);
}

TEST(CountScoredPositions, CountsStoredPositions) {
  uint64_t all = 0;
  std::map<int, uint64_t> by_threshold;
  for (const ScoredPart& part : PlainScoredParts(SmallRules())) {
    all += part.values.size();
    by_threshold[part.threshold] += part.values.size();
  }
  EXPECT_EQ(CountScoredPositions(SmallRules()), all);
  uint64_t most = 0;
  for (const auto& [threshold, count] : by_threshold) {
    most = std::max(most, count);
  }
  EXPECT_EQ(EstimateScoredBytes(SmallRules()), 40'000'000 + 3 * most);
}

TEST(VerifyScored, CountsThePlacementsOfEachLength) {
  const std::vector<ScoredPart> parts = PlainScoredParts(SmallRules());
  const absl::StatusOr<Manifest> manifest = Verify(parts, parts);
  ASSERT_TRUE(manifest.ok()) << manifest.status();
  const kernel::ScoredGame game = kernel::ScoredGameOf(SmallRules());
  const auto sections = kernel::SectionsOf(game.game, SmallRules());
  for (const ThresholdCounts& counts : manifest->thresholds()) {
    const auto values =
        kernel::PlainThresholdSearch(game, counts.threshold(), sections);
    std::vector<uint64_t> expected(256);
    for (const int value : values[0][counts.attacker_moves()]) {
      ++expected[value];
    }
    EXPECT_EQ(counts.no_value(), expected[kernel::kGameOver]);
    EXPECT_EQ(counts.failures(), expected[kernel::kFailure]);
    ASSERT_GT(counts.successes_size(), 0);
    EXPECT_GT(*counts.successes().rbegin(), 0);
    uint64_t all = counts.no_value() + counts.failures();
    for (int plies = 0; plies < counts.successes_size(); ++plies) {
      EXPECT_EQ(counts.successes(plies), expected[plies + 1]);
      all += counts.successes(plies);
    }
    EXPECT_EQ(all, values[0][counts.attacker_moves()].size());
  }
}

RC_GTEST_PROP(VerifyScored, RefusesAnyOtherValue, ()) {
  static const std::vector<ScoredPart> right = PlainScoredParts(SmallRules());
  std::vector<ScoredPart> parts = right;
  ScoredPart& part = parts[*rc::gen::inRange<size_t>(0, parts.size())];
  uint8_t& value =
      part.values[*rc::gen::inRange<size_t>(0, part.values.size())];
  value = *rc::gen::distinctFrom(
      rc::gen::oneOf(rc::gen::arbitrary<uint8_t>(), rc::gen::just<uint8_t>(0),
                     rc::gen::just<uint8_t>(value + 2),
                     rc::gen::just<uint8_t>(255)),
      value);
  RC_ASSERT(!Verify(parts, parts).ok());
}

TEST(VerifyScored, NamesTheCheckThatFailed) {
  const std::vector<ScoredPart> right = PlainScoredParts(SmallRules());

  std::vector<ScoredPart> parts = right;
  parts[0].values[3] ^= 2;
  EXPECT_THAT(Message(Verify(right, parts)),
              AllOf(StartsWith("comparison: threshold 1, section with 4 pieces "
                               "placed, attacker on 1 2 (classes 0 0)"),
                    HasSubstr(" in A, but "), HasSubstr(" in B")));

  // The last row: the text has its attacker.
  const kernel::ScoredGame game = kernel::ScoredGameOf(SmallRules());
  const auto is_smallest = [&](kernel::Set set) {
    return std::ranges::all_of(game.game.symmetries, [&](const auto& symmetry) {
      return kernel::Image(symmetry, set) >= set;
    });
  };
  uint64_t last = kernel::Choose(7, 2) - 1;
  while (!is_smallest(kernel::Unrank(last, 2))) --last;
  std::string squares;
  kernel::ForEachSquare(kernel::Unrank(last, 2), [&](int square) {
    absl::StrAppend(&squares, " ", square + 1);
  });
  parts = right;
  AllPlaced(parts, 2, true).values.back() ^= 2;
  EXPECT_THAT(Message(Verify(right, parts)),
              HasSubstr("attacker on" + squares + " (classes"));

  parts = right;
  parts.pop_back();
  EXPECT_THAT(Message(Verify(parts, parts)), StartsWith("footer: "));
  for (size_t i = 0; i < right.size(); ++i) {
    parts = right;
    parts[i].values.push_back(0);
    EXPECT_THAT(Message(Verify(parts, parts)), StartsWith("footer: ")) << i;
    parts = right;
    ++parts[i].threshold;
    EXPECT_THAT(Message(Verify(parts, parts)), StartsWith("footer: ")) << i;
  }

  // With the attacker on 1 and 3, a position that reaches threshold 2 at once,
  // but threshold 1 only later or never.
  const uint64_t columns = kernel::Choose(5, 2);
  for (const bool attacker_moves : {true, false}) {
    parts = right;
    const int at_once = attacker_moves ? 2 : 1;
    const std::vector<uint8_t>& at_1 =
        AllPlaced(parts, 1, attacker_moves).values;
    const auto first = at_1.begin() + columns;  // the row after that of 1 and 2
    const auto found = std::find_if(first, first + columns, [&](uint8_t value) {
      return value != at_once && value != kernel::kGameOver;
    });
    ASSERT_NE(found, first + columns);
    AllPlaced(parts, 2, attacker_moves).values[2 * columns + (found - first)] =
        at_once;
    EXPECT_THAT(Message(Verify(parts, parts)),
                StartsWith("order of thresholds: threshold 2"));
  }

  // The same in every section, of which each part has the first such position.
  for (size_t i = 0; i < right.size(); ++i) {
    if (right[i].threshold != 2) continue;
    parts = right;
    const auto value = std::ranges::find(parts[i].values, kernel::kFailure);
    if (value == parts[i].values.end()) continue;
    *value = 1;
    EXPECT_THAT(Message(Verify(parts, parts)),
                StartsWith("order of thresholds: threshold 2"))
        << i;
  }

  // Another value where the attacker is on 3 and 5, but not in the image under
  // the symmetry that exchanges these squares.
  parts = right;
  ScoredPart& symmetric = AllPlaced(parts, 1, true);
  uint64_t row = 0;
  for (uint64_t rank = 0; rank < kernel::Rank(0b10100); ++rank) {
    row += is_smallest(kernel::Unrank(rank, 2));
  }
  symmetric.values[row * columns + 1] += 2;
  EXPECT_THAT(Message(Verify(parts, parts)),
              StartsWith("symmetry: threshold 1"));

  // A distance that is too long.
  parts = right;
  ScoredPart& one = AllPlaced(parts, 1, true);
  for (size_t i = 0; i < one.values.size(); ++i) {
    std::vector<ScoredPart> wrong = right;
    AllPlaced(wrong, 1, true).values[i] += 2;
    const std::string message = Message(Verify(wrong, wrong));
    ASSERT_NE(message, "");
    if (message.starts_with("local consistency: threshold 1")) {
      EXPECT_THAT(message, HasSubstr(", but its successors make it "));
      return;
    }
  }
  FAIL() << "no value fails the check of local consistency";
}

}  // namespace
}  // namespace teeko::verify
