// What all programs share: --help, --version, flags that are checked, progress,
// a report of what was measured, and errors on one line of stderr.

#ifndef TEEKO_STAGE_STAGE_H_
#define TEEKO_STAGE_STAGE_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "stage/numbers.h"  // IWYU pragma: export
#include "stage/threads.h"  // IWYU pragma: export
#include "stage/version.h"  // IWYU pragma: export
#include "teeko/stage/stage_report.pb.h"

namespace teeko {

// Runs a program and returns its exit status: 0 if `run` succeeds, 1 and a
// line on stderr if it fails or what it wrote to stdout could not be written.
//
// Before that, descriptors 0 to 2 are opened if they are closed, so that no
// file gets what is meant for them.  Relative paths count from the folder in
// which the user called `bazel run`, if that started the program elsewhere.
// Flags (ABSL_FLAG) are parsed; an unknown one, a value that does not parse, or
// an argument that is not a flag is an error.  A word that begins with - is an
// argument if no flag could have that name, as a diagram, or after "--". --help
// prints `about`, which ends in a line break, then the flags as ABSL_FLAG has
// them, and what the exit status says; --version prints kVersion.  If the
// program has a flag --json that says yes or no, and it is given, an error is
// {"error":"…"} on stdout, too.
//
// Of the flags --out, --report and --manifest no two may name the same file.
//
// If the program has a flag --threads, an int that must be 1 to 1,024, oneTBB
// keeps to it.
int StageMain(int argc, char** argv, absl::string_view about,
              absl::FunctionRef<absl::Status()> run);

// The same for a program that takes arguments that are not flags.
int StageMain(
    int argc, char** argv, absl::string_view about,
    absl::FunctionRef<absl::Status(const std::vector<std::string>&)> run);

// InvalidArgument if one of the flags with these names is empty.
absl::Status RequireFlags(std::initializer_list<absl::string_view> names);

// For `run` to return: the program ends with this exit status and says nothing
// more.  `exit_status` is 1 to 255.
absl::Status ExitWith(int exit_status);

// Prints an error as one line on stderr; returns the exit status of a program
// that ends with it.
int ExitStatus(const absl::Status& status);

// From now on nobody sees what this process prints.
void BeSilent();

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

}  // namespace teeko

#endif  // TEEKO_STAGE_STAGE_H_
