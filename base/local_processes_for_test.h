// For tests: runs processes as threads of one program.

#ifndef TEEKO_BASE_LOCAL_PROCESSES_FOR_TEST_H_
#define TEEKO_BASE_LOCAL_PROCESSES_FOR_TEST_H_

#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "base/processes.h"
#include "base/transport.h"

namespace teeko::base {

class LocalNetwork {
 public:
  struct Options {
    // All processes fail when the frame with this number is sent, counted from
    // 0 over all frames of all processes; -1: they do not fail.
    int64_t stop_at = -1;
    // A process that sleeps for a millisecond before each frame; -1: no
    // process.
    int slow_process = -1;
  };

  explicit LocalNetwork(int process_count)
      : LocalNetwork(process_count, Options()) {}
  LocalNetwork(int process_count, const Options& options);

  // Calls `run` for each process on a thread of its own.  Returns the final
  // statuses of the processes (Processes::ReportError); statuses[i] is that of
  // process i.
  std::vector<absl::Status> Run(
      const ProcessesOptions& options,
      absl::FunctionRef<absl::Status(Processes& processes)> run);

  int process_count() const { return process_count_; }
  // Returns the number of frames sent so far.
  int64_t frames() const { return frames_; }

 private:
  class Local;
  using Queue = std::deque<std::vector<uint8_t>>;

  Queue& Between(int from, int to) {
    return queues_[from * process_count_ + to];
  }

  const int process_count_;
  const Options options_;
  std::mutex mutex_;  // guards the rest
  std::vector<Queue> queues_;
  int64_t frames_ = 0;
  bool aborted_ = false;
};

}  // namespace teeko::base

#endif  // TEEKO_BASE_LOCAL_PROCESSES_FOR_TEST_H_
