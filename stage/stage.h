// What every stage of the pipeline owes the person who runs it: --help, flags
// that are checked, progress, a report of what it measured, and errors on one
// line of stderr.

#ifndef TEEKO_STAGE_STAGE_H_
#define TEEKO_STAGE_STAGE_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "stage/stage_report.pb.h"

namespace teeko {

// Parses Abseil flags and returns the other arguments.  On --help prints
// `usage` to stdout and exits with 0; on an unknown flag or a value that does
// not parse says so on stderr and exits with 1.
std::vector<std::string> ParseStageFlags(int argc, char** argv,
                                         absl::string_view usage);

// OK, or an error on one line of stderr; returns the exit status, 0 or 1.
int ExitStatus(const absl::Status& status);

// The value of --threads if it is usable: 1 to 1,024.
absl::StatusOr<int> CheckThreads(int threads);

// All the hardware threads that this process may use.
int DefaultThreads();

// Memory that this process could still take without swapping, in bytes: what
// the kernel calls available, and no more than the control group allows.
uint64_t AvailableMemoryBytes();

// ResourceExhausted unless `needed_bytes` fit into `limit_bytes`; the message
// has both figures.
absl::Status CheckMemory(uint64_t needed_bytes, uint64_t limit_bytes);

// 31204117 as "31,204,117".
std::string WithCommas(uint64_t number);

// Replaces `path` by `text`: written beside it, flushed, renamed.
absl::Status WriteTextFile(const std::string& path, absl::string_view text);

// Shows how far one phase of a stage has come and times it.  On a terminal one
// line is rewritten; elsewhere plain lines come at growing intervals.  All but
// Advance is for the thread that made it.
//
//   standard: solver_a: levels      level 17  31,204,117 positions  98 M/s
//   standard: solver_a: writing      62%  73,728,000 positions  240 M/s  0.2 s
//   left
class Progress {
 public:
  // `stage` is printed before every line ("standard: solver_a").  Phases are
  // added to `report`, if there is one, which must outlive this.
  explicit Progress(absl::string_view stage, StageReport* report = nullptr);
  // Ends the phase under way.
  ~Progress();

  // Ends the phase under way and starts the next.  `total_positions` is 0 if
  // nobody can tell.
  void StartPhase(absl::string_view phase, uint64_t total_positions = 0);

  // `done` counts positions since the start of the phase; `note` ("level 17")
  // is shown as it is.
  void Update(uint64_t done, absl::string_view note = "");

  // Counts more positions as done.  Thread-safe; other threads' are shown with
  // the next of the thread that made this.
  void Advance(uint64_t positions);

  // Positions done in the phase under way.
  uint64_t done() const { return done_; }

 private:
  void ShowIfDue();
  void Show(bool last);

  using Clock = std::chrono::steady_clock;
  std::string stage_;
  StageReport* report_;
  bool terminal_;
  std::string phase_;
  std::string note_;
  std::atomic<uint64_t> done_ = 0;
  uint64_t total_ = 0;
  Clock::time_point start_;
  Clock::time_point shown_;
  std::chrono::duration<double> interval_{};
  const std::thread::id owner_ = std::this_thread::get_id();
};

}  // namespace teeko

#endif  // TEEKO_STAGE_STAGE_H_
