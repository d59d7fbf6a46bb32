#include "proto/costs.h"

#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace teeko {
namespace {

Costs Parse(const std::string& text) {
  Costs costs;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &costs));
  return costs;
}

TEST(Costs, OfAStageAndOfItsPhasesInOneProcess) {
  const Costs costs = Parse(R"(
    costs { rules: "small" stage: "solver" ranks: 1 measured {
      phases { name: "levels" seconds: 3 positions: 40 }
      phases { name: "writing" seconds: 1 positions: 100 } cpu_seconds: 8 } }
    costs { rules: "small" stage: "solver" ranks: 2 measured {
      phases { name: "writing" seconds: 1 positions: 100 } cpu_seconds: 9 } }
    costs { rules: "small" stage: "verify" ranks: 1 measured {
      phases { name: "reading" seconds: 1 positions: 100 } cpu_seconds: 2 } })");
  const std::vector<CostPoint> all = MeasuredCosts(costs, "solver");
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].positions, 100);
  EXPECT_EQ(all[0].cpu_seconds, 8);
  const std::vector<CostPoint> levels =
      MeasuredCosts(costs, "solver", {"levels"});
  ASSERT_EQ(levels.size(), 1);
  EXPECT_EQ(levels[0].positions, 100);
  EXPECT_EQ(levels[0].cpu_seconds, 6);
  EXPECT_TRUE(MeasuredCosts(costs, "solver", {"reading"}).empty());
}

TEST(Costs, AreFittedByAPowerOfThePositions) {
  const PowerLaw law = FitCosts({{10, 3 * 100}, {100, 3 * 1e4}, {20, 3 * 400}});
  EXPECT_NEAR(law.factor, 3, 1e-9);
  EXPECT_NEAR(law.exponent, 2, 1e-9);
  EXPECT_NEAR(law.At(1000), 3e6, 1e-3);
  // Between two that differ by a factor of four it lies in the middle.
  EXPECT_NEAR(FitCosts({{10, 10}, {10, 40}, {100, 200}}).At(10), 20, 1e-9);
  EXPECT_DOUBLE_EQ(FitCosts({{10, 50}}).At(30), 150);
  EXPECT_EQ(FitCosts({}).At(30), 0);
}

TEST(Costs, OfWhatIsSentDoNotCountWhatStays) {
  const Costs costs = Parse(R"(
    costs { stage: "solver" ranks: 1 measured {
      phases { positions: 1000 } sent_bytes: 5 } }
    costs { stage: "solver" ranks: 2 measured {
      phases { positions: 1000 } sent_bytes: 1000 } }
    costs { stage: "solver" ranks: 4 measured {
      phases { positions: 1000 } sent_bytes: 1500 } })");
  EXPECT_EQ(SentBytesPerPosition(costs, "solver"), 2);
  EXPECT_EQ(SentBytesPerPosition(costs, "verify"), 0);
}

}  // namespace
}  // namespace teeko
