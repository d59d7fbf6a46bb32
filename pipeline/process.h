// Runs the programs of the stages, one at a time, so that a person can stop
// them.

#ifndef TEEKO_PIPELINE_PROCESS_H_
#define TEEKO_PIPELINE_PROCESS_H_

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace teeko::pipeline {

// How a process ended and what it took, as seen from outside.
struct ProcessEnd {
  int wait_status;  // see wait(2)
  double seconds;   // wall time
  uint64_t peak_memory_bytes;

  // Whether it exited with 0.
  bool Succeeded() const;
  // "exit status 1" or "signal 9 (Killed)".
  std::string Describe() const;
};

// While it exists, SIGINT and SIGTERM do not end this process but are passed on
// to the one that it runs.  Make it before other threads, which shall not take
// the signals in its place, and use it in the thread that made it.
class ProcessRunner {
 public:
  ProcessRunner();
  ~ProcessRunner();
  ProcessRunner(const ProcessRunner&) = delete;
  ProcessRunner& operator=(const ProcessRunner&) = delete;

  // Runs the program `command[0]` with the other words as its arguments and
  // waits for its end.  It has our stdin, stderr and open files; what it prints
  // to stdout goes nowhere.  It is killed if this process dies.  A program that
  // cannot be run counts as one that says so and exits with 127; an error means
  // that there is no process.
  //
  // A signal is passed on; a second one kills a process that did not heed it.
  absl::StatusOr<ProcessEnd> Run(const std::vector<std::string>& command);

  // SIGINT or SIGTERM, whichever came first, or 0 while none has come.
  int StopSignal();

 private:
  sigset_t stop_signals_;
  sigset_t awaited_;    // those, and SIGCHLD
  sigset_t inherited_;  // what was blocked before
  int stop_signal_ = 0;
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PROCESS_H_
