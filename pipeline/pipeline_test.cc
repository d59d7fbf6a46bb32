// Runs the pipeline from the command line, with stages that succeed or fail.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/memory.h"
#include "google/protobuf/text_format.h"
#include "pipeline/test_fixture.h"
#include "teeko/base/stage_report.pb.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

class Pipeline : public PipelineTest {};

TEST_F(Pipeline, RunsTheStagesInOrderAndWritesAllItsFiles) {
  const Ended ended = fixture_.Run(fixture_.Flags());
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(fixture_.TakeLog(), Fixture::AllStages());
  Names made;
  for (const auto& [path, text] : fixture_.Snapshot()) made.push_back(path);
  Names files = {"report.html", "report.md", "results.json", "results.txt"};
  for (const std::string rules : {"first", "second"}) {
    for (const std::string file :
         {"certificates.json", "extra_rules.json", "manifest.textproto",
          "rules.textproto", "solver_a.table", "solver_b.table"}) {
      files.push_back(absl::StrCat(rules, "/", file));
    }
  }
  std::sort(files.begin(), files.end());
  EXPECT_EQ(made, files);
  EXPECT_EQ(fixture_.Unfinished(), Names{});
  const Names lines = Lines(ended.out);
  ASSERT_GE(lines.size(), 2);
  EXPECT_EQ(lines[lines.size() - 2],
            "Everything was verified.  The results are in " +
                fixture_.Out("results.json").string());
  EXPECT_EQ(lines.back(), "Open the report in a browser: " +
                              fixture_.Out("report.html").string());
  EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of first,second\n");
  EXPECT_EQ(lines.front() + "\n", ReadFile(fixture_.Out("results.txt")));
}

TEST_F(Pipeline, RulesWithScoringHaveAStageOfTheirOwn) {
  WriteFile(fixture_.Folder() / "points.textproto",
            "name: \"points\" rows: 3 columns: 3 pieces: 2 "
            "goals { line { length: 2 } } scoring { pips: [1, 2] }");
  const Ended ended = fixture_.Run(
      {"--out=" + fixture_.Out().string(), "--rules=./points.textproto"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(fixture_.TakeLog(),
            (Names{"points/solver_a", "points/solver_b", "points/verify",
                   "points/scores", "results", "claims"}));
}

TEST_F(Pipeline, AStampNamesTheProgramTheInputsAndTheOutputs) {
  fixture_.RunWell();
  const auto names_in = [&](const std::string& stamp) {
    Names names;
    for (const std::string& line : Lines(ReadFile(fixture_.Out(stamp)))) {
      names.push_back(line.substr(66));
    }
    return names;
  };
  EXPECT_EQ(names_in("second/solver_a.sha256"),
            (Names{"fake_stage.sh", "rules.textproto", "solver_a.table"}));
  EXPECT_EQ(names_in("second/verify.sha256"),
            (Names{"fake_stage.sh", "fake_stages.textproto", "rules.textproto",
                   "solver_a.table", "solver_b.table", "manifest.textproto"}));
  const Names report = names_in("claims.sha256");
  for (const std::string name : {"fake_stage.sh", "results.json",
                                 "first/manifest.textproto", "report.html"}) {
    EXPECT_EQ(std::ranges::count(report, name), 1) << name;
  }
}

TEST_F(Pipeline, FailsIfTMPDIRDoesNotExist) {
  const Ended ended = fixture_.Run(fixture_.Flags(), {{"TMPDIR", "/no/such"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.err,
            "error: cannot make a temporary folder in TMPDIR=/no/such: "
            "No such file or directory\n");
}

TEST_F(Pipeline, TablesOnlyRunsNoOtherStages) {
  const Ended ended = fixture_.Run(fixture_.Flags({"--tables_only"}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(fixture_.TakeLog(),
            (Names{"first/solver_a", "first/solver_b", "first/verify",
                   "second/solver_a", "second/solver_b", "second/verify",
                   "results"}));
  EXPECT_EQ(Lines(ended.out).back(),
            "Everything was verified.  The results are in " +
                fixture_.Out("results.json").string());
  EXPECT_FALSE(fs::exists(fixture_.Out("report.html")));
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(
      fixture_.TakeLog(),
      (Names{"first/certificates", "first/extra_rules", "second/certificates",
             "second/extra_rules", "results", "claims"}));
}

TEST_F(Pipeline, TablesOnlyRemovesOutdatedFilesOfOtherStages) {
  fixture_.RunWell();
  const Ended ended = fixture_.Run(
      fixture_.Flags({"--tables_only"}),
      {{"FAKE_STAGE",
        "first/solver_a=other_values,first/solver_b=other_values"}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const char* const gone :
       {"first/certificates.json", "first/extra_rules.json", "report.html"}) {
    EXPECT_FALSE(fs::exists(fixture_.Out(gone))) << gone;
  }
  EXPECT_TRUE(fs::exists(fixture_.Out("second/extra_rules.json")));
}

TEST_F(Pipeline, StartsTheStagesOfTheTablesWithMpirun) {
  const fs::path mpirun = fixture_.Folder() / "mpirun";
  WriteFile(mpirun, "#!/bin/sh\necho \"$1 $2\" >>$0.log\nshift 2\n\"$@\"\n");
  fs::permissions(mpirun, fs::perms::owner_all);
  const Files alone = fixture_.RunWell();
  fixture_.TakeLog();
  const std::string flag = "--mpirun=" + mpirun.string() + "  -n 4";
  EXPECT_EQ(fixture_.Run(fixture_.Flags({flag, "--resume"})).status, 0);
  EXPECT_EQ(fixture_.TakeLog(), Names{});  // --mpirun changes no digest
  EXPECT_EQ(fixture_.Run(fixture_.Flags({flag})).status, 0);
  EXPECT_EQ(fixture_.TakeLog(), Fixture::AllStages());
  // mpirun starts three stages for two rule sets, each twice: for the estimate,
  // and to run.
  EXPECT_EQ(Lines(ReadFile(mpirun.string() + ".log")), Names(12, "-n 4"));
  EXPECT_EQ(Differences(fixture_.Snapshot(), alone), Names{});
  const Ended ended = fixture_.Run(fixture_.Flags({"--mpirun=no_mpirun -n 4"}));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(
      ended.err, "error: cannot run no_mpirun: No such file or directory\n"))
      << ended.err;
}

// Two rule sets at a time.

// Returns the log with the stages of "first" before all others.
Names ByRules(Names log) {
  std::stable_sort(log.begin(), log.end(), [](const auto& a, const auto& b) {
    return absl::StartsWith(a, "first/") && !absl::StartsWith(b, "first/");
  });
  return log;
}

TEST_F(Pipeline, RunsTwoRuleSetsAtATimeAndStopsBoth) {
  const Files files = fixture_.RunWell();
  fs::remove_all(fixture_.Out());
  const pid_t pid = fixture_.Start(
      fixture_.Flags({"--threads=2"}),
      {{"FAKE_STAGE", "first/verify=hang,second/extra_rules=hang"}});
  fixture_.AwaitHanging("first/verify");
  fixture_.AwaitHanging("second/extra_rules");
  kill(pid, SIGTERM);
  EXPECT_EQ(fixture_.Finish(pid).status, 128 + SIGTERM);
  EXPECT_EQ(fixture_.Unfinished(), Names{});
  fixture_.TakeLog();
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--threads=2", "--resume"})).status,
            0);
  EXPECT_EQ(ByRules(fixture_.TakeLog()),
            (Names{"first/verify", "first/certificates", "first/extra_rules",
                   "second/extra_rules", "results", "claims"}));
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
}

TEST_F(Pipeline, AFailureDoesNotDisturbTheOtherRuleSet) {
  const Ended ended = fixture_.Run(fixture_.Flags({"--threads=2"}),
                                   {{"FAKE_STAGE", "first/verify=fail"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(
      ended.err, "error: first: verify failed with exit status 1\n"));
  EXPECT_TRUE(absl::StrContains(ended.out, "\nNOT verified: first.\n"));
  EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of second\n");
}

// With FAKE_STAGE_MS, stages take time.  So the stages of two rule sets that
// run at the same time are mixed in the log.
TEST_F(Pipeline, RunsOneRuleSetAtATimeIfMemoryIsTooSmallForTwo) {
  const uint64_t half = base::AvailableMemoryBytes() / 2;
  const auto take = [this](uint64_t bytes) {
    const Ended ended = fixture_.Run(
        fixture_.Flags({"--threads=2"}),
        {{"FAKE_STAGE_MS", "50"}, {"FAKE_STAGE_BYTES", absl::StrCat(bytes)}});
    EXPECT_EQ(ended.status, 0) << ended.err;
    return fixture_.TakeLog();
  };
  // The pipeline reserves 1 GB for each rule set, for stages without an
  // estimate. The other 0.5 GB are for other programs on this machine.
  EXPECT_NE(take(half - std::min<uint64_t>(half, 1'500'000'000)),
            Fixture::AllStages());
  EXPECT_EQ(take(half), Fixture::AllStages());
}

TEST_F(Pipeline, RunsRulesThatTakeMinutesAlone) {
  fixture_.WriteRules("large", 5);
  const Ended ended = fixture_.Run(
      {"--threads=2", "--out=out",
       "--rules=first.textproto,large.textproto,second.textproto"},
      {{"FAKE_STAGE_MS", "50"}, {"FAKE_STAGE_POSITIONS", "large=1000000000"}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  Names expected = Fixture::AllStages();
  for (const std::string stage :
       {"extra_rules", "certificates", "verify", "solver_b", "solver_a"}) {
    expected.insert(expected.begin() + 5, "large/" + stage);
  }
  EXPECT_EQ(fixture_.TakeLog(), expected);
}

// The report.

TEST_F(Pipeline, FailsIfThereIsNoReport) {
  fixture_.RunWell();
  for (const std::string how : {"fail", "nothing"}) {
    EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
    WriteFile(fixture_.Out("report.md"), "changed");
    const Ended ended = fixture_.Run(fixture_.Flags({"--resume"}),
                                     {{"FAKE_STAGE", "claims=" + how}});
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(absl::StrContains(
        ended.err,
        how == "fail"
            ? "error: claims was told to fail\nerror: claims failed "
              "with exit status 1\n"
            : "error: claims wrote an invalid output file: cannot open "))
        << ended.err;
    EXPECT_TRUE(fs::exists(fixture_.Out("results.json")));
    EXPECT_FALSE(fs::exists(fixture_.Out("report.md")));
    EXPECT_FALSE(fs::exists(fixture_.Out("report.html")));
  }
}

TEST_F(Pipeline, ARunOfSomeRulesKeepsOtherRulesInTheReport) {
  const Files files = fixture_.RunWell();
  for (const std::string rules : {"first", "second"}) {
    for (const Names& resume : {Names{}, Names{"--resume"}}) {
      Names flags = {"--out=out", "--rules=" + rules + ".textproto"};
      flags.insert(flags.end(), resume.begin(), resume.end());
      const Ended ended = fixture_.Run(flags);
      EXPECT_EQ(ended.status, 0) << ended.err;
      EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
    }
  }
}

TEST_F(Pipeline, TheReportOmitsRulesWhoseFilesHaveChanged) {
  const Files files = fixture_.RunWell();
  for (const auto& [path, text] : files) {
    if (!absl::StartsWith(path, "second/")) continue;
    WriteFile(fixture_.Out(path), text + " ");
    const Ended ended =
        fixture_.Run({"--out=out", "--rules=first.textproto", "--resume"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of first\n") << path;
    EXPECT_EQ(ReadFile(fixture_.Out("results.json")), "results of first\n");
    EXPECT_TRUE(absl::StrContains(
        ended.err, "second: omitted from the report: " +
                       fs::path(path).filename().string() + " has changed\n"))
        << ended.err;
    WriteFile(fixture_.Out(path), text);
  }
  // The name of the folder differs from the name of the rules.
  fs::rename(fixture_.Out("second"), fixture_.Out("third"));
  const Ended ended = fixture_.Run({"--out=out", "--rules=first.textproto"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of first\n");
  EXPECT_TRUE(absl::StrContains(ended.err, "third: omitted from the report: "));
}

TEST_F(Pipeline, AddsTimeAndMemoryToAStagesReport) {
  const Ended ended =
      fixture_.Run(fixture_.Flags(), {{"FAKE_STAGE_MS", "100"}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const std::string stage : {"second/verify", "claims"}) {
    const std::string text =
        ReadFile(fixture_.Out(stage + ".report.textproto"));
    StageReport report;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &report));
    ASSERT_EQ(report.phases_size(), 1);
    EXPECT_EQ(report.phases(0).name(), "pretending");
    EXPECT_GE(report.seconds(), 0.1);
    EXPECT_LT(report.seconds(), 20);
    EXPECT_GT(report.peak_memory_bytes(), 1e6);
    EXPECT_LT(report.peak_memory_bytes(), 1e9);
  }
  EXPECT_TRUE(absl::StrContains(ended.out, "\n  claims     "));
}

TEST_F(Pipeline, SolvesStandardAndAdvancedByDefault) {
  const fs::path workspace = fixture_.Folder() / "workspace";
  const Ended ended =
      fixture_.Run({}, {{"BUILD_WORKSPACE_DIRECTORY", workspace.string()}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(fs::exists(workspace / "out/standard/manifest.textproto"));
  EXPECT_TRUE(fs::exists(workspace / "out/advanced/manifest.textproto"));
}

TEST_F(Pipeline, PathsAreRelativeToTheUsersDirectory) {
  fs::create_directory(fixture_.Folder() / "here");
  const Ended ended = fixture_.Run(
      {"--out=made", "--rules=../first.textproto"},
      {{"BUILD_WORKING_DIRECTORY", (fixture_.Folder() / "here").string()},
       {"BUILD_WORKSPACE_DIRECTORY", "/nowhere"}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(fs::exists(fixture_.Folder() / "here/made/results.json"));
}

TEST_F(Pipeline, WritesTheSameBytesInEveryRun) {
  const Files files = fixture_.RunWell();
  EXPECT_EQ(Differences(fixture_.RunWell(), files), Names{});
}

TEST_F(Pipeline, RunsAllStagesAgainWithoutResume) {
  fixture_.RunWell();
  EXPECT_EQ(fixture_.Run(fixture_.Flags()).status, 0);
  EXPECT_EQ(fixture_.TakeLog(), Fixture::AllStages());
}

// Stages that fail.

TEST_F(Pipeline, NamesTheFailedStageAndRunsTheOtherRules) {
  for (int i = 0; i < 5; ++i) {
    const std::string stage = Fixture::AllStages()[i];
    fs::remove_all(fixture_.Out());
    const Ended ended =
        fixture_.Run(fixture_.Flags(), {{"FAKE_STAGE", stage + "=fail"}});
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(absl::StrContains(
        ended.err, absl::StrCat("error: ", stage, " was told to fail\nerror: ",
                                absl::StrReplaceAll(stage, {{"/", ": "}}),
                                " failed with exit status 1\n")))
        << ended.err;
    EXPECT_EQ(fs::exists(fixture_.Out("first/manifest.textproto")), i > 2);
    EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of second\n");
    EXPECT_TRUE(absl::StrContains(ended.out, "\nNOT verified: first.\n"))
        << ended.out;
    EXPECT_FALSE(absl::StrContains(ended.out, "Everything"));
    EXPECT_EQ(Lines(ended.out).front(), "results of second");
  }
}

TEST_F(Pipeline, WithoutResultsThereIsNoReport) {
  fixture_.RunWell();
  const Ended ended = fixture_.Run(
      fixture_.Flags(),
      {{"FAKE_STAGE", "first/verify=fail,second/certificates=fail"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::EndsWith(ended.out, "NOT verified: first, second.\n"));
  for (const char* const name :
       {"report.html", "report.md", "results.json", "results.txt"}) {
    EXPECT_FALSE(fs::exists(fixture_.Out(name))) << name;
  }
}

TEST_F(Pipeline, NamesTheSignalThatEndedAStage) {
  const Ended ended =
      fixture_.Run(fixture_.Flags(), {{"FAKE_STAGE", "second/verify=crash"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(
      ended.err, "error: second: verify failed with signal 6 (Aborted)\n"))
      << ended.err;
}

TEST_F(Pipeline, ChecksTheOutputsOfStagesThatReportSuccess) {
  const Names flags = {"--out=out", "--rules=first.textproto"};
  fixture_.RunWell();
  for (const auto& [stage, how] :
       std::vector<std::pair<std::string, std::string>>{
           {"solver_a", "nothing"},
           {"solver_b", "nothing"},
           {"verify", "nothing"},
           {"certificates", "nothing"},
           {"extra_rules", "nothing"}}) {
    // In a first run, and over the files of an earlier run.
    for (const bool again : {false, true}) {
      if (again) {
        EXPECT_EQ(fixture_.Run(flags).status, 0);
      } else {
        fs::remove_all(fixture_.Out("first"));
      }
      const Ended ended = fixture_.Run(
          flags, {{"FAKE_STAGE", absl::StrCat("first/", stage, "=", how)}});
      EXPECT_EQ(ended.status, 1) << stage << " " << how;
      EXPECT_TRUE(absl::StrContains(
          ended.err, absl::StrCat("error: first: ", stage,
                                  " wrote an invalid output file: ")))
          << ended.err;
      if (!again || stage == "verify" || stage == "certificates") {
        EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of second\n") << stage;
      }
      if (stage == "verify") {
        EXPECT_FALSE(fs::exists(fixture_.Out("first/manifest.textproto")));
      }
    }
  }
}

TEST_F(Pipeline, ASolverThatFailsKeepsEarlierResults) {
  const Files files = fixture_.RunWell();
  for (const std::string stage : {"first/solver_a", "first/solver_b"}) {
    const Ended ended = fixture_.Run({"--out=out", "--rules=first.textproto"},
                                     {{"FAKE_STAGE", stage + "=fail"}});
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{}) << stage;
    EXPECT_TRUE(absl::StrContains(ended.out, "NOT verified: first."));
  }
}

TEST_F(Pipeline, AFullDiskKeepsEarlierResults) {
  const Files files = fixture_.RunWell();
  // No room for a table.
  Ended ended = fixture_.Finish(fixture_.Start(fixture_.Flags(), {}, 2500));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "solver_a failed")) << ended.err;
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  EXPECT_EQ(fixture_.TakeLog(),
            (Names{"first/solver_a", "second/solver_a", "results"}));

  // No room for the stamp of results.
  fs::remove(fixture_.Out("results.json"));
  ended =
      fixture_.Finish(fixture_.Start(fixture_.Flags({"--resume"}), {}, 2500));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "results.sha256")) << ended.err;
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  fixture_.TakeLog();

  // No room for the rules.
  ended = fixture_.Finish(
      fixture_.Start({"--out=out", "--rules=standard"}, {}, 200));
  EXPECT_EQ(ended.status, 1);
  // The limit truncates stderr, too.
  EXPECT_TRUE(absl::StartsWith(ended.err, "error: cannot write ")) << ended.err;
  EXPECT_EQ(Differences(fixture_.Snapshot(), files), Names{});
  EXPECT_EQ(fixture_.TakeLog(), Names{});
}

TEST_F(Pipeline, ErrorsNameAFolderAtThePathOfATable) {
  const fs::path table = fixture_.Out("first/solver_b.table");
  fs::create_directories(table);
  const Ended ended = fixture_.Run(fixture_.Flags({"--resume"}));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(
      ended.err, absl::StrCat("error: first: solver_b: cannot move a file to ",
                              table.string(), ": Is a directory\n")))
      << ended.err;
}

TEST_F(Pipeline, FailsIfItCannotPrintTheSummary) {
  fs::create_symlink("/dev/full", fixture_.Folder() / "stdout");
  int status;
  waitpid(fixture_.Start(fixture_.Flags()), &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_TRUE(absl::StrContains(ReadFile(fixture_.Folder() / "stderr"),
                                "error: cannot write"));
}

TEST_F(Pipeline, FailsIfStdoutIsClosedAndWritesTheSummaryToNoFile) {
  const Ended ended = fixture_.Run(fixture_.Flags(), {{"CLOSE_STDOUT", "1"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "error: cannot write")) << ended.err;
  EXPECT_EQ(ReadFile(fixture_.Out(".lock")), "");
  EXPECT_EQ(ReadFile(fixture_.Out(".stage_lock")), "");
}

// Links.

TEST_F(Pipeline, NothingIsRemovedOrWrittenThroughALink) {
  WriteFile(fixture_.Folder() / "mine/file", "mine");
  const fs::path mine = fixture_.Folder() / "mine";
  fs::create_directories(fixture_.Out("first"));
  fs::create_symlink(mine, fixture_.Out("first/unfinished"));
  fs::create_symlink(mine, fixture_.Out(".unfinished"));
  for (const char* const name :
       {"report.md", "report.md.partial", "first/solver_a.table",
        "first/verify.sha256.partial"}) {
    fs::create_symlink(mine / "file", fixture_.Out(name));
  }
  const Ended ended = fixture_.Run(fixture_.Flags());
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ReadFile(mine / "file"), "mine");
  EXPECT_EQ(std::distance(fs::directory_iterator(mine), {}), 1);

  // A link in place of a rules' folder is refused.
  fs::remove_all(fixture_.Out("first"));
  fs::create_symlink(mine, fixture_.Out("first"));
  fixture_.TakeLog();
  const Ended refused = fixture_.Run(fixture_.Flags());
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.err, "error: cannot write into the folder " +
                             fixture_.Out("first").string() +
                             ": Not a directory\n");
  EXPECT_EQ(fixture_.TakeLog(), Names{});
}

TEST_F(Pipeline, AFailureOfVerifyRemovesEarlierResults) {
  Files files = fixture_.RunWell();
  const Ended ended =
      fixture_.Run(fixture_.Flags(), {{"FAKE_STAGE", "first/verify=fail"}});
  EXPECT_EQ(ended.status, 1);
  // The earlier manifest and all files made from it.
  for (const char* const gone :
       {"first/manifest.textproto", "first/certificates.json",
        "first/extra_rules.json"}) {
    files.erase(gone);
  }
  EXPECT_EQ(Differences(fixture_.Snapshot(), files),
            (Names{"report.html", "report.md", "results.json", "results.txt"}));
  EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of second\n");
}

TEST_F(Pipeline, RemovesFilesMadeFromAnEarlierTableBeforeItIsReplaced) {
  fixture_.RunWell();
  const pid_t pid = fixture_.Start(
      fixture_.Flags(),
      {{"FAKE_STAGE", "first/solver_a=other_values,first/solver_b=hang"}});
  fixture_.AwaitHanging("first/solver_b");
  for (const char* const gone :
       {"first/manifest.textproto", "first/certificates.json",
        "first/extra_rules.json", "results.json", "results.txt", "report.html",
        "report.md"}) {
    EXPECT_FALSE(fs::exists(fixture_.Out(gone))) << gone;
  }
  EXPECT_TRUE(fs::exists(fixture_.Out("first/solver_b.table")));
  EXPECT_TRUE(fs::exists(fixture_.Out("second/manifest.textproto")));
  kill(pid, SIGTERM);
  EXPECT_EQ(fixture_.Finish(pid).status, 128 + SIGTERM);
}

TEST_F(Pipeline, SolversThatDisagreeAreNotVerified) {
  const Ended ended = fixture_.Run(
      fixture_.Flags(), {{"FAKE_STAGE", "second/solver_b=other_values"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "error: the tables differ\n"));
  EXPECT_EQ(ReadFile(fixture_.Out("report.md")), "of first\n");
}

// Runs that are refused before any stage runs.

TEST_F(Pipeline, RefusesInvalidFlagsInOneLine) {
  WriteFile(fixture_.Folder() / "bad.textproto", "name: \"bad\" rows: 0");
  const std::map<std::string, std::string> nonsense = {
      {"--threads=0", "expected 1 to 1024"},
      {"--threads=many", "threads"},
      {"--no_such_flag", "no_such_flag"},
      {"standard", "unexpected argument \"standard\""},
      {"--rules=", "--rules: must not be empty"},
      {"--rules=chess", "unknown name \"chess\": expected advanced, "},
      {"--rules=standard,standard", "two rule sets are named \"standard\""},
      {"--rules=none.textproto", "none.textproto: No such file"},
      {"--rules=standard,bad.textproto", "bad.textproto: rows: "},
  };
  for (const auto& [argument, message] : nonsense) {
    const Ended ended = fixture_.Run({"--out=out", argument});
    EXPECT_EQ(ended.status, 1) << argument;
    EXPECT_EQ(ended.out, "") << argument;
    EXPECT_EQ(Lines(ended.err).size(), 1) << ended.err;
    EXPECT_TRUE(absl::StrContains(ended.err, message)) << ended.err;
    EXPECT_FALSE(fs::exists(fixture_.Out())) << argument;
  }
}

TEST_F(Pipeline, RefusesAFolderThatCannotBeWritten) {
  WriteFile(fixture_.Folder() / "file", "");
  for (const std::string out : {"file", "file/out", "/proc/out", "/proc"}) {
    const Ended ended = fixture_.Run({"--out=" + out});
    EXPECT_EQ(ended.status, 1) << out;
    EXPECT_EQ(Lines(ended.err).size(), 1) << ended.err;
    EXPECT_TRUE(absl::StartsWith(ended.err, "error: cannot ")) << ended.err;
  }
  // A file has the path of a rules' folder.
  WriteFile(fixture_.Out("second"), "");
  EXPECT_EQ(fixture_.Run(fixture_.Flags()).status, 1);
  EXPECT_EQ(fixture_.TakeLog(), Names{});
}

TEST_F(Pipeline, AsksForLargePagesAndSetsTERMIfTwoRuleSetsRun) {
  Environment environment = {{"FAKE_STAGE", "first/solver_b=environment"},
                             {"TERM", "vt100"}};
  const auto are_told = [&](const std::string& threads,
                            const std::string& line) {
    const Names flags = fixture_.Flags({"--threads=" + threads});
    EXPECT_EQ(fixture_.Run(flags, environment).status, 0);
    return std::ranges::count(fixture_.TakeLog(), line) == 1;
  };
  EXPECT_TRUE(are_told("1", "glibc.malloc.hugetlb=1 vt100"));
  environment["GLIBC_TUNABLES"] = "glibc.malloc.check=0";
  EXPECT_TRUE(are_told("1", "glibc.malloc.check=0 vt100"));
  // Two stages would overwrite the last line of the terminal.
  EXPECT_TRUE(are_told("2", "glibc.malloc.check=0 dumb"));
}

// The plan.

TEST_F(Pipeline, PlanPrintsWhatTheTablesNeedAndRunsNothing) {
  const Ended ended = fixture_.Run(fixture_.Flags({"--plan"}),
                                   {{"FAKE_STAGE_BYTES", "5000000"}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "first: about 5 MB of memory, 0 MB of disk and 0 s of CPU time\n"
            "second: about 5 MB of memory, 0 MB of disk and 0 s of CPU time\n");
  EXPECT_EQ(ended.err, "");
  // Three tables of 1.4 GB, and 2.8 GB while the last one is written.
  EXPECT_EQ(fixture_
                .Run({"--plan", "--rules=standard_6x6"},
                     {{"FAKE_STAGE_POSITIONS", "standard_6x6=2800000000"}})
                .out,
            "standard_6x6: about 0 MB of memory, 7,000 MB of disk and 241 s of "
            "CPU time\n");
  EXPECT_EQ(fixture_.TakeLog(), Names{});
  EXPECT_FALSE(fs::exists(fixture_.Out()));
}

TEST_F(Pipeline, PlanPrintsWhatTheTablesNeedOnManyMachines) {
  const Environment much = {{"FAKE_STAGE_BYTES", "1000000000000"},
                            {"FAKE_STAGE_POSITIONS", "second=936000000000"}};
  EXPECT_EQ(
      fixture_
          .Run({"--plan", "--rules=second.textproto", "--processes=1,8",
                "--threads=2"},
               much)
          .out,
      R"(second: about 1,000,000 MB of memory, 2,340,000 MB of disk and 80,835 s of CPU time
  machines  stage          memory each     hours
         1  solver_a      1,000,000 MB      5.00
         1  solver_b      1,000,000 MB      5.53
         1  verify        1,000,000 MB      0.70
         8  solver_a        125,000 MB      0.62
         8  solver_b        125,000 MB      0.69
         8  verify          125,000 MB      0.09
)");
  for (const std::string numbers : {"0", "-1", "two", "1,,2"}) {
    EXPECT_EQ(fixture_.Run({"--plan", "--processes=" + numbers}).status, 1)
        << numbers;
  }
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--processes=2"})).status, 1);
  EXPECT_EQ(fixture_.TakeLog(), Names{});
}

TEST_F(Pipeline, NamesTheStageThatCannotEstimate) {
  const Ended ended =
      fixture_.Run(fixture_.Flags(), {{"FAKE_STAGE", "estimate=fail"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.err, "error: solver_a --estimate: exit status 1\n");
  // The estimates must not be in `out`: another pipeline may remove unfinished
  // folders there.
  const Names report = fixture_.TakeLog();
  ASSERT_EQ(report.size(), 1u);
  EXPECT_TRUE(absl::StrContains(report[0], "/teeko-plan-")) << report[0];
}

TEST_F(Pipeline, RefusesRulesThatDoNotFitIntoMemory) {
  const Environment much = {{"FAKE_STAGE_BYTES", "1000000000000000000"}};
  const Ended ended = fixture_.Run(fixture_.Flags(), much);
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StartsWith(
      ended.err, "error: these rules need about 1,000,000,000,000 MB"))
      << ended.err;
  EXPECT_FALSE(fs::exists(fixture_.Out()));
  // Finished stages need nothing.
  fixture_.RunWell();
  EXPECT_EQ(fixture_.Run(fixture_.Flags({"--resume"}), much).status, 0);
  EXPECT_EQ(fixture_.TakeLog(), Names{});
}

TEST_F(Pipeline, RefusesTablesThatDoNotFitOnTheDisk) {
  // A table of P positions takes P / 2 bytes, and P bytes more while it is
  // written.  Each rule set runs alone.
  const Ended ended =
      fixture_.Run(fixture_.Flags({"--threads=2"}),
                   {{"FAKE_STAGE_POSITIONS",
                     "first=1000000000000000000,second=1000000000000000000"}});
  EXPECT_EQ(ended.status, 1);
  const Names lines = Lines(ended.err);
  ASSERT_EQ(lines.size(), 3) << ended.err;
  EXPECT_TRUE(absl::StartsWith(
      lines[0], "first: about 0 MB of memory, 2,500,000,000,000 MB of disk "))
      << lines[0];
  EXPECT_TRUE(absl::StrContains(
      lines[2],
      ": the disk is too small: the tables need about 4,000,000,000,000 MB, "))
      << lines[2];
  EXPECT_FALSE(fs::exists(fixture_.Out()));
}

TEST_F(Pipeline, HelpNamesEveryFlag) {
  const Ended ended = fixture_.Run({"--help"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  for (const char* const flag : {"--out", "--rules", "--threads", "--resume",
                                 "--plan", "--mpirun", "--tables_only"}) {
    EXPECT_TRUE(absl::StrContains(ended.out, flag)) << flag;
  }
  for (const std::string& line : Lines(ended.out)) {
    EXPECT_LE(line.size(), 80) << line;
  }
}

}  // namespace
}  // namespace teeko::pipeline
