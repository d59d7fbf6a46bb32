#include "pipeline/summary.h"

#include <gtest/gtest.h>

#include <optional>

#include "google/protobuf/text_format.h"

namespace teeko::pipeline {
namespace {

TEST(SummarizeStages, HasTheTimeAndMemoryOfStagesAndPhases) {
  StageReport report;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        phases { name: "levels" seconds: 2 positions: 100000000 }
        phases { name: "starting" seconds: 0.25 }
        phases { name: "nothing" seconds: 0 positions: 7 }
        seconds: 1.234
        peak_memory_bytes: 512000000
        cpu_seconds: 2.345
      )pb",
      &report));
  EXPECT_EQ(
      SummarizeStages("standard",
                      {{"solver_a", report}, {"solver_b", std::nullopt}}),
      R"(  standard                     seconds  CPU time   peak memory       positions/s
  solver_a                        1.23      2.35        512 MB
    levels                        2.00                                50,000,000
    starting                      0.25
    nothing                       0.00
  solver_b              kept by --resume

)");
}

}  // namespace
}  // namespace teeko::pipeline
