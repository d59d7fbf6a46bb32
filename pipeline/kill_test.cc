// Kills the pipeline at random moments and has it go on each time.

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

struct Killed {
  std::map<std::string, int> kills;  // by the stage that had started last
  int to_the_end = 0;                // runs that nobody killed in time
  // Files that were not there in the end as they are after an undisturbed run.
  std::set<std::string> differences;
};

// Starts the pipeline again and again and kills it, and its stages with it,
// within three quarters of the time that an undisturbed run takes.  The next
// run resumes, so that all stages have their turn.  One that gets to its end is
// followed by one that does everything anew, over an empty folder or over what
// is there; the last one gets there undisturbed.
Killed KillAtRandomMoments(const Fixture& fixture, int kills,
                           const Environment& environment) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(fixture.Run(fixture.Flags({"--threads=2"}), environment).status, 0);
  const Clock::duration whole = Clock::now() - start;
  const Files files = fixture.Snapshot();
  fixture.TakeLog();

  Killed killed;
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
    ++killed.to_the_end;
    const Names differences = Differences(fixture.Snapshot(), files);
    killed.differences.insert(differences.begin(), differences.end());
    if (random() % 2 == 0) std::filesystem::remove_all(fixture.Out());
    flags = fixture.Flags({"--threads=2"});
  }
  return killed;
}

TEST_F(Kill, AtSixtyMomentsAndResumedItEndsWithTheSameFiles) {
  const Killed killed =
      KillAtRandomMoments(fixture_, 60, {{"FAKE_STAGE_MS", "20"}});
  EXPECT_EQ(killed.differences, std::set<std::string>());
  for (const auto& [stage, kills] : killed.kills) {
    std::printf("%-16s%3d kills\n", stage.c_str(), kills);
  }
  std::printf("to the end      %3d times\n", killed.to_the_end);
  // Of eleven stages and what comes before them.
  EXPECT_GE(killed.kills.size(), 8) << "the kills are not spread";
}

TEST_F(Kill, EvenStagesThatWriteInPlaceLeaveNothingWrong) {
  const Killed killed = KillAtRandomMoments(
      fixture_, 15,
      {{"FAKE_STAGE", "first/verify=in_place,second/verify=in_place"}});
  EXPECT_EQ(killed.differences, std::set<std::string>());
}

}  // namespace
}  // namespace teeko::pipeline
