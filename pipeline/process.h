// Runs programs, and stops them when this process is stopped.

#ifndef TEEKO_PIPELINE_PROCESS_H_
#define TEEKO_PIPELINE_PROCESS_H_

#include <sys/types.h>

#include <csignal>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "teeko/base/stage_report.pb.h"

namespace teeko::pipeline {

// While it exists, SIGINT and SIGTERM do not end this process; they are passed
// on to the processes that it runs.  Construct it before other threads start,
// since their signal masks must block the signals too.  Thread-safe.
class ProcessRunner {
 public:
  ProcessRunner();
  ~ProcessRunner();
  ProcessRunner(const ProcessRunner&) = delete;
  ProcessRunner& operator=(const ProcessRunner&) = delete;

  // Runs the program `command[0]` with the other words as its arguments and
  // waits until it ends.  Sets the wall time, CPU time and peak memory of
  // `report`.  The program shares stdin, stderr and open files with this
  // process; its stdout is discarded.  It is killed if this process dies.
  //
  // Aborted if it does not exit with 0; Cancelled if a signal stopped it or
  // came before it started.  The message says how it ended: "exit status 1" or
  // "signal 9 (Killed)".  A program that cannot be run prints an error and
  // exits with 127.  Other errors mean that no process was started.
  //
  // The first signal is passed on; the second kills the processes.
  absl::Status Run(const std::vector<std::string>& command,
                   StageReport& report);

  // Returns the first signal, SIGINT or SIGTERM; 0 if none has come.
  int StopSignal();

 private:
  // Passes on a signal that has come since.  Requires the mutex.
  void TakeSignal();

  sigset_t stop_signals_;
  sigset_t inherited_;  // the signal mask before
  int descriptor_;      // readable when a signal has come
  std::mutex mutex_;    // guards the members below
  std::set<pid_t> running_;
  int stop_signal_ = 0;
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PROCESS_H_
