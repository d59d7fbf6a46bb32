// Runs the programs of the stages so that a person can stop them.

#ifndef TEEKO_PIPELINE_PROCESS_H_
#define TEEKO_PIPELINE_PROCESS_H_

#include <sys/types.h>

#include <csignal>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "teeko/stage/stage_report.pb.h"

namespace teeko::pipeline {

// While it exists, SIGINT and SIGTERM do not end this process but are passed on
// to those that it runs.  Make it before other threads, which shall not take
// the signals in its place.  Thread-safe.
class ProcessRunner {
 public:
  ProcessRunner();
  ~ProcessRunner();
  ProcessRunner(const ProcessRunner&) = delete;
  ProcessRunner& operator=(const ProcessRunner&) = delete;

  // Runs the program `command[0]` with the other words as its arguments and
  // waits for its end; adds its wall time and peak memory, as seen from
  // outside, to `report`.  It has our stdin, stderr and open files; what it
  // prints to stdout goes nowhere.  It is killed if this process dies.
  //
  // Aborted unless it exits with 0, and Cancelled if it was told to stop, say
  // how it ended: "exit status 1" or "signal 9 (Killed)".  A program that
  // cannot be run counts as one that says so and exits with 127.  Cancelled,
  // too, if it is not started since a signal has come before; other errors mean
  // that there is no process.
  //
  // A signal is passed on; a second one kills processes that did not heed it.
  absl::Status Run(const std::vector<std::string>& command,
                   StageReport& report);

  // SIGINT or SIGTERM, whichever came first, or 0 while none has come.
  int StopSignal();

 private:
  // Passes a signal on that has come meanwhile, under the mutex.
  void TakeSignal();

  sigset_t stop_signals_;
  sigset_t inherited_;  // what was blocked before
  int descriptor_;      // can be read when one of them has come
  std::mutex mutex_;    // of what follows
  std::set<pid_t> running_;
  int stop_signal_ = 0;
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PROCESS_H_
