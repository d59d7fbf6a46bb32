#include "audit/faults/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <string>
#include <vector>

namespace teeko::audit {
namespace {

using ::testing::HasSubstr;

// Misses about a third of the faults.
Missed MissSome(Random& random) {
  const uint64_t number = random.Below(1000);
  if (number % 3 != 0) return std::nullopt;
  return std::to_string(number);
}
Missed CatchAll(Random&) { return std::nullopt; }

TEST(Campaign, CountsAndDescribesMissedFaults) {
  const faults::Report report =
      RunCampaign({{"values", "off by one", "checker 1", CatchAll},
                   {"file", "truncated", "checker 2", MissSome}},
                  300, 1);
  EXPECT_EQ(report.kinds(0).planted(), 300u);
  EXPECT_EQ(report.kinds(0).missed_size(), 0);
  EXPECT_GT(report.kinds(1).missed_size(), 50);
  EXPECT_LT(report.kinds(1).missed_size(), 150);
  EXPECT_THAT(ReportText(report), HasSubstr("missed: file: truncated: " +
                                            report.kinds(1).missed(0)));
}

TEST(Campaign, PlantsTheSameFaultsIfOnlyOnePlaceIsSelected) {
  const std::vector<Kind> kinds = {
      {"values", "off by one", "checker 1", CatchAll},
      {"file", "truncated", "checker 2", MissSome}};
  const faults::Report report = RunCampaign(kinds, 100, 1, "file");
  ASSERT_EQ(report.kinds_size(), 1);
  EXPECT_EQ(report.kinds(0).DebugString(),
            RunCampaign(kinds, 100, 1).kinds(1).DebugString());
}

TEST(Campaign, DependsOnTheSeedAndNotOnThreads) {
  const auto run = [](int threads, uint32_t seed) {
    const tbb::global_control limit(
        tbb::global_control::max_allowed_parallelism, threads);
    return RunCampaign({{"file", "truncated", "checker", MissSome}}, 100, seed)
        .kinds(0)
        .DebugString();
  };
  EXPECT_EQ(run(1, 1), run(4, 1));
  EXPECT_NE(run(1, 1), run(1, 2));
}

}  // namespace
}  // namespace teeko::audit
