// Runs the pipeline as a person does, with fake stages, and stops, breaks and
// crowds it.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "pipeline/folder_lock.h"
#include "rapidcheck/gtest.h"
#include "tools/cpp/runfiles/runfiles.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

using Environment = std::map<std::string, std::string>;
using Files = std::map<std::string, std::string>;  // text by relative path

std::string ReadFile(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void WriteFile(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

// The paths at which two snapshots differ.
std::vector<std::string> Differences(const Files& a, const Files& b) {
  Files different;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::inserter(different, different.end()));
  std::vector<std::string> paths;
  for (const auto& [path, text] : different) paths.push_back(path);
  return paths;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

struct Ended {
  int status;  // exit status, or minus the signal
  std::string out;
  std::string err;
};

// A folder with two small rules and the pipeline's output, and how to run it.
class Workplace {
 public:
  explicit Workplace(const std::string& name)
      : folder_(fs::path(testing::TempDir()) / name) {
    fs::remove_all(folder_);
    WriteRules("first", 3);
    WriteRules("second", 4);
  }
  ~Workplace() { fs::remove_all(folder_); }

  void WriteRules(const std::string& name, int columns) const {
    WriteFile(folder_ / (name + ".textproto"),
              absl::StrCat("name: \"", name, "\" rows: 3 columns: ", columns,
                           " pieces: 2 goals { line { length: 2 } } "
                           "banned_first_drops: 5"));
  }

  fs::path Folder() const { return folder_; }
  fs::path Out() const { return folder_ / "out"; }
  fs::path Out(const std::string& file) const { return Out() / file; }

  // Flags to work on both rules in Out().
  std::vector<std::string> Flags(std::vector<std::string> more = {}) const {
    more.push_back("--out=" + Out().string());
    more.push_back("--rules=./first.textproto,./second.textproto");
    return more;
  }

  // The stages that ran since the last call.
  std::vector<std::string> TakeLog() const {
    std::vector<std::string> lines = Lines(ReadFile(folder_ / "log"));
    fs::remove(folder_ / "log");
    return lines;
  }

  // Everything in Out() but what may differ between runs.
  Files Snapshot() const {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(Out())) {
      const std::string path = entry.path().lexically_relative(Out()).string();
      if (!entry.is_regular_file() || path.starts_with(".") ||
          absl::EndsWith(path, ".report.textproto")) {
        continue;
      }
      files[path] = ReadFile(entry.path());
    }
    return files;
  }

  // Starts the pipeline in Folder() with `flags`; its files are at most
  // `file_bytes` long.
  pid_t Start(const std::vector<std::string>& flags,
              const Environment& environment = {},
              rlim_t file_bytes = RLIM_INFINITY) const {
    static const std::string program = [] {
      using bazel::tools::cpp::runfiles::Runfiles;
      std::string error;
      const std::unique_ptr<Runfiles> runfiles(Runfiles::CreateForTest(&error));
      return runfiles->Rlocation("teeko/pipeline/fake_pipeline");
    }();
    std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
    for (const std::string& flag : flags) {
      arguments.push_back(const_cast<char*>(flag.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t pid = fork();
    if (pid != 0) return pid;
    for (const auto& [name, stream] :
         {std::pair("stdout", STDOUT_FILENO), {"stderr", STDERR_FILENO}}) {
      const int file =
          open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
      dup2(file, stream);
      close(file);
    }
    setenv("FAKE_STAGE_LOG", (folder_ / "log").c_str(), 1);
    for (const auto& [name, value] : environment) {
      setenv(name.c_str(), value.c_str(), 1);
    }
    const rlimit limit = {file_bytes, file_bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, SIG_IGN);  // A longer file shall be an error.
    if (chdir(folder_.c_str()) == 0) execv(program.c_str(), arguments.data());
    _exit(126);
  }

  Ended Finish(pid_t pid) const {
    int status = 0;
    waitpid(pid, &status, 0);
    return {
        .status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
        .out = ReadFile(folder_ / "stdout"),
        .err = ReadFile(folder_ / "stderr")};
  }

  Ended Run(const std::vector<std::string>& flags,
            const Environment& environment = {}) const {
    return Finish(Start(flags, environment));
  }

  // Starts it with a stage that hangs, "first/verify" say, half way through its
  // work, and returns when it does.
  pid_t StartHanging(const std::string& stage,
                     const std::vector<std::string>& flags,
                     const std::string& how = "hang") const {
    const pid_t pid =
        Start(flags, {{"FAKE_STAGE", absl::StrCat(stage, "=", how)}});
    const std::string line = stage + " hangs\n";
    for (int i = 0; i < 3000; ++i) {
      if (absl::StrContains(ReadFile(folder_ / "log"), line)) return pid;
      std::this_thread::sleep_for(10ms);
    }
    ADD_FAILURE() << stage << " never came to hang";
    return pid;
  }

 private:
  const fs::path folder_;
};

class Pipeline : public testing::Test {
 protected:
  // A run of both rules that ends well; what it made.
  Files RunWell() {
    const Ended ended = work_.Run(work_.Flags());
    EXPECT_EQ(ended.status, 0) << ended.err;
    work_.TakeLog();
    return work_.Snapshot();
  }

  Workplace work_{
      testing::UnitTest::GetInstance()->current_test_info()->name()};
};

using Names = std::vector<std::string>;

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
                         "results.json", "second/manifest.textproto",
                         "second/rules.textproto", "second/solver_a.table",
                         "second/solver_b.table"}));
  EXPECT_FALSE(fs::exists(work_.Out("first/unfinished")));
  EXPECT_EQ(Lines(ended.out).back(),
            "Everything was verified.  The results are in " +
                work_.Out("results.json").string());
  const std::string results = ReadFile(work_.Out("results.json"));
  EXPECT_LT(results.find("\"first\""), results.find("\"second\""));
}

TEST_F(Pipeline, AddsTimeAndMemoryToAStagesReport) {
  RunWell();
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
  const Files files = RunWell();
  EXPECT_EQ(Differences(RunWell(), files), Names{});
}

TEST_F(Pipeline, DoesEverythingAnewWithoutResume) {
  RunWell();
  EXPECT_EQ(work_.Run(work_.Flags()).status, 0);
  EXPECT_EQ(work_.TakeLog().size(), 6);
}

// Resuming.

TEST_F(Pipeline, ResumeKeepsWhatIsThereAndSaysSo) {
  const Files files = RunWell();
  const Ended ended = work_.Run(work_.Flags({"--resume"}));
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(work_.TakeLog(), Names{});
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
  EXPECT_TRUE(absl::StrContains(ended.err, "second: verify: kept\n"));
  EXPECT_EQ(Lines(absl::StrReplaceAll(ended.out, {{"kept by --resume", "\n"}}))
                .size(),
            Lines(ended.out).size() + 6);
}

TEST_F(Pipeline, ResumeOfNothingDoesEverything) {
  EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(work_.TakeLog().size(), 6);
}

TEST_F(Pipeline, ResumeMakesATableAnewThatIsNotAsItShouldBe) {
  const Files files = RunWell();
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

TEST_F(Pipeline, ResumeVerifiesAnewIfTheManifestIsNotAsItShouldBe) {
  const Files files = RunWell();
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

TEST_F(Pipeline, ResumeDoesEverythingAnewIfTheRulesHaveChanged) {
  RunWell();
  work_.WriteRules("first", 5);
  EXPECT_EQ(work_.Run(work_.Flags({"--resume"})).status, 0);
  EXPECT_EQ(work_.TakeLog(),
            (Names{"first/solver_a", "first/solver_b", "first/verify"}));
  EXPECT_TRUE(absl::StrContains(ReadFile(work_.Out("first/rules.textproto")),
                                "columns: 5"));
}

TEST_F(Pipeline, ResumeAfterAKillRunsWhatIsMissingAndNoMore) {
  const Files files = RunWell();
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

RC_GTEST_PROP(PipelineProperty,
              KilledAtAnyMomentsAndResumedItEndsWithTheSameFiles, ()) {
  static const Workplace* const work = new Workplace("killed");
  const Environment slow = {{"FAKE_STAGE_MS", "5"}};
  fs::remove_all(work->Out());
  const auto start = std::chrono::steady_clock::now();
  RC_ASSERT(work->Run(work->Flags(), slow).status == 0);
  const auto whole = std::chrono::steady_clock::now() - start;
  const Files files = work->Snapshot();

  // What depends on the moment cannot be shrunk.
  const auto coin = rc::gen::noShrink(rc::gen::arbitrary<bool>());
  const auto moments = rc::gen::noShrink(
      rc::gen::container<std::vector<int>>(3, rc::gen::inRange(0, 1000)));
  // Half the time over finished work, which must not get lost.
  if (*coin) fs::remove_all(work->Out());
  std::vector<std::string> flags = work->Flags();
  for (const int per_mille : *moments) {
    const pid_t pid = work->Start(flags, slow);
    std::this_thread::sleep_for(whole * per_mille / 1000);
    kill(pid, SIGKILL);
    const int status = work->Finish(pid).status;
    RC_ASSERT(status == -SIGKILL || status == 0);
    if (*coin) flags = work->Flags({"--resume"});
  }
  RC_ASSERT(work->Run(work->Flags({"--resume"}), slow).status == 0);
  RC_ASSERT(Differences(work->Snapshot(), files) == std::vector<std::string>());
}

// Being stopped.

TEST_F(Pipeline, PassesASignalOnAndTellsHowToGoOn) {
  const Files files = RunWell();
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

TEST_F(Pipeline, ASecondSignalEndsAStageThatIgnoresTheFirst) {
  const pid_t pid =
      work_.StartHanging("first/solver_a", work_.Flags(), "stubborn");
  kill(pid, SIGTERM);
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(waitpid(pid, nullptr, WNOHANG), 0);
  kill(pid, SIGTERM);
  EXPECT_EQ(work_.Finish(pid).status, 128 + SIGTERM);
}

TEST_F(Pipeline, TakesItsStageAlongWhenKilled) {
  const pid_t pid = work_.StartHanging("first/solver_a", work_.Flags());
  kill(pid, SIGKILL);
  work_.Finish(pid);
  // The stage had the lock, too.
  EXPECT_TRUE(FolderLock::Take(work_.Out().string()).ok());
}

TEST_F(Pipeline, RefusesAFolderInWhichAnotherIsAtWork) {
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
  const Files files = RunWell();
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
  const Files files = RunWell();
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

TEST_F(Pipeline, TablesThatAreRefusedHaveNoManifestAndNoResults) {
  Files files = RunWell();
  const Ended ended =
      work_.Run(work_.Flags(), {{"FAKE_STAGE", "first/verify=fail"}});
  EXPECT_EQ(ended.status, 1);
  files.erase("first/manifest.textproto");
  files.erase("results.json");
  EXPECT_EQ(Differences(work_.Snapshot(), files), Names{});
}

TEST_F(Pipeline, AManifestGoesBeforeATableComesThatItWasNotMadeFor) {
  RunWell();
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
