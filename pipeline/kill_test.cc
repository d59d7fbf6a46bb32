// Kills the pipeline at random times and resumes it each time.

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "pipeline/test_fixture.h"

namespace teeko::pipeline {
namespace {

class Kill : public PipelineTest {};

struct KillResult {
  std::map<std::string, int> kills;  // by the stage that started last
  int completed = 0;                 // runs that ended before the kill
  // Files that differed, after a completed run, from the files of a run without
  // kills.
  std::set<std::string> differences;
};

// Starts the pipeline repeatedly, and kills it and its stages `kills` times.
// Each kill is at a random time within the first three quarters of the duration
// of a run without kills.  The run after a kill resumes, so that later stages
// are killed, too.  The run after a completed run starts without --resume, with
// or without the old files.  The last run is not killed.
KillResult KillAtRandomTimes(const Fixture& fixture, int kills,
                             const Environment& environment) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(fixture.Run(fixture.Flags({"--threads=2"}), environment).status, 0);
  const Clock::duration whole = Clock::now() - start;
  const Files files = fixture.Snapshot();
  fixture.TakeLog();

  KillResult killed;
  std::mt19937 random(44);
  Names flags = fixture.Flags({"--threads=2"});
  for (bool at_the_end = false; kills > 0 || !at_the_end;) {
    const pid_t pid = fixture.Start(flags, environment);
    if (kills > 0) {
      std::this_thread::sleep_for(whole * (random() % 750) / 1000);
      kill(-pid, SIGKILL);
    }
    const Ended ended = fixture.Finish(pid);
    const Names stages = fixture.TakeLog();
    at_the_end = ended.status != -SIGKILL;
    if (!at_the_end) {
      --kills;
      ++killed.kills[stages.empty() ? "none" : stages.back()];
      flags = fixture.Flags({"--threads=2", "--resume"});
      continue;
    }
    if (ended.status != 0) {
      ADD_FAILURE() << ended.err;
      break;
    }
    ++killed.completed;
    const Names differences = Differences(fixture.Snapshot(), files);
    killed.differences.insert(differences.begin(), differences.end());
    if (random() % 2 == 0) std::filesystem::remove_all(fixture.Out());
    flags = fixture.Flags({"--threads=2"});
  }
  return killed;
}

TEST_F(Kill, SixtyTimesAndResumeWritesTheSameFiles) {
  const KillResult killed =
      KillAtRandomTimes(fixture_, 60, {{"FAKE_STAGE_MS", "60"}});
  EXPECT_EQ(killed.differences, std::set<std::string>());
  for (const auto& [stage, kills] : killed.kills) {
    std::printf("%-16s%3d kills\n", stage.c_str(), kills);
  }
  std::printf("completed       %3d runs\n", killed.completed);
  // There are eleven stages, and the time before the first stage.
  EXPECT_GE(killed.kills.size(), 8) << "too few stages were killed";
}

TEST_F(Kill, StagesThatWriteInPlaceLeaveNoWrongFile) {
  const KillResult killed = KillAtRandomTimes(
      fixture_, 15,
      {{"FAKE_STAGE", "first/verify=in_place,second/verify=in_place"}});
  EXPECT_EQ(killed.differences, std::set<std::string>());
}

}  // namespace
}  // namespace teeko::pipeline
