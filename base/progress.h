// Progress lines on stderr, and a report of the time that each phase took.

#ifndef TEEKO_BASE_PROGRESS_H_
#define TEEKO_BASE_PROGRESS_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace teeko {

class StageReport;  // base/stage_report.proto

namespace base {

// Shows and times the phases of a stage.  On a terminal, rewrites one line.
// Elsewhere, or with TERM=dumb, prints new lines at growing intervals.  Only
// the thread that created the object may call the methods other than Advance.
//
//   board: solver_a: levels      level 17  31,204,117 positions  98 M/s
//   board: solver_a: writing     62%  73,728,000 positions  240 M/s  0.2 s left
class Progress {
 public:
  // `stage` begins every line ("standard: solver_a").  If it is empty, no lines
  // are printed.
  explicit Progress(absl::string_view stage);
  // Ends the current phase.
  ~Progress();

  // Ends the current phase and starts the next.  `total_positions` is 0 if it
  // is unknown.
  void StartPhase(absl::string_view phase, uint64_t total_positions = 0);

  // Sets the number of positions done in this phase.  `note` ("level 17") is
  // shown after the name of the phase.
  void Update(uint64_t done, absl::string_view note = "");

  // Adds to the number of positions done.  Thread-safe.  Prints a line only if
  // the caller is the thread that created the object.
  void Advance(uint64_t positions);

  // Sets the number of bytes that all processes have sent to each other, for
  // the report.
  void SetSentBytes(uint64_t bytes);

  // Ends the current phase.  If `path` is not empty, writes a StageReport with
  // the time of each phase.  Phases with the same name are added up.
  absl::Status WriteReport(const std::string& path);

  // Returns the number of positions done in the current phase.
  uint64_t done() const { return done_; }

 private:
  void ShowIfDue();
  void Show(bool last);

  using Clock = std::chrono::steady_clock;
  std::string stage_;
  const std::unique_ptr<StageReport> report_;
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

}  // namespace base
}  // namespace teeko

#endif  // TEEKO_BASE_PROGRESS_H_
