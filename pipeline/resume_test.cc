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

TEST_F(Resume, KeepsWhatIsThereAndSaysSo) {
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

TEST_F(Resume, OfNothingDoesEverything) {
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(fixture_.TakeLog(), Fixture::AllStages());
}

TEST_F(Resume, GoesOnInTheMiddleOfAStageThatCan) {
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
      EXPECT_EQ(absl::StrContains(ended.err, "first/" + stage + " goes on\n"),
                resume);
      EXPECT_FALSE(
          absl::StrContains(ended.err, "second/" + stage + " goes on\n"));
      EXPECT_FALSE(fs::exists(fixture_.Out("first/" + stage + ".checkpoint")));
      fixture_.TakeLog();
    }
  }
}

// Spoils files of the folder one after another and has the pipeline go on: it
// must make anew what the stage `made` makes, and then the report.
class Spoilt : public Resume {
 protected:
  void Expect(const std::string& fault, const std::string& made,
              bool is_missing = false) {
    const Ended ended = fixture_.Run(fixture_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << fault << ended.err;
    EXPECT_EQ(fixture_.TakeLog(), (Names{made, "claims"})) << fault;
    EXPECT_EQ(Differences(fixture_.Snapshot(), files_), Names{}) << fault;
    EXPECT_EQ(
        absl::StrContains(ended.err, absl::StrReplaceAll(made, {{"/", ": "}}) +
                                         ": not kept: "),
        !is_missing)
        << fault << ended.err;
  }

  const Files files_ = fixture_.RunWell();
};

TEST_F(Spoilt, OutputsOfEveryStageAreMadeAnew) {
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

TEST_F(Spoilt, ALinkInPlaceOfAnOutputIsReplacedAndNotFollowed) {
  const fs::path table = fixture_.Out("first/solver_b.table");
  const fs::path elsewhere = fixture_.Folder() / "elsewhere";
  fs::rename(table, elsewhere);
  fs::create_symlink(elsewhere, table);
  WriteFile(elsewhere, "mine");
  Expect("link", "first/solver_b");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(table)));
  EXPECT_EQ(ReadFile(elsewhere), "mine");
}

TEST_F(Spoilt, TheReportIsMadeAnewIfItIsNotAsItShouldBe) {
  for (const char* const name : {"report.md", "report.html", "results.json"}) {
    WriteFile(fixture_.Out(name), "{}");
    const Ended ended = fixture_.Run(fixture_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(fixture_.TakeLog(), Names{"claims"}) << name;
    EXPECT_EQ(Differences(fixture_.Snapshot(), files_), Names{}) << name;
  }
}

TEST_F(Spoilt, AStampOfOtherRulesIsNone) {
  WriteFile(fixture_.Out("first/verify.sha256"),
            ReadFile(fixture_.Out("second/verify.sha256")));
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  // Nobody knows what the rest was made of.
  EXPECT_EQ(fixture_.TakeLog(), (Names{"first/verify", "first/certificates",
                                       "first/extra_rules", "claims"}));
  EXPECT_EQ(Differences(fixture_.Snapshot(), files_), Names{});
}

TEST_F(Resume, DoesEverythingAnewIfTheRulesHaveChanged) {
  fixture_.RunWell();
  fixture_.WriteRules("first", 5);
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  const Names& all = Fixture::AllStages();
  Names expected(all.begin(), all.begin() + 5);
  expected.push_back("claims");
  EXPECT_EQ(fixture_.TakeLog(), expected);
  EXPECT_TRUE(absl::StrContains(ReadFile(fixture_.Out("first/rules.textproto")),
                                "columns: 5"));
  EXPECT_TRUE(absl::StrContains(ReadFile(fixture_.Out("results.json")),
                                "\"goals\": 5"));
}

// At every stage, which then runs again, one after the other.
TEST_F(Resume, AfterAKillRunsWhatIsMissingAndNoMore) {
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

// Being stopped.

TEST_F(Resume, PassesASignalOnAndTellsHowToGoOn) {
  const Files files = fixture_.RunWell();
  for (const auto& [signal, name] :
       {std::pair(SIGINT, "SIGINT"), {SIGTERM, "SIGTERM"}}) {
    fs::remove_all(fixture_.Out());
    const pid_t pid = fixture_.StartHanging("first/solver_b", fixture_.Flags());
    kill(pid, signal);
    const Ended ended = fixture_.Finish(pid);
    EXPECT_EQ(ended.status, 128 + signal);
    // Of the second rules, which were not begun, there is nothing to say.
    EXPECT_EQ(ended.err, absl::StrCat("\nstopped by ", name,
                                      "; the same command with --resume goes "
                                      "on from here\n"));
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(fixture_.Unfinished(), Names{});
    fixture_.TakeLog();
    EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
    EXPECT_EQ(fixture_.TakeLog().size(), Fixture::AllStages().size() - 1);
    EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  }
}

TEST_F(Resume, ASignalEndsThePlanBeforeAnythingIsMade) {
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

TEST_F(Resume, TakesItsStageAlongWhenKilled) {
  const pid_t pid = fixture_.StartHanging("first/solver_a", fixture_.Flags());
  kill(pid, SIGKILL);
  fixture_.Finish(pid);
  // The stage had the lock, too.
  EXPECT_TRUE(LockFolder(fixture_.Out()).ok());
}

TEST_F(Resume, RefusesAFolderInWhichAnotherIsAtWork) {
  const pid_t pid = fixture_.StartHanging("first/verify", fixture_.Flags());
  const Files files = fixture_.Snapshot();
  const Ended second = Fixture("elsewhere").Run(fixture_.Flags());
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  kill(pid, SIGTERM);
  EXPECT_EQ(fixture_.Finish(pid).status, 128 + SIGTERM);
  EXPECT_EQ(second.status, 1);
  EXPECT_EQ(second.err, "error: another pipeline is at work in " +
                            fixture_.Out().string() + "\n");
}

}  // namespace
}  // namespace teeko::pipeline
