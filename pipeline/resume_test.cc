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
            Lines(ended.out).size() + Workplace::AllStages().size());
}

TEST_F(Resume, OfNothingDoesEverything) {
  EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(work_.TakeLog(), Workplace::AllStages());
}

TEST_F(Resume, GoesOnInTheMiddleOfAStageThatCan) {
  for (const std::string stage : {"solver_a", "solver_b"}) {
    for (const bool resume : {true, false}) {
      fs::remove_all(work_.Out());
      const pid_t pid = work_.StartHanging("first/" + stage, work_.Flags());
      kill(pid, SIGTERM);
      EXPECT_EQ(work_.Finish(pid).status, 128 + SIGTERM);
      const Ended ended =
          work_.Run(work_.Flags(resume ? Names{"--resume"} : Names{}));
      EXPECT_EQ(ended.status, 0) << ended.err;
      EXPECT_EQ(absl::StrContains(ended.err, "first/" + stage + " goes on\n"),
                resume);
      EXPECT_FALSE(
          absl::StrContains(ended.err, "second/" + stage + " goes on\n"));
      EXPECT_FALSE(fs::exists(work_.Out("first/" + stage + ".checkpoint")));
      work_.TakeLog();
    }
  }
}

// Spoils files of the folder one after another and has the pipeline go on: it
// must make anew what the stage `made` makes, and then the report.
class Spoilt : public Resume {
 protected:
  void Expect(const std::string& fault, const std::string& made,
              bool is_missing = false) {
    const Ended ended = work_.Run(work_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << fault << ended.err;
    EXPECT_EQ(work_.TakeLog(), (Names{made, "claims"})) << fault;
    EXPECT_EQ(Differences(work_.Snapshot(), files_), Names{}) << fault;
    EXPECT_EQ(
        absl::StrContains(ended.err, absl::StrReplaceAll(made, {{"/", ": "}}) +
                                         ": not kept: "),
        !is_missing)
        << fault << ended.err;
  }

  const Files files_ = work_.RunWell();
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
    const fs::path file = work_.Out(path);
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
  const fs::path table = work_.Out("first/solver_b.table");
  const fs::path elsewhere = work_.Folder() / "elsewhere";
  fs::rename(table, elsewhere);
  fs::create_symlink(elsewhere, table);
  WriteFile(elsewhere, "mine");
  Expect("link", "first/solver_b");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(table)));
  EXPECT_EQ(ReadFile(elsewhere), "mine");
}

TEST_F(Spoilt, TheReportIsMadeAnewIfItIsNotAsItShouldBe) {
  for (const char* const name : {"report.md", "report.html", "results.json"}) {
    WriteFile(work_.Out(name), "{}");
    const Ended ended = work_.Run(work_.Flags({"--resume"}));
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(work_.TakeLog(), Names{"claims"}) << name;
    EXPECT_EQ(Differences(work_.Snapshot(), files_), Names{}) << name;
  }
}

TEST_F(Spoilt, AStampOfOtherRulesIsNone) {
  WriteFile(work_.Out("first/verify.sha256"),
            ReadFile(work_.Out("second/verify.sha256")));
  EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
  // Nobody knows what the rest was made of.
  EXPECT_EQ(work_.TakeLog(), (Names{"first/verify", "first/certificates",
                                    "first/extra_rules", "claims"}));
  EXPECT_EQ(Differences(work_.Snapshot(), files_), Names{});
}

TEST_F(Resume, DoesEverythingAnewIfTheRulesHaveChanged) {
  work_.RunWell();
  work_.WriteRules("first", 5);
  EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
  const Names& all = Workplace::AllStages();
  Names expected(all.begin(), all.begin() + 5);
  expected.push_back("claims");
  EXPECT_EQ(work_.TakeLog(), expected);
  EXPECT_TRUE(absl::StrContains(ReadFile(work_.Out("first/rules.textproto")),
                                "columns: 5"));
  EXPECT_TRUE(
      absl::StrContains(ReadFile(work_.Out("results.json")), "\"goals\": 5"));
}

// At every stage, which then runs again, one after the other.
TEST_F(Resume, AfterAKillRunsWhatIsMissingAndNoMore) {
  const Files files = work_.RunWell();
  fs::remove_all(work_.Out());
  Names flags = work_.Flags();
  Names missing;
  for (const std::string& stage : Workplace::AllStages()) {
    const pid_t pid = work_.StartHanging(stage, flags);
    kill(pid, SIGKILL);
    EXPECT_EQ(work_.Finish(pid).status, -SIGKILL);
    EXPECT_FALSE(fs::exists(work_.Out("report.html")));
    missing.push_back(stage);
    missing.push_back(stage + " hangs");
    EXPECT_EQ(work_.TakeLog(), missing);
    missing = {stage};
    flags = work_.Flags({"--resume"});
  }
  const Ended ended = work_.Run(flags);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(work_.TakeLog(), missing);
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  EXPECT_EQ(work_.Unfinished(), Names{});
}

// Being stopped.

TEST_F(Resume, PassesASignalOnAndTellsHowToGoOn) {
  const Files files = work_.RunWell();
  for (const auto& [signal, name] :
       {std::pair(SIGINT, "SIGINT"), {SIGTERM, "SIGTERM"}}) {
    fs::remove_all(work_.Out());
    const pid_t pid = work_.StartHanging("first/solver_b", work_.Flags());
    kill(pid, signal);
    const Ended ended = work_.Finish(pid);
    EXPECT_EQ(ended.status, 128 + signal);
    // Of the second rules, which were not begun, there is nothing to say.
    EXPECT_EQ(ended.err, absl::StrCat("\nstopped by ", name,
                                      "; the same command with --resume goes "
                                      "on from here\n"));
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(work_.Unfinished(), Names{});
    work_.TakeLog();
    EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
    EXPECT_EQ(work_.TakeLog().size(), Workplace::AllStages().size() - 1);
    EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  }
}

TEST_F(Resume, ASignalEndsThePlanBeforeAnythingIsMade) {
  const pid_t pid = work_.StartHanging("estimate", work_.Flags());
  kill(pid, SIGTERM);
  EXPECT_EQ(work_.Finish(pid).status, 128 + SIGTERM);
  EXPECT_FALSE(fs::exists(work_.Out()));
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
  EXPECT_TRUE(LockFolder(work_.Out()).ok());
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
