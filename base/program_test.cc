#include "base/program.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sched.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "base/files.h"
#include "google/protobuf/text_format.h"
#include "teeko/base/stage_report.pb.h"

ABSL_FLAG(std::string, word, "",
          "any word, or none; it may be as long as you like, "
          "longer, even than a line");
ABSL_FLAG(std::string, out, "", "a file");
ABSL_FLAG(std::string, report, "", "another");
ABSL_FLAG(int, number, 7, "how many");
ABSL_FLAG(bool, yes, false, "whether at all");
ABSL_FLAG(bool, too, true, "this, too");
ABSL_FLAG(bool, json, false, "print JSON");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(), "1 to 1024");

namespace teeko::base {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::ExitedWithCode;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// What ProgramMain does with a command line: the exit status, the output, and
// the arguments of `run`.
struct Outcome {
  int status;
  std::string out;
  std::string err;
  std::vector<std::string> arguments;
};

Outcome RunWith(std::vector<std::string> words,
                const absl::Status& status = absl::OkStatus()) {
  words.insert(words.begin(), "program");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Outcome outcome;
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  outcome.status =
      ProgramMain(static_cast<int>(words.size()), argv.data(), "usage\n",
                  [&](const std::vector<std::string>& arguments) {
                    outcome.arguments = arguments;
                    return status;
                  });
  outcome.out = ::testing::internal::GetCapturedStdout();
  outcome.err = ::testing::internal::GetCapturedStderr();
  return outcome;
}

TEST(ProgramMain, ParsesFlagsAndPassesTheOtherArgumentsOn) {
  const Outcome outcome = RunWith({"a", "--word=x=y", "-", "--number", "-7",
                                   "-yes", "--notoo", "--", "--b", "--help"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.arguments,
            (std::vector<std::string>{"a", "-", "--b", "--help"}));
  EXPECT_EQ(absl::GetFlag(FLAGS_word), "x=y");
  EXPECT_EQ(absl::GetFlag(FLAGS_number), -7);
  EXPECT_TRUE(absl::GetFlag(FLAGS_yes));
  EXPECT_FALSE(absl::GetFlag(FLAGS_too));
}

TEST(ProgramMain, TreatsADiagramAsAnArgument) {
  const std::vector<std::string> diagrams = {
      "- - - - -\n- - O @ O", "-O@O- ----- -----", "--r@", "-----", "--b r--"};
  EXPECT_EQ(RunWith(diagrams).arguments, diagrams);
}

TEST(ProgramMain, AnswersHelpAndRunsNothing) {
  for (const char* help : {"--help", "-help", "-h"}) {
    const Outcome outcome =
        RunWith({"a", help}, absl::InternalError("was run"));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, StartsWith("usage\n\n  --json "));
    EXPECT_EQ(outcome.err, "");
  }
  EXPECT_EQ(RunWith({"--version", "a"}, absl::InternalError("was run")).out,
            std::string("teeko ") + kVersion + "\n");
}

TEST(ProgramMain, HelpListsEveryFlag) {
  const std::string help = RunWith({"--help"}).out;
  EXPECT_THAT(help, HasSubstr("  --number        how many (default: 7)\n"));
  EXPECT_THAT(help, HasSubstr("  --too           this, too (default: true)\n"));
  EXPECT_THAT(help, HasSubstr("  --yes           whether at all\n"));
  // The text is folded at 80 columns.  This line has exactly 80.
  EXPECT_THAT(help, HasSubstr("as long as you like, longer, even\n"
                              "                  than a line\n"));
  EXPECT_THAT(help, Not(HasSubstr("flagfile")));
  EXPECT_THAT(help, EndsWith("on stderr.\n"));
}

TEST(ProgramMain, LimitsThreadsToTheFlag) {
  using Control = tbb::global_control;
  std::string words[] = {"program", "--threads=3"};
  char* argv[] = {words[0].data(), words[1].data(), nullptr};
  const auto run = [] {
    return Control::active_value(Control::max_allowed_parallelism) == 3
               ? absl::OkStatus()
               : ExitWith(9);
  };
  EXPECT_EQ(ProgramMain(2, argv, "usage\n", run), 0);
}

TEST(ProgramMain, RefusesUnknownFlagsAndInvalidValues) {
  for (const auto& [words, error] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--nonsense=1"}, "unknown flag --nonsense=1"},
           {{"--flagfile=x"}, "unknown flag --flagfile=x"},
           {{"--no_such-flag"}, "unknown flag --no_such-flag"},
           {{"--noword"}, "unknown flag --noword"},
           {{"--number=\u200B1\xFF"}, "--number=U+200B1\\xff: invalid value"},
           {{"--word"}, "--word: value missing: expected --word=VALUE"},
           {{"--number=x"}, "--number=x: invalid value"},
           {{"--out=~/x"},
            "--out=~/x: the shell does not expand this ~: write "
            "--out=\"$HOME/x\""},
           {{"--out", "~"},
            "--out=~: the shell does not expand this ~: write "
            "--out=\"$HOME\""},
           {{"--threads=1025"}, "--threads=1025: expected 1 to 1024"},
           {{"--threads=0"}, "--threads=0: expected 1 to 1024"}}) {
    const Outcome outcome = RunWith(words, absl::InternalError("was run"));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "error: " + error + "; see --help\n");
  }
  for (const char* threads : {"--threads=1024", "--threads=1"}) {
    EXPECT_EQ(RunWith({threads}).status, 0);
  }
}

TEST(ProgramMain, RefusesOneFileForTwoOutputs) {
  EXPECT_EQ(RunWith({"--out=a/b", "--report=a/c"}).status, 0);
  EXPECT_EQ(RunWith({"--out=~a", "--report=a/~", "~/a"}).status, 0);
  const Outcome outcome = RunWith({"--out=a/b", "--report=./a/../a/b"},
                                  absl::InternalError("was run"));
  EXPECT_EQ(outcome.err,
            "error: --report=./a/../a/b: the same file as --out; see --help\n");
  EXPECT_EQ(RunWith({"--out=", "--report="}).status, 0);
}

TEST(ProgramMain, RefusesUnexpectedArguments) {
  std::string words[] = {"program", "more"};
  char* argv[] = {words[0].data(), words[1].data(), nullptr};
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(ProgramMain(2, argv, "usage\n", [] { return absl::OkStatus(); }),
            1);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "error: unexpected argument \"more\"; see --help\n");
  EXPECT_EQ(ProgramMain(1, argv, "usage\n", [] { return absl::OkStatus(); }),
            0);
}

TEST(ProgramMain, ReportsMissingMemory) {
  std::string program = "program";
  char* argv[] = {program.data(), nullptr};
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(ProgramMain(1, argv, "usage\n",
                        []() -> absl::Status { throw std::bad_alloc(); }),
            1);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "error: out of memory\n");
}

TEST(ProgramMain, PrintsTheMessageOfAnException) {
  std::string program = "program";
  char* argv[] = {program.data(), nullptr};
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(ProgramMain(1, argv, "usage\n",
                        []() -> absl::Status {
                          throw std::runtime_error("a loop of links");
                        }),
            1);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "error: a loop of links\n");
}

TEST(ProgramMain, TurnsAnErrorIntoOneLineAndAnExitStatus) {
  const Outcome failed = RunWith({}, absl::DataLossError("two\nlines"));
  EXPECT_EQ(failed.status, 1);
  EXPECT_EQ(failed.err, "error: two lines\n");
  const Outcome told = RunWith({}, ExitWith(130));
  EXPECT_EQ(told.status, 130);
  EXPECT_EQ(told.err, "");
}

TEST(ProgramMain, PrintsAnErrorAsJsonWithTheFlag) {
  const absl::Status error = absl::DataLossError("no \"x\"");
  const Outcome failed = RunWith({"--json"}, error);
  EXPECT_EQ(failed.status, 1);
  EXPECT_EQ(failed.out, "{\"error\":\"no \\\"x\\\"\"}\n");
  EXPECT_EQ(failed.err, "error: no \"x\"\n");
  EXPECT_EQ(RunWith({}, error).out, "");
  EXPECT_EQ(RunWith({"--json"}).out, "");
  EXPECT_EQ(RunWith({"--json"}, ExitWith(1)).out, "");
}

// The next four tests run in separate processes, because they change
// descriptors and the directory.
int RunInThisProcess(absl::FunctionRef<absl::Status()> run) {
  std::string program = "program";
  char* argv[] = {program.data(), nullptr};
  return ProgramMain(1, argv, "usage\n", run);
}

TEST(ProgramMainDeathTest, NoFileGetsAClosedDescriptor) {
  for (const int closed : {0, 1, 2}) {
    EXPECT_EXIT(
        {
          close(closed);
          std::exit(RunInThisProcess([] {
            const int file = open("/dev/null", O_RDONLY);
            return file > 2 ? absl::OkStatus() : ExitWith(9);
          }));
        },
        ExitedWithCode(0), "");
  }
}

TEST(ProgramMainDeathTest, OpensOnlyClosedDescriptors) {
  const int next = dup(STDIN_FILENO);
  close(next);
  EXPECT_EXIT(std::exit(RunInThisProcess([next] {
                return dup(STDIN_FILENO) == next ? absl::OkStatus()
                                                 : ExitWith(9);
              })),
              ExitedWithCode(0), "");
}

TEST(ProgramMainDeathTest, OutputThatCannotBeWrittenIsAnError) {
  const auto print = [] {
    std::cout << "lost";
    return absl::OkStatus();
  };
  EXPECT_EXIT(
      {
        close(STDOUT_FILENO);
        std::exit(RunInThisProcess(print));
      },
      ExitedWithCode(1), "cannot write to standard output");
  EXPECT_EXIT(
      {
        dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
        std::exit(RunInThisProcess(print));
      },
      ExitedWithCode(1), "cannot write to standard output");
}

TEST(ProgramMainDeathTest, WaitsForAFullNonBlockingPipe) {
  constexpr size_t kBytes = 1'000'000;
  EXPECT_EXIT(
      {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK) != 0) std::exit(8);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
        std::string read;
        std::thread reader([&] {
          usleep(20'000);
          read = *ReadFile("/dev/fd/" + std::to_string(ends[0]));
        });
        const int status = RunInThisProcess([] {
          std::cout << std::string(kBytes, 'x');
          return absl::OkStatus();
        });
        close(STDOUT_FILENO);
        reader.join();
        std::exit(read == std::string(kBytes, 'x') ? status : 9);
      },
      ExitedWithCode(0), "");
}

TEST(ProgramMainDeathTest, RelativePathsCountFromTheUsersDirectory) {
  const std::string folder = ::testing::TempDir();
  EXPECT_EXIT(
      {
        setenv("BUILD_WORKING_DIRECTORY", folder.c_str(), 1);
        std::exit(RunInThisProcess([&folder] {
          return std::filesystem::equivalent(".", folder) ? absl::OkStatus()
                                                          : ExitWith(9);
        }));
      },
      ExitedWithCode(0), "");
  EXPECT_EXIT(
      {
        setenv("BUILD_WORKING_DIRECTORY", "/no/such/folder", 1);
        std::exit(RunInThisProcess([] { return absl::OkStatus(); }));
      },
      ExitedWithCode(1),
      "cannot enter BUILD_WORKING_DIRECTORY=/no/such/folder: No such");
}

TEST(RequireFlags, NamesTheFirstThatIsMissing) {
  absl::SetFlag(&FLAGS_word, "");
  EXPECT_TRUE(RequireFlags({"number", "yes"}).ok());
  EXPECT_THAT(std::string(RequireFlags({"number", "word"}).message()),
              HasSubstr("--word is missing"));
}

TEST(WithCommas, GroupsByThousands) {
  EXPECT_EQ(WithCommas(0), "0");
  EXPECT_EQ(WithCommas(999), "999");
  EXPECT_EQ(WithCommas(31'204'117), "31,204,117");
}

// Returns the report that `progress` writes.
StageReport ReportOf(Progress& progress) {
  const std::string path = ::testing::TempDir() + "/report";
  EXPECT_TRUE(progress.WriteReport(path).ok());
  StageReport report;
  EXPECT_TRUE(
      google::protobuf::TextFormat::ParseFromString(*ReadFile(path), &report));
  EXPECT_TRUE(progress.WriteReport("").ok());
  return report;
}

TEST(Progress, TimesThePhases) {
  ::testing::internal::CaptureStderr();
  Progress progress("standard: test");
  progress.StartPhase("levels");
  progress.Update(31'204'117, "level 17");
  progress.StartPhase("writing", 10);
  progress.Update(10);
  progress.StartPhase("levels");
  progress.Update(83);
  const StageReport report = ReportOf(progress);
  // Phases with the same name are added up.
  ASSERT_EQ(report.phases_size(), 2);
  EXPECT_EQ(report.phases(0).name(), "levels");
  EXPECT_EQ(report.phases(0).positions(), 31'204'200u);
  EXPECT_GE(report.phases(0).seconds(), 0);
  EXPECT_EQ(report.phases(1).positions(), 10u);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("standard: test: levels"),
                    HasSubstr("level 17  31,204,117 positions"),
                    HasSubstr("writing          100%")));
}

// If stderr is not a terminal, the first line comes after two seconds, and the
// next after three more.  Progress of other threads is shown with the next
// update of the owner.
TEST(Progress, PrintsTheTimeLeftAtIntervals) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress("test");
    progress.StartPhase("quiet", 1);
    progress.StartPhase("slow", 5);
    progress.Update(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2'100));
    std::thread([&progress] { progress.Advance(1); }).join();
    progress.Advance(1);
    progress.Advance(1);
  }
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::MatchesRegex(
                  "test: quiet +0%  0\\.00 s\n"
                  "test: slow +60%  3 positions  0\\.0 M/s  1 s left\n"
                  "test: slow +80%  4 positions  0\\.0 M/s  2\\.[0-9]+ s\n"));
}

// Returns what `show` prints on a terminal.
std::string Seen(absl::FunctionRef<void()> show) {
  int screen, terminal;
  EXPECT_EQ(openpty(&screen, &terminal, nullptr, nullptr, nullptr), 0);
  const int standard_error = dup(STDERR_FILENO);
  dup2(terminal, STDERR_FILENO);
  show();
  dup2(standard_error, STDERR_FILENO);
  close(standard_error);
  close(terminal);
  std::string seen;
  for (char c; read(screen, &c, 1) == 1;) seen += c;
  close(screen);
  return seen;
}

TEST(Progress, RewritesOneLineOfATerminal) {
  setenv("TERM", "xterm", 1);
  const std::string seen = Seen([] {
    Progress progress("test");
    progress.StartPhase("fast", 4'000'000'000'000);
    for (const uint64_t done : {0, 2, 4}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(110));
      progress.Update(done * 1'000'000'000'000);
    }
  });
  const std::string speed = " positions  [0-9]{7,8}\\.[0-9] M/s";
  EXPECT_THAT(seen, ::testing::MatchesRegex(
                        std::string("\rtest: fast +0%\033\\[K") +
                        "\r.* 50%  2,000,000,000,000" + speed +
                        "  0 s left\033\\[K" + "\r.* 100%  4,000,000,000,000" +
                        speed + "\033\\[K" + "\r.* 100%  4,000,000,000,000" +
                        speed + "  [0-9.]+ s\033\\[K\r\n"));
}

TEST(Progress, RewritesNoLineOfADumbTerminal) {
  setenv("TERM", "dumb", 1);
  EXPECT_EQ(Seen([] { Progress("test").StartPhase("short"); }),
            "test: short             0.00 s\r\n");
}

TEST(Progress, CountsWhatAllThreadsAdvance) {
  ::testing::internal::CaptureStderr();
  Progress progress("standard: test");
  progress.StartPhase("writing", 400'000);
  const auto advance = [&progress] {
    for (int i = 0; i < 100'000; ++i) progress.Advance(1);
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(advance);
  advance();
  for (std::thread& thread : threads) thread.join();
  const StageReport report = ReportOf(progress);
  EXPECT_EQ(report.phases(0).positions(), 400'000u);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("100%"));
}

}  // namespace
}  // namespace teeko::base
