// Runs the pipeline as a person does, with stages that behave and stages that
// do not.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>
#include <map>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "pipeline/workplace.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

class Pipeline : public WorkplaceTest {};

TEST_F(Pipeline, RunsTheStagesInOrderAndWritesAllItsFiles) {
  const Ended ended = work_.Run(work_.Flags());
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(work_.TakeLog(),
            (Names{"first/solver_a", "first/solver_b", "first/verify",
                   "second/solver_a", "second/solver_b", "second/verify"}));
  Names made;
  for (const auto& [path, text] : work_.Snapshot()) made.push_back(path);
  EXPECT_EQ(made, (Names{"first/manifest.textproto", "first/rules.textproto",
                         "first/solver_a.table", "first/solver_b.table",
                         "report.html", "report.md", "results.json",
                         "second/manifest.textproto", "second/rules.textproto",
                         "second/solver_a.table", "second/solver_b.table"}));
  EXPECT_FALSE(fs::exists(work_.Out("first/unfinished")));
  const Names lines = Lines(ended.out);
  ASSERT_GE(lines.size(), 2);
  EXPECT_EQ(lines[lines.size() - 2],
            "Everything was verified.  The results are in " +
                work_.Out("results.json").string());
  EXPECT_EQ(lines.back(), "The report, for any browser, is " +
                              work_.Out("report.html").string());
  EXPECT_EQ(ReadFile(work_.Out("report.html")), "of first,second\n");
  const std::string results = ReadFile(work_.Out("results.json"));
  EXPECT_LT(results.find("\"first\""), results.find("\"second\""));
}

TEST_F(Pipeline, FailsIfThereIsNoReport) {
  const Ended ended = work_.Run(work_.Flags(), {{"FAKE_CLAIMS", "fail"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "the report was told to fail"));
  EXPECT_TRUE(absl::StrContains(ended.err, "claims failed with exit status 1"));
  EXPECT_TRUE(fs::exists(work_.Out("results.json")));
}

TEST_F(Pipeline, AddsTimeAndMemoryToAStagesReport) {
  work_.RunWell();
  const std::string report =
      ReadFile(work_.Out("second/verify.report.textproto"));
  for (const char* const field :
       {"name: \"pretending\"", "\nseconds: ", "\npeak_memory_bytes: "}) {
    EXPECT_TRUE(absl::StrContains(report, field)) << field << "\n" << report;
  }
}

TEST_F(Pipeline, TakesStandardAndAdvancedIntoOutWhenToldNothing) {
  const fs::path workspace = work_.Folder() / "workspace";
  const Ended ended =
      work_.Run({}, {{"BUILD_WORKSPACE_DIRECTORY", workspace.string()}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(fs::exists(workspace / "out/standard/manifest.textproto"));
  EXPECT_TRUE(fs::exists(workspace / "out/advanced/manifest.textproto"));
}

TEST_F(Pipeline, TakesPathsFromWhereThePersonStands) {
  fs::create_directory(work_.Folder() / "here");
  const Ended ended = work_.Run(
      {"--out=made", "--rules=../first.textproto"},
      {{"BUILD_WORKING_DIRECTORY", (work_.Folder() / "here").string()},
       {"BUILD_WORKSPACE_DIRECTORY", "/nowhere"}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(fs::exists(work_.Folder() / "here/made/results.json"));
}

TEST_F(Pipeline, GivesTheSameBytesAgain) {
  const Files files = work_.RunWell();
  EXPECT_EQ(Differences(work_.RunWell(), files), Names{});
}

TEST_F(Pipeline, DoesEverythingAnewWithoutResume) {
  work_.RunWell();
  EXPECT_EQ(work_.Run(work_.Flags()).status, 0);
  EXPECT_EQ(work_.TakeLog().size(), 6);
}

// Stages that fail.

TEST_F(Pipeline, NamesTheStageThatFailedAndGoesOnWithTheOtherRules) {
  for (const std::string stage : {"solver_a", "solver_b", "verify"}) {
    fs::remove_all(work_.Out());
    const Ended ended =
        work_.Run(work_.Flags(),
                  {{"FAKE_STAGE", absl::StrCat("first/", stage, "=fail")}});
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(absl::StrContains(
        ended.err, absl::StrCat("error: first/", stage,
                                " was told to fail\nerror: first: ", stage,
                                " failed with exit status 1\n")))
        << ended.err;
    EXPECT_TRUE(fs::exists(work_.Out("second/manifest.textproto")));
    EXPECT_FALSE(fs::exists(work_.Out("first/manifest.textproto")));
    EXPECT_FALSE(fs::exists(work_.Out("results.json")));
    EXPECT_TRUE(absl::EndsWith(
        ended.out, "\nNOT verified: first.\nThere is no results.json.\n"))
        << ended.out;
    EXPECT_EQ(Lines(ended.out).front(), "second");
  }
}

TEST_F(Pipeline, NamesTheSignalThatEndedAStage) {
  const Ended ended =
      work_.Run(work_.Flags(), {{"FAKE_STAGE", "second/verify=crash"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(
      ended.err, "error: second: verify failed with signal 6 (Aborted)\n"))
      << ended.err;
}

TEST_F(Pipeline, TakesNoStageAtItsWord) {
  for (const std::string stage : {"solver_a", "solver_b", "verify"}) {
    for (const std::string how : {"nothing", "junk", "no_variants"}) {
      if (how == "no_variants" && stage != "verify") continue;
      fs::remove_all(work_.Out());
      const Ended ended =
          work_.Run(work_.Flags(),
                    {{"FAKE_STAGE", absl::StrCat("first/", stage, "=", how)}});
      EXPECT_EQ(ended.status, 1) << stage << " " << how;
      EXPECT_TRUE(absl::StrContains(
          ended.err,
          absl::StrCat("error: first: ", stage, " made what cannot be used: ")))
          << ended.err;
      EXPECT_FALSE(fs::exists(work_.Out("first/manifest.textproto")));
      EXPECT_FALSE(fs::exists(work_.Out("results.json")));
    }
  }
}

TEST_F(Pipeline, ASolverThatFailsLeavesEarlierResultsAsTheyWere) {
  const Files files = work_.RunWell();
  for (const std::string stage : {"first/solver_a", "first/solver_b"}) {
    const Ended ended = work_.Run({"--out=out", "--rules=first.textproto"},
                                  {{"FAKE_STAGE", stage + "=fail"}});
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(Differences(work_.Snapshot(), files), Names{}) << stage;
    EXPECT_TRUE(
        absl::StrContains(Lines(ended.out).back(), "from an earlier run"))
        << ended.out;
  }
}

TEST_F(Pipeline, AFullDiskLeavesEarlierResultsAsTheyWere) {
  const Files files = work_.RunWell();
  // No room for a table.
  Ended ended = work_.Finish(work_.Start(work_.Flags(), {}, 2000));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "solver_a failed")) << ended.err;
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  EXPECT_EQ(work_.TakeLog(), (Names{"first/solver_a", "second/solver_a"}));

  // No room for results.json.
  ended = work_.Finish(work_.Start(work_.Flags({"--resume"}), {}, 2000));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "results.json")) << ended.err;
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});

  // No room even for the rules.
  ended = work_.Finish(work_.Start({"--out=out", "--rules=standard"}, {}, 200));
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(Lines(ended.err).size(), 1) << ended.err;
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  EXPECT_EQ(work_.TakeLog(), Names{});
}

TEST_F(Pipeline, AFolderInTheWayOfATableIsNamed) {
  const fs::path table = work_.Out("first/solver_b.table");
  fs::create_directories(table);
  const Ended ended = work_.Run(work_.Flags({"--resume"}));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(
      ended.err,
      absl::StrCat("error: first: solver_b made what cannot be used: cannot "
                   "make ",
                   table.string(), ": Is a directory\n")))
      << ended.err;
}

TEST_F(Pipeline, FailsIfItCannotSayWhatCameOut) {
  fs::create_symlink("/dev/full", work_.Folder() / "stdout");
  int status;
  waitpid(work_.Start(work_.Flags()), &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_TRUE(absl::StrContains(ReadFile(work_.Folder() / "stderr"),
                                "error: cannot write the summary"));
}

TEST_F(Pipeline, TablesThatAreRefusedHaveNoManifestResultsOrReport) {
  Files files = work_.RunWell();
  const Ended ended =
      work_.Run(work_.Flags(), {{"FAKE_STAGE", "first/verify=fail"}});
  EXPECT_EQ(ended.status, 1);
  for (const char* const gone : {"first/manifest.textproto", "results.json",
                                 "report.html", "report.md"}) {
    files.erase(gone);
  }
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
}

TEST_F(Pipeline, AManifestGoesBeforeATableComesThatItWasNotMadeFor) {
  work_.RunWell();
  const Ended ended = work_.Run(
      work_.Flags(),
      {{"FAKE_STAGE", "first/solver_a=other_values,first/solver_b=fail"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_FALSE(fs::exists(work_.Out("first/manifest.textproto")));
  EXPECT_FALSE(fs::exists(work_.Out("results.json")));
  EXPECT_TRUE(fs::exists(work_.Out("second/manifest.textproto")));
}

TEST_F(Pipeline, SolversThatDisagreeAreNotVerified) {
  const Ended ended = work_.Run(
      work_.Flags(), {{"FAKE_STAGE", "second/solver_b=other_values"}});
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(absl::StrContains(ended.err, "error: the tables differ\n"));
  EXPECT_FALSE(fs::exists(work_.Out("results.json")));
}

// Digests that are known.

TEST_F(Pipeline, SaysWhetherTheDigestsAreTheGoldenOnes) {
  const Ended ended = work_.Run(work_.Flags());
  const size_t second = ended.out.find("\nsecond\n");
  const size_t known = ended.out.find("which is that of corpus/digests");
  const size_t unknown = ended.out.find("corpus/digests.textproto has none");
  EXPECT_LT(known, second) << ended.out;
  EXPECT_GT(unknown, second) << ended.out;
  EXPECT_NE(unknown, std::string::npos);
}

TEST_F(Pipeline, OtherDigestsThanTheGoldenOnesAreAnError) {
  const Environment both_wrong = {
      {"FAKE_STAGE",
       "first/solver_a=other_values,first/solver_b=other_values,"
       "second/solver_a=other_values,"
       "second/solver_b=other_values"}};
  for (const Names& flags : {Names{}, Names{"--resume"}}) {
    const Ended ended = work_.Run(work_.Flags(flags), both_wrong);
    EXPECT_EQ(ended.status, 1);
    EXPECT_TRUE(absl::StrContains(
        ended.err,
        "error: first: the section with 4 pieces placed, drops "
        "\"\" to come has the digest "))
        << ended.err;
    EXPECT_TRUE(absl::StrContains(ended.err, "fake_digests.textproto:9 says "))
        << ended.err;
    EXPECT_TRUE(absl::EndsWith(
        ended.out, "\nNOT verified: first.\nThere is no results.json.\n"))
        << ended.out;
  }
}

TEST_F(Pipeline, ChangedRulesHaveNoGoldenDigests) {
  work_.WriteRules("first", 5);
  const Ended ended =
      work_.Run(work_.Flags(),
                {{"FAKE_STAGE",
                  "first/solver_a=other_values,first/solver_b=other_values"}});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_FALSE(absl::StrContains(ended.out, "which is that of"));
}

// What is refused before any stage runs.

TEST_F(Pipeline, RefusesNonsenseInOneLine) {
  WriteFile(work_.Folder() / "bad.textproto", "name: \"bad\" rows: 0");
  const std::map<std::string, std::string> nonsense = {
      {"--threads=0", "--threads=0: must be 1 to 1024"},
      {"--threads=many", "threads"},
      {"--no_such_flag", "no_such_flag"},
      {"standard", "unexpected argument \"standard\""},
      {"--rules=", "names no rules"},
      {"--rules=chess", "there are advanced, "},
      {"--rules=standard,standard", "\"standard\" comes twice"},
      {"--rules=none.textproto", "none.textproto: No such file"},
      {"--rules=standard,bad.textproto", "bad.textproto: rows: "},
  };
  for (const auto& [argument, message] : nonsense) {
    const Ended ended = work_.Run({"--out=out", argument});
    EXPECT_EQ(ended.status, 1) << argument;
    EXPECT_EQ(ended.out, "") << argument;
    EXPECT_EQ(Lines(ended.err).size(), 1) << ended.err;
    EXPECT_TRUE(absl::StrContains(ended.err, message)) << ended.err;
    EXPECT_FALSE(fs::exists(work_.Out())) << argument;
  }
}

TEST_F(Pipeline, RefusesAFolderThatCannotBeWritten) {
  WriteFile(work_.Folder() / "file", "");
  for (const std::string out : {"file", "file/out", "/proc/out", "/proc"}) {
    const Ended ended = work_.Run({"--out=" + out});
    EXPECT_EQ(ended.status, 1) << out;
    EXPECT_EQ(Lines(ended.err).size(), 1) << ended.err;
    EXPECT_TRUE(absl::StartsWith(ended.err, "error: cannot ")) << ended.err;
  }
  // One of the rules' folders is taken.
  WriteFile(work_.Out("second"), "");
  EXPECT_EQ(work_.Run(work_.Flags()).status, 1);
  EXPECT_EQ(work_.TakeLog(), Names{});
}

TEST_F(Pipeline, HelpNamesEveryFlag) {
  const Ended ended = work_.Run({"--help"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  for (const char* const flag : {"--out", "--rules", "--threads", "--resume"}) {
    EXPECT_TRUE(absl::StrContains(ended.out, flag)) << flag;
  }
  for (const std::string& line : Lines(ended.out)) {
    EXPECT_LE(line.size(), 80) << line;
  }
}

}  // namespace
}  // namespace teeko::pipeline
