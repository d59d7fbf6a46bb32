// Stops and kills the pipeline, spoils what it made, and has it go on.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "pipeline/folder_lock.h"
#include "pipeline/workplace.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Resume : public WorkplaceTest {};

TEST_F(Resume, KeepsWhatIsThereAndSaysSo) {
  const Files files = work_.RunWell();
  const Ended ended = work_.Run(work_.Flags({"--resume"}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(work_.TakeLog(), Names{});
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  EXPECT_TRUE(absl::StrContains(ended.err, "second: verify: kept\n"));
  EXPECT_EQ(Lines(absl::StrReplaceAll(ended.out, {{"kept by --resume", "\n"}}))
                .size(),
            Lines(ended.out).size() + 6);
}

TEST_F(Resume, OfNothingDoesEverything) {
  EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(work_.TakeLog().size(), 6);
}

TEST_F(Resume, MakesATableAnewThatIsNotAsItShouldBe) {
  const Files files = work_.RunWell();
  const fs::path table = work_.Out("first/solver_a.table");
  const std::string good = ReadFile(table);
  std::string damaged = good;
  damaged[good.size() / 3] ^= 1;  // in a chunk, which Open does not see
  const std::map<std::string, std::function<void()>> faults = {
      {"missing", [&] { fs::remove(table); }},
      {"empty", [&] { WriteFile(table, ""); }},
      {"truncated", [&] { fs::resize_file(table, good.size() - 1); }},
      {"foreign", [&] { WriteFile(table, "no table at all"); }},
      {"damaged", [&] { WriteFile(table, damaged); }},
      {"the other solver's",
       [&] { WriteFile(table, files.at("first/solver_b.table")); }},
      {"of other rules",
       [&] { WriteFile(table, files.at("second/solver_a.table")); }},
  };
  for (const auto& [fault, spoil] : faults) {
    spoil();
    const Ended ended = work_.Run(work_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << fault << ended.err;
    EXPECT_EQ(work_.TakeLog(), (Names{"first/solver_a", "first/verify"}))
        << fault;
    EXPECT_EQ(Differences(work_.Snapshot(), files), Names{}) << fault;
    EXPECT_EQ(absl::StrContains(ended.err, "first: solver_a: not kept: "),
              fault != "missing")
        << ended.err;
  }
}

TEST_F(Resume, VerifiesAnewIfTheManifestIsNotAsItShouldBe) {
  const Files files = work_.RunWell();
  const fs::path manifest = work_.Out("first/manifest.textproto");
  const std::string good = ReadFile(manifest);
  const size_t sha256 = good.find("sha256: \"") + 9;
  const size_t digest = good.find("\ndigest: \"") + 10;
  const auto with_flipped_digit = [&good](size_t at) {
    std::string text = good;
    text[at] = text[at] == '0' ? '1' : '0';
    return text;
  };
  const std::map<std::string, std::function<void()>> faults = {
      {"missing", [&] { fs::remove(manifest); }},
      {"truncated", [&] { fs::resize_file(manifest, good.size() - 4); }},
      {"foreign", [&] { WriteFile(manifest, "\x01 nothing"); }},
      {"of another section digest",
       [&] { WriteFile(manifest, with_flipped_digit(sha256)); }},
      {"of another digest",
       [&] { WriteFile(manifest, with_flipped_digit(digest)); }},
      {"of other rules",
       [&] { WriteFile(manifest, files.at("second/manifest.textproto")); }},
      {"without its last variant",
       [&] { WriteFile(manifest, good.substr(0, good.rfind("variants {"))); }},
      {"older than a table",
       [&] {
         fs::last_write_time(
             manifest,
             fs::last_write_time(work_.Out("first/solver_b.table")) - 1s);
       }},
  };
  for (const auto& [fault, spoil] : faults) {
    spoil();
    const Ended ended = work_.Run(work_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << fault << ended.err;
    EXPECT_EQ(work_.TakeLog(), Names{"first/verify"}) << fault;
    EXPECT_EQ(Differences(work_.Snapshot(), files), Names{}) << fault;
  }
}

TEST_F(Resume, DoesEverythingAnewIfTheRulesHaveChanged) {
  work_.RunWell();
  work_.WriteRules("first", 5);
  EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(work_.TakeLog(),
            (Names{"first/solver_a", "first/solver_b", "first/verify"}));
  EXPECT_TRUE(absl::StrContains(ReadFile(work_.Out("first/rules.textproto")),
                                "columns: 5"));
}

TEST_F(Resume, AfterAKillRunsWhatIsMissingAndNoMore) {
  const Files files = work_.RunWell();
  const Names stages = {"first/solver_a",  "first/solver_b",  "first/verify",
                        "second/solver_a", "second/solver_b", "second/verify"};
  for (size_t i = 0; i < stages.size(); ++i) {
    fs::remove_all(work_.Out());
    const pid_t pid = work_.StartHanging(stages[i], work_.Flags());
    kill(pid, SIGKILL);
    EXPECT_EQ(work_.Finish(pid).status, -SIGKILL);
    EXPECT_FALSE(fs::exists(work_.Out("results.json")));
    work_.TakeLog();
    const Ended ended = work_.Run(work_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(work_.TakeLog(), Names(stages.begin() + i, stages.end()));
    EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  }
}

// Being stopped.

TEST_F(Resume, PassesASignalOnAndTellsHowToGoOn) {
  const Files files = work_.RunWell();
  for (const int signal : {SIGINT, SIGTERM}) {
    fs::remove_all(work_.Out());
    const pid_t pid = work_.StartHanging("first/solver_b", work_.Flags());
    kill(pid, signal);
    const Ended ended = work_.Finish(pid);
    EXPECT_EQ(ended.status, 128 + signal);
    EXPECT_TRUE(absl::StrContains(Lines(ended.err).back(), "--resume"))
        << ended.err;
    EXPECT_FALSE(absl::StrContains(ended.err, "failed")) << ended.err;
    EXPECT_EQ(ended.out, "");
    EXPECT_FALSE(fs::exists(work_.Out("first/unfinished")));
    work_.TakeLog();
    EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
    EXPECT_EQ(work_.TakeLog().size(), 5);
    EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  }
}

TEST_F(Resume, ASecondSignalEndsAStageThatIgnoresTheFirst) {
  const pid_t pid =
      work_.StartHanging("first/solver_a", work_.Flags(), "stubborn");
  kill(pid, SIGTERM);
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(waitpid(pid, nullptr, WNOHANG), 0);
  kill(pid, SIGTERM);
  EXPECT_EQ(work_.Finish(pid).status, 128 + SIGTERM);
}

TEST_F(Resume, TakesItsStageAlongWhenKilled) {
  const pid_t pid = work_.StartHanging("first/solver_a", work_.Flags());
  kill(pid, SIGKILL);
  work_.Finish(pid);
  // The stage had the lock, too.
  EXPECT_TRUE(FolderLock::Take(work_.Out().string()).ok());
}

TEST_F(Resume, RefusesAFolderInWhichAnotherIsAtWork) {
  const pid_t pid = work_.StartHanging("first/verify", work_.Flags());
  const Files files = work_.Snapshot();
  const Ended second = Workplace("elsewhere").Run(work_.Flags());
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  kill(pid, SIGTERM);
  EXPECT_EQ(work_.Finish(pid).status, 128 + SIGTERM);
  EXPECT_EQ(second.status, 1);
  EXPECT_EQ(second.err, "error: another pipeline is at work in " +
                            work_.Out().string() + "\n");
}

}  // namespace
}  // namespace teeko::pipeline
