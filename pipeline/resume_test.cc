// Stops and kills the pipeline, damages its files, and resumes it.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "pipeline/folders.h"
#include "pipeline/test_fixture.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Resume : public PipelineTest {};

TEST_F(Resume, KeepsAllOutputsAndPrintsSo) {
  const Files files = fixture_.RunWell();
  const Ended ended = fixture_.Run(fixture_.Flags({"--resume"}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(fixture_.TakeLog(), Names{});
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  EXPECT_TRUE(absl::StrContains(ended.err, "second: verify: kept\n"));
  EXPECT_EQ(Lines(absl::StrReplaceAll(ended.out, {{"kept by --resume", "\n"}}))
                .size(),
            Lines(ended.out).size() + Fixture::AllStages().size());
}

TEST_F(Resume, RunsAllStagesInAnEmptyFolder) {
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(fixture_.TakeLog(), Fixture::AllStages());
}

TEST_F(Resume, ContinuesAStageThatHasACheckpoint) {
  for (const std::string stage : {"solver_a", "solver_b"}) {
    for (const bool resume : {true, false}) {
      fs::remove_all(fixture_.Out());
      const pid_t pid =
          fixture_.StartHanging("first/" + stage, fixture_.Flags());
      kill(pid, SIGTERM);
      EXPECT_EQ(fixture_.Finish(pid).status, 128 + SIGTERM);
      const Ended ended =
          fixture_.Run(fixture_.Flags(resume ? Names{"--resume"} : Names{}));
      EXPECT_EQ(ended.status, 0) << ended.err;
      EXPECT_EQ(absl::StrContains(ended.err, "first/" + stage + " continues\n"),
                resume);
      EXPECT_FALSE(
          absl::StrContains(ended.err, "second/" + stage + " continues\n"));
      EXPECT_FALSE(fs::exists(fixture_.Out("first/" + stage + ".checkpoint")));
      fixture_.TakeLog();
    }
  }
}

// Each test damages files one after another and resumes the pipeline.  Expect
// checks that only the stage `made` and the report run again.
class Damage : public Resume {
 protected:
  void Expect(const std::string& fault, const std::string& made,
              bool is_missing = false) {
    const Ended ended = fixture_.Run(fixture_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << fault << ended.err;
    EXPECT_EQ(fixture_.TakeLog(), (Names{made, "results", "claims"})) << fault;
    EXPECT_EQ(Differences(fixture_.Snapshot(), files_), Names{}) << fault;
    EXPECT_EQ(
        absl::StrContains(ended.err, absl::StrReplaceAll(made, {{"/", ": "}}) +
                                         ": not kept: "),
        !is_missing)
        << fault << ended.err;
  }

  const Files files_ = fixture_.RunWell();
};

TEST_F(Damage, OutputsOfEveryStageAreMadeAgain) {
  const std::map<std::string, std::string> outputs = {
      {"first/solver_a.table", "first/solver_a"},
      {"first/solver_b.table", "first/solver_b"},
      {"second/manifest.textproto", "second/verify"},
      {"second/certificates.json", "second/certificates"},
      {"second/extra_rules.json", "second/extra_rules"},
  };
  for (const auto& [path, stage] : outputs) {
    const fs::path file = fixture_.Out(path);
    const std::string good = files_.at(path);
    fs::remove(file);
    Expect(path + " missing", stage, /*is_missing=*/true);
    WriteFile(file, "");
    Expect(path + " empty", stage);
    WriteFile(file, good.substr(0, good.size() - 1));
    Expect(path + " truncated", stage);
    std::string changed = good;
    changed[good.size() / 3] ^= 1;
    WriteFile(file, changed);
    Expect(path + " with another bit", stage);
    WriteFile(file, "{}");
    Expect(path + " replaced", stage);
    WriteFile(file, files_.at(absl::StrReplaceAll(
                        path, {{"first", "second"}, {"second", "first"}})));
    if (stage != "second/certificates" && stage != "second/extra_rules" &&
        !absl::StrContains(stage, "solver")) {
      Expect(path + " of other rules", stage);
    } else {
      WriteFile(file, good);
    }
  }
}

TEST_F(Damage, ALinkInPlaceOfAnOutputIsReplacedAndNotFollowed) {
  const fs::path table = fixture_.Out("first/solver_b.table");
  const fs::path elsewhere = fixture_.Folder() / "elsewhere";
  fs::rename(table, elsewhere);
  fs::create_symlink(elsewhere, table);
  WriteFile(elsewhere, "mine");
  Expect("link", "first/solver_b");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(table)));
  EXPECT_EQ(ReadFile(elsewhere), "mine");
}

TEST_F(Damage, AChangedReportIsMadeAgain) {
  for (const auto& [name, stage] :
       std::map<std::string, std::string>{{"report.md", "claims"},
                                          {"report.html", "claims"},
                                          {"results.json", "results"},
                                          {"results.txt", "results"}}) {
    WriteFile(fixture_.Out(name), "{}");
    const Ended ended = fixture_.Run(fixture_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(fixture_.TakeLog(), Names{stage}) << name;
    EXPECT_EQ(Differences(fixture_.Snapshot(), files_), Names{}) << name;
  }
}

TEST_F(Damage, AStampOfOtherRulesIsInvalid) {
  WriteFile(fixture_.Out("first/verify.sha256"),
            ReadFile(fixture_.Out("second/verify.sha256")));
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  // Without the stamp of verify, later outputs cannot be trusted either.
  EXPECT_EQ(fixture_.TakeLog(),
            (Names{"first/verify", "first/certificates", "first/extra_rules",
                   "results", "claims"}));
  EXPECT_EQ(Differences(fixture_.Snapshot(), files_), Names{});
}

TEST_F(Resume, RunsAllStagesAgainIfTheRulesHaveChanged) {
  fixture_.RunWell();
  fixture_.WriteRules("first", 5);
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  const Names& all = Fixture::AllStages();
  Names expected(all.begin(), all.begin() + 5);
  expected.insert(expected.end(), {"results", "claims"});
  EXPECT_EQ(fixture_.TakeLog(), expected);
  EXPECT_TRUE(absl::StrContains(ReadFile(fixture_.Out("first/rules.textproto")),
                                "columns: 5"));
}

// Kills the pipeline at every stage in turn; that stage then runs again.
TEST_F(Resume, AfterAKillRunsOnlyTheMissingStages) {
  const Files files = fixture_.RunWell();
  fs::remove_all(fixture_.Out());
  Names flags = fixture_.Flags();
  Names missing;
  for (const std::string& stage : Fixture::AllStages()) {
    const pid_t pid = fixture_.StartHanging(stage, flags);
    kill(pid, SIGKILL);
    EXPECT_EQ(fixture_.Finish(pid).status, -SIGKILL);
    EXPECT_FALSE(fs::exists(fixture_.Out("report.html")));
    missing.push_back(stage);
    missing.push_back(stage + " hangs");
    EXPECT_EQ(fixture_.TakeLog(), missing);
    missing = {stage};
    flags = fixture_.Flags({"--resume"});
  }
  const Ended ended = fixture_.Run(flags);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(fixture_.TakeLog(), missing);
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  EXPECT_EQ(fixture_.Unfinished(), Names{});
}

// Signals.

TEST_F(Resume, PassesASignalOnAndPrintsHowToContinue) {
  const Files files = fixture_.RunWell();
  for (const auto& [signal, name] :
       {std::pair(SIGINT, "SIGINT"), {SIGTERM, "SIGTERM"}}) {
    fs::remove_all(fixture_.Out());
    const pid_t pid = fixture_.StartHanging("first/solver_b", fixture_.Flags());
    kill(pid, signal);
    const Ended ended = fixture_.Finish(pid);
    EXPECT_EQ(ended.status, 128 + signal);
    // stderr has no line about the second rule set, which has not started.
    EXPECT_EQ(ended.err, absl::StrCat("\nstopped by ", name,
                                      "; the same command with --resume "
                                      "continues\n"));
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(fixture_.Unfinished(), Names{});
    fixture_.TakeLog();
    EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
    EXPECT_EQ(fixture_.TakeLog().size(), Fixture::AllStages().size() - 1);
    EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  }
}

TEST_F(Resume, ASignalDuringThePlanWritesNothing) {
  const pid_t pid = fixture_.StartHanging("estimate", fixture_.Flags());
  kill(pid, SIGTERM);
  EXPECT_EQ(fixture_.Finish(pid).status, 128 + SIGTERM);
  EXPECT_FALSE(fs::exists(fixture_.Out()));
}

TEST_F(Resume, ASecondSignalEndsAStageThatIgnoresTheFirst) {
  const pid_t pid =
      fixture_.StartHanging("first/solver_a", fixture_.Flags(), "stubborn");
  kill(pid, SIGTERM);
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(waitpid(pid, nullptr, WNOHANG), 0);
  kill(pid, SIGTERM);
  EXPECT_EQ(fixture_.Finish(pid).status, 128 + SIGTERM);
}

TEST_F(Resume, AKillEndsTheStage) {
  const pid_t pid = fixture_.StartHanging("first/solver_a", fixture_.Flags());
  kill(pid, SIGKILL);
  fixture_.Finish(pid);
  // The stage held the lock, too.
  EXPECT_TRUE(LockFolder(fixture_.Out()).ok());
}

TEST_F(Resume, RefusesAFolderThatAnotherPipelineUses) {
  const pid_t pid = fixture_.StartHanging("first/verify", fixture_.Flags());
  const Files files = fixture_.Snapshot();
  const Ended second = Fixture("elsewhere").Run(fixture_.Flags());
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  kill(pid, SIGTERM);
  EXPECT_EQ(fixture_.Finish(pid).status, 128 + SIGTERM);
  EXPECT_EQ(second.status, 1);
  EXPECT_EQ(second.err, "error: " + fixture_.Out().string() +
                            ": another pipeline uses this folder\n");
}

}  // namespace
}  // namespace teeko::pipeline
