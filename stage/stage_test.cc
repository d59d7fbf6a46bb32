#include "stage/stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace teeko {
namespace {

using ::testing::AllOf;
using ::testing::ExitedWithCode;
using ::testing::HasSubstr;

std::vector<std::string> Parse(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  return ParseStageFlags(static_cast<int>(arguments.size()), argv.data(),
                         "usage\n");
}

TEST(ParseStageFlags, ReturnsTheOtherArguments) {
  EXPECT_EQ(Parse({"program", "a", "b"}), (std::vector<std::string>{"a", "b"}));
}

TEST(ParseStageFlagsDeathTest, HelpIsASuccess) {
  EXPECT_EXIT(Parse({"program", "--help"}), ExitedWithCode(0), "");
}

TEST(ParseStageFlagsDeathTest, AnUnknownFlagIsAnError) {
  EXPECT_EXIT(Parse({"program", "--nonsense=1"}), ExitedWithCode(1),
              "nonsense");
}

TEST(ExitStatus, SaysWhatWentWrongOnOneLine) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(ExitStatus(absl::DataLossError("two\nlines")), 1);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "error: two lines\n");
  EXPECT_EQ(ExitStatus(absl::OkStatus()), 0);
}

TEST(CheckThreads, RefusesNonsense) {
  EXPECT_TRUE(CheckThreads(1).ok());
  EXPECT_TRUE(CheckThreads(DefaultThreads()).ok());
  for (const int threads : {0, -1, 1025}) {
    EXPECT_THAT(std::string(CheckThreads(threads).status().message()),
                HasSubstr("--threads="));
  }
}

TEST(WithCommas, GroupsByThousands) {
  EXPECT_EQ(WithCommas(0), "0");
  EXPECT_EQ(WithCommas(999), "999");
  EXPECT_EQ(WithCommas(31'204'117), "31,204,117");
}

TEST(CheckMemory, TellsTheEstimateAndTheLimit) {
  EXPECT_GT(AvailableMemoryBytes(), 0u);
  EXPECT_TRUE(CheckMemory(1'000'000, 1'000'000).ok());
  EXPECT_THAT(std::string(CheckMemory(5'000'000'000, 2'000'000).message()),
              AllOf(HasSubstr("5,000 MB"), HasSubstr("2 MB")));
  EXPECT_THAT(std::string(CheckMemory(UINT64_MAX, 2'000'000).message()),
              HasSubstr("18,446,744,073,710 MB"));
}

TEST(WriteTextFile, ReplacesTheFileOrLeavesIt) {
  const std::string path = ::testing::TempDir() + "/text";
  ASSERT_TRUE(WriteTextFile(path, "one").ok());
  ASSERT_TRUE(WriteTextFile(path, "two").ok());
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "two");
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
  EXPECT_THAT(std::string(WriteTextFile("/dev/null/x", "").message()),
              HasSubstr("cannot create /dev/null/x.partial"));
}

TEST(Progress, TimesThePhases) {
  ::testing::internal::CaptureStderr();
  StageReport report;
  {
    Progress progress("standard: test", &report);
    progress.StartPhase("levels");
    progress.Update(31'204'117, "level 17");
    progress.StartPhase("writing", 10);
    progress.Update(10);
  }
  ASSERT_EQ(report.phases_size(), 2);
  EXPECT_EQ(report.phases(0).name(), "levels");
  EXPECT_EQ(report.phases(0).positions(), 31'204'117u);
  EXPECT_GE(report.phases(0).seconds(), 0);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("standard: test: levels"),
                    HasSubstr("level 17  31,204,117 positions"),
                    HasSubstr("writing          100%")));
}

TEST(Progress, CountsWhatAllThreadsAdvance) {
  ::testing::internal::CaptureStderr();
  StageReport report;
  {
    Progress progress("standard: test", &report);
    progress.StartPhase("writing", 400'000);
    const auto advance = [&progress] {
      for (int i = 0; i < 100'000; ++i) progress.Advance(1);
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(advance);
    advance();
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(report.phases(0).positions(), 400'000u);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("100%"));
}

}  // namespace
}  // namespace teeko
