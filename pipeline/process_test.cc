#include "pipeline/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace teeko::pipeline {
namespace {

ProcessEnd Shell(ProcessRunner& processes, const std::string& script) {
  const absl::StatusOr<ProcessEnd> end =
      processes.Run({"/bin/sh", "-c", script});
  EXPECT_TRUE(end.ok()) << end.status();
  return *end;
}

TEST(ProcessRunner, TellsHowAProcessEnded) {
  ProcessRunner processes;
  EXPECT_TRUE(Shell(processes, "exit 0").Succeeded());
  const ProcessEnd failed = Shell(processes, "exit 7");
  EXPECT_FALSE(failed.Succeeded());
  EXPECT_EQ(failed.Describe(), "exit status 7");
  const ProcessEnd killed = Shell(processes, "kill -9 $$");
  EXPECT_FALSE(killed.Succeeded());
  EXPECT_EQ(killed.Describe(), "signal 9 (Killed)");
}

TEST(ProcessRunner, AProgramThatIsNotThereFails) {
  ProcessRunner processes;
  const absl::StatusOr<ProcessEnd> end = processes.Run({"/no/such/program"});
  ASSERT_TRUE(end.ok()) << end.status();
  EXPECT_EQ(end->Describe(), "exit status 127");
}

TEST(ProcessRunner, PassesArgumentsOnAsTheyAre) {
  ProcessRunner processes;
  const absl::StatusOr<ProcessEnd> end =
      processes.Run({"/bin/sh", "-c", "test \"$1\" = 'a  $b*' && test $# = 2",
                     "sh", "a  $b*", ""});
  ASSERT_TRUE(end.ok()) << end.status();
  EXPECT_TRUE(end->Succeeded());
}

TEST(ProcessRunner, MeasuresTimeAndMemory) {
  ProcessRunner processes;
  const ProcessEnd slept = Shell(processes, "exec sleep 0.2");
  EXPECT_GE(slept.seconds, 0.2);
  EXPECT_LT(slept.seconds, 20);
  // dd holds its block of 100 MiB in memory.
  const ProcessEnd filled = Shell(
      processes, "exec dd if=/dev/zero of=/dev/null bs=100M count=1 2>&-");
  EXPECT_GE(filled.peak_memory_bytes, 100 << 20);
  EXPECT_LT(slept.peak_memory_bytes, 100 << 20);
}

TEST(ProcessRunner, PassesTheFirstSignalOnAndRemembersIt) {
  for (const int signal : {SIGINT, SIGTERM}) {
    ProcessRunner processes;
    EXPECT_EQ(processes.StopSignal(), 0);
    const ProcessEnd end = Shell(
        processes, "kill -" + std::to_string(signal) + " $PPID; exec sleep 60");
    EXPECT_LT(end.seconds, 30);
    EXPECT_EQ(end.wait_status, signal);  // ended by it
    EXPECT_EQ(processes.StopSignal(), signal);
    EXPECT_EQ(processes.StopSignal(), signal);
  }
}

TEST(ProcessRunner, ASecondSignalKillsAProcessThatDoesNotHeedTheFirst) {
  ProcessRunner processes;
  const ProcessEnd end = Shell(processes,
                               "trap '' TERM; kill -TERM $PPID; sleep 0.2; "
                               "kill -TERM $PPID; exec sleep 60");
  EXPECT_EQ(end.Describe(), "signal 9 (Killed)");
  EXPECT_EQ(processes.StopSignal(), SIGTERM);
}

TEST(ProcessRunner, SeesASignalThatComesBetweenProcesses) {
  ProcessRunner processes;
  std::raise(SIGINT);
  EXPECT_EQ(processes.StopSignal(), SIGINT);
}

TEST(ProcessRunner, StartsProcessesWithSignalsAsUsual) {
  // As in the background of a shell script.
  std::signal(SIGINT, SIG_IGN);
  {
    ProcessRunner processes;
    EXPECT_EQ(Shell(processes, "kill -INT $$; exit 3").Describe(),
              "signal 2 (Interrupt)");
  }
  std::signal(SIGINT, SIG_DFL);
}

TEST(ProcessRunner, WhatAStagePrintsIsNotInTheSummary) {
  testing::internal::CaptureStdout();
  ProcessRunner runner;
  const absl::StatusOr<ProcessEnd> end = runner.Run({"/bin/echo", "words"});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_TRUE(end.ok() && end->Succeeded());
}

}  // namespace
}  // namespace teeko::pipeline
