#include "pipeline/process.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>

namespace teeko::pipeline {
namespace {

absl::Status Shell(ProcessRunner& processes, const std::string& script,
                   StageReport* report = nullptr) {
  StageReport unused;
  return processes.Run({"/bin/sh", "-c", script}, report ? *report : unused);
}

TEST(ProcessRunner, ReturnsHowAProcessEnded) {
  ProcessRunner processes;
  EXPECT_TRUE(Shell(processes, "exit 0").ok());
  EXPECT_EQ(Shell(processes, "exit 7"), absl::AbortedError("exit status 7"));
  EXPECT_EQ(Shell(processes, "kill -9 $$"),
            absl::AbortedError("signal 9 (Killed)"));
}

TEST(ProcessRunner, AMissingProgramFails) {
  ProcessRunner processes;
  StageReport report;
  EXPECT_EQ(processes.Run({"/no/such/program"}, report),
            absl::AbortedError("exit status 127"));
}

TEST(ProcessRunner, PassesArgumentsUnchanged) {
  ProcessRunner processes;
  StageReport report;
  const absl::Status end =
      processes.Run({"/bin/sh", "-c", "test \"$1\" = 'a  $b*' && test $# = 2",
                     "sh", "a  $b*", ""},
                    report);
  EXPECT_TRUE(end.ok()) << end;
}

TEST(ProcessRunner, MeasuresTimeAndMemory) {
  ProcessRunner processes;
  StageReport slept, filled;
  EXPECT_TRUE(Shell(processes, "exec sleep 0.2", &slept).ok());
  EXPECT_GE(slept.seconds(), 0.2);
  EXPECT_LT(slept.seconds(), 20);
  EXPECT_LT(slept.cpu_seconds(), 0.2);
  // dd holds its block of 100 MiB in memory.  Its stderr is closed, so that it
  // fails in the end.
  Shell(processes, "exec dd if=/dev/zero of=/dev/null bs=100M count=1 2>&-",
        &filled)
      .IgnoreError();
  EXPECT_GE(filled.peak_memory_bytes(), 100 << 20);
  EXPECT_LT(slept.peak_memory_bytes(), 100 << 20);
}

// Compares the CPU time with the time that the system counts for all child
// processes.
TEST(ProcessRunner, CountsCpuTime) {
  const auto micros = [] {
    rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return 1e6 * (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  };
  const double before = micros();
  ProcessRunner processes;
  StageReport report;
  EXPECT_TRUE(Shell(processes,
                    "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done",
                    &report)
                  .ok());
  EXPECT_NEAR(report.cpu_seconds(), 1e-6 * (micros() - before), 1e-5);
  EXPECT_GT(report.cpu_seconds(), 0.01);
}

TEST(ProcessRunner, PassesTheFirstSignalOnAndRemembersIt) {
  for (const auto& [signal, name] : {std::pair(SIGINT, "signal 2 (Interrupt)"),
                                     {SIGTERM, "signal 15 (Terminated)"}}) {
    ProcessRunner processes;
    EXPECT_EQ(processes.StopSignal(), 0);
    StageReport report;
    const absl::Status end = Shell(
        processes, "kill -" + std::to_string(signal) + " $PPID; exec sleep 60",
        &report);
    EXPECT_LT(report.seconds(), 30);
    EXPECT_EQ(end, absl::CancelledError(name));
    EXPECT_EQ(processes.StopSignal(), signal);
    EXPECT_EQ(processes.StopSignal(), signal);
  }
}

TEST(ProcessRunner, ASecondSignalKillsAProcessThatIgnoresTheFirst) {
  ProcessRunner processes;
  const absl::Status end = Shell(processes,
                                 "trap '' TERM; kill -TERM $PPID; sleep 0.2; "
                                 "kill -TERM $PPID; exec sleep 60");
  EXPECT_EQ(end, absl::CancelledError("signal 9 (Killed)"));
  EXPECT_EQ(processes.StopSignal(), SIGTERM);
}

TEST(ProcessRunner, ASignalEndsAllProcesses) {
  ProcessRunner processes;
  absl::Status end;
  std::thread other([&] { end = Shell(processes, "exec sleep 60"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(Shell(processes, "kill -TERM $PPID; exec sleep 60"),
            absl::CancelledError("signal 15 (Terminated)"));
  other.join();
  EXPECT_EQ(end, absl::CancelledError("signal 15 (Terminated)"));
}

TEST(ProcessRunner, NoticesASignalBetweenProcesses) {
  ProcessRunner processes;
  std::raise(SIGINT);
  EXPECT_EQ(Shell(processes, "exit 0"), absl::CancelledError("stopped"));
  EXPECT_EQ(processes.StopSignal(), SIGINT);
}

TEST(ProcessRunner, StartsProcessesWithDefaultSignalHandlers) {
  // A shell script does this to its background programs.
  std::signal(SIGINT, SIG_IGN);
  {
    ProcessRunner processes;
    EXPECT_EQ(Shell(processes, "kill -INT $$; exit 3"),
              absl::AbortedError("signal 2 (Interrupt)"));
  }
  std::signal(SIGINT, SIG_DFL);
}

TEST(ProcessRunner, DiscardsTheStdoutOfAStage) {
  testing::internal::CaptureStdout();
  ProcessRunner runner;
  StageReport report;
  EXPECT_TRUE(runner.Run({"/bin/echo", "words"}, report).ok());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace teeko::pipeline
