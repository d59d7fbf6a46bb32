// How far a program has come, on stderr, and a report of what each phase took.

#ifndef TEEKO_BASE_PROGRESS_H_
#define TEEKO_BASE_PROGRESS_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "teeko/base/stage_report.pb.h"

namespace teeko::base {

// Shows how far one phase of a stage has come and times it.  On a terminal (but
// with TERM=dumb) one line is rewritten; elsewhere plain lines come at growing
// intervals.  All but Advance is for the thread that made it.
//
//   standard: solver_a: levels      level 17  31,204,117 positions  98 M/s
//   standard: solver_a: writing      62%  73,728,000 positions  240 M/s  0.2 s
//   left
class Progress {
 public:
  // `stage` is printed before every line ("standard: solver_a"); without one,
  // there are no lines.
  explicit Progress(absl::string_view stage);
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

  // What several processes have sent to each other, for the report.
  void SetSentBytes(uint64_t bytes) { report_.set_sent_bytes(bytes); }

  // Ends the phase under way, and writes how long each took, a StageReport, if
  // `path` is not empty.  Phases of the same name are added up.
  absl::Status WriteReport(const std::string& path);

  // Positions done in the phase under way.
  uint64_t done() const { return done_; }

 private:
  void ShowIfDue();
  void Show(bool last);

  using Clock = std::chrono::steady_clock;
  std::string stage_;
  StageReport report_;
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

}  // namespace teeko::base

#endif  // TEEKO_BASE_PROGRESS_H_
