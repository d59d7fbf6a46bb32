#include "pipeline/summary.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/text_format.h"

namespace teeko::pipeline {
namespace {

RulesSummary Sample() {
  RulesSummary summary;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        name: "advanced"
        goals: 58
        placements: 75710250
        no_value: 1207035
        draws: 70000000
        longest_win: 59
        digest: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
        variants { style: "SSSS" name: "Standard" outcome: "black" plies: 13 }
        variants {
          style: "SSSS"
          name: "Standard"
          centre_ban: true
          outcome: "draw"
        }
        variants { style: "AAAS" name: "Three-Move Alternate" outcome: "draw" }
        variants {
          style: "AAAS"
          name: "Three-Move Alternate"
          centre_ban: true
          outcome: "red"
          plies: 38
        }
      )pb",
      &summary.result));
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
  summary.golden = true;
  summary.stages = {{"solver_a", report}, {"solver_b", std::nullopt}};
  return summary;
}

TEST(Summary, HasCountsOutcomesAndStages) {
  EXPECT_EQ(Summarize(Sample()),
            R"(advanced
  goals                              58
  placements                 75,710,250
  without value               1,207,035
  draws                      70,000,000
  longest win (plies)                59
  digest 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
  which is that of corpus/digests.textproto

  style                 drops   outcome       with centre ban
  Standard              SSSS    black in 13   draw
  Three-Move Alternate  AAAS    draw          red in 38

  stage                        seconds  CPU time   peak memory       positions/s
  solver_a                        1.23      2.35        512 MB
    levels                        2.00                                50,000,000
    starting                      0.25
    nothing                       0.00
  solver_b              kept by --resume
)");
}

TEST(Summary, HasNoColumnForABanThatTheRulesLack) {
  RulesSummary summary = Sample();
  summary.result.mutable_variants()->DeleteSubrange(3, 1);
  summary.result.mutable_variants()->DeleteSubrange(1, 1);
  const std::string text = Summarize(summary);
  EXPECT_EQ(text.find("ban"), std::string::npos) << text;
  EXPECT_NE(text.find("black in 13\n"), std::string::npos) << text;
}

TEST(Summary, SaysWhichStudyDoesNotApply) {
  RulesSummary summary = Sample();
  EXPECT_EQ(Summarize(summary).find("does not apply"), std::string::npos);
  summary.result.mutable_extra_rules()->set_not_applicable("too many squares");
  EXPECT_NE(Summarize(summary).find(
                "\n  extra_rules does not apply: too many squares\n"),
            std::string::npos);
}

TEST(Summary, SaysThatThereIsNothingToCompareWith) {
  RulesSummary summary = Sample();
  summary.golden = false;
  EXPECT_NE(Summarize(summary).find(
                "\n  corpus/digests.textproto has none to compare with\n"),
            std::string::npos);
}

TEST(Summary, FitsInto80Columns) {
  RulesSummary summary = Sample();
  summary.result.set_placements(9e14);
  for (const absl::string_view line :
       absl::StrSplit(Summarize(summary), '\n')) {
    EXPECT_LE(line.size(), 80) << line;
  }
}

}  // namespace
}  // namespace teeko::pipeline
