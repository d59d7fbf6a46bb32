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

// Runs programs.  While a ProcessRunner exists, SIGINT and SIGTERM do not end
// this process; ProcessRunner passes them on to the programs.  Construct it
// before other threads start, because their signal masks must block the signals
// too.  Thread-safe.
class ProcessRunner {
 public:
  ProcessRunner();
  ~ProcessRunner();
  ProcessRunner(const ProcessRunner&) = delete;
  ProcessRunner& operator=(const ProcessRunner&) = delete;

  // Runs the program `command[0]` with the arguments `command[1…]` and waits
  // until it ends.  Sets the wall time, CPU time and peak memory of `report`.
  // The program shares stdin, stderr and open files with this process; its
  // stdout is discarded.  It is killed if this process dies.
  //
  // Aborted if the exit status is not 0.  Cancelled if SIGINT or SIGTERM
  // stopped the program or came before it started.  The message is "exit status
  // 1" or "signal 9 (Killed)".  If the program cannot be run, stderr has an
  // error and the exit status is 127.  Other errors mean that no process was
  // started.
  //
  // The first signal is passed on; the second signal kills the programs.
  absl::Status Run(const std::vector<std::string>& command,
                   StageReport& report);

  // Returns the first signal that was received (SIGINT or SIGTERM), or 0.
  int StopSignal();

 private:
  // Passes on a pending signal.  Requires the mutex.
  void TakeSignal();

  sigset_t stop_signals_;
  sigset_t inherited_;  // the signal mask before construction
  int descriptor_;      // readable when a signal is pending
  std::mutex mutex_;    // guards the members below
  std::set<pid_t> running_;
  int stop_signal_ = 0;
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PROCESS_H_
