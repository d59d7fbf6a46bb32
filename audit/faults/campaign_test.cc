#include "audit/faults/campaign.h"

#include <tbb/global_control.h>

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace teeko::faults {
namespace {

using ::testing::HasSubstr;

Kind KindOf(const std::string& name, uint32_t share,
            std::function<Outcome(Random&, uint32_t)> plant) {
  return {.place = "here",
          .name = name,
          .judge = "somebody",
          .share = share,
          .plant = std::move(plant)};
}

Outcome CatchAll(Random&, uint32_t) { return Caught(); }

TEST(Campaign, PlantsInProportionButOneAtLeastAndNoMoreThanThereAre) {
  std::vector<Kind> kinds = {
      KindOf("many", 300, CatchAll), KindOf("few", 100, CatchAll),
      KindOf("one", 0, CatchAll), KindOf("limited", 400, CatchAll)};
  kinds[3].most = 7;
  const Report report = RunCampaign(kinds, 407, 1);
  EXPECT_EQ(report.kinds(0).planted(), 300);
  EXPECT_EQ(report.kinds(1).planted(), 100);
  EXPECT_EQ(report.kinds(2).planted(), 1);
  EXPECT_EQ(report.kinds(3).planted(), 7);
  EXPECT_EQ(report.planted(), 408);
  EXPECT_EQ(report.caught(), 408);
  EXPECT_EQ(report.missed(), 0);
}

TEST(Campaign, TellsWhatWasMissedAndExplainsTheRest) {
  const Report report = RunCampaign(
      {KindOf("mixed", 1,
              [](Random&, uint32_t number) {
                if (number == 3) return Missed("the\nthird");
                return number % 2 == 0 ? Equivalent("it is even") : Caught();
              })},
      10, 1);
  EXPECT_EQ(report.caught(), 4);
  EXPECT_EQ(report.equivalent(), 5);
  EXPECT_EQ(report.missed(), 1);
  ASSERT_EQ(report.kinds(0).equivalents_size(), 1);
  EXPECT_EQ(report.kinds(0).equivalents(0).count(), 5);
  EXPECT_EQ(report.kinds(0).missed(0), "number 3: the|third");
  const std::string text = ReportText(report);
  EXPECT_THAT(text, HasSubstr("here: mixed: it is even"));
  EXPECT_THAT(text, HasSubstr("here: mixed, number 3: the|third"));
}

TEST(Campaign, DependsOnTheSeedAlone) {
  const std::vector<Kind> kinds(
      2, KindOf("random", 1, [](Random& random, uint32_t) {
        return Equivalent(std::to_string(random.Below(1000)));
      }));
  const auto run = [&](uint32_t seed, size_t threads) {
    const tbb::global_control limit(
        tbb::global_control::max_allowed_parallelism, threads);
    Report report = RunCampaign(kinds, 100, seed);
    EXPECT_NE(report.kinds(0).DebugString(), report.kinds(1).DebugString());
    report.clear_seed();
    return report.DebugString();
  };
  const std::string report = run(1, 1);
  EXPECT_EQ(run(1, 5), report);
  EXPECT_NE(run(2, 1), report);
}

}  // namespace
}  // namespace teeko::faults
