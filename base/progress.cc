#include "base/progress.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/files.h"
#include "base/numbers.h"
#include "google/protobuf/text_format.h"
#include "teeko/base/stage_report.pb.h"

namespace teeko::base {

namespace {

// True if stderr is a terminal whose last line can be rewritten.
bool CanRewriteLine() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && absl::NullSafeStringView(terminal) != "dumb";
}

// Returns the phase with this name.  Adds the phase if there is none.
StageReport::Phase& PhaseCalled(const std::string& name, StageReport& report) {
  for (StageReport::Phase& phase : *report.mutable_phases()) {
    if (phase.name() == name) return phase;
  }
  StageReport::Phase& phase = *report.add_phases();
  phase.set_name(name);
  return phase;
}

}  // namespace

Progress::Progress(absl::string_view stage)
    : stage_(stage),
      report_(std::make_unique<StageReport>()),
      terminal_(CanRewriteLine()) {}

Progress::~Progress() { StartPhase(""); }

void Progress::StartPhase(absl::string_view phase, uint64_t total_positions) {
  const Clock::time_point now = Clock::now();
  if (!phase_.empty()) {
    Show(/*last=*/true);
    StageReport::Phase& ended = PhaseCalled(phase_, *report_);
    ended.set_seconds(ended.seconds() +
                      std::chrono::duration<double>(now - start_).count());
    ended.set_positions(ended.positions() + done_);
  }
  phase_ = std::string(phase);
  note_.clear();
  done_ = 0;
  total_ = total_positions;
  start_ = shown_ = Clock::now();
  interval_ = std::chrono::duration<double>(terminal_ ? 0.1 : 2.0);
}

void Progress::Update(uint64_t done, absl::string_view note) {
  done_ = done;
  note_ = std::string(note);
  ShowIfDue();
}

void Progress::Advance(uint64_t positions) {
  done_ += positions;
  if (std::this_thread::get_id() == owner_) ShowIfDue();
}

void Progress::SetSentBytes(uint64_t bytes) { report_->set_sent_bytes(bytes); }

absl::Status Progress::WriteReport(const std::string& path) {
  StartPhase("");
  if (path.empty()) return absl::OkStatus();
  std::string text;
  google::protobuf::TextFormat::PrintToString(*report_, &text);
  return WriteFile(path, text);
}

void Progress::ShowIfDue() {
  const Clock::time_point now = Clock::now();
  if (now - shown_ < interval_) return;
  shown_ = now;
  if (!terminal_) interval_ *= 1.5;
  Show(/*last=*/false);
}

void Progress::Show(bool last) {
  if (stage_.empty()) return;
  const uint64_t done = done_;
  const double seconds =
      std::chrono::duration<double>(Clock::now() - start_).count();
  std::string line = absl::StrFormat("%s: %-16s", stage_, phase_);
  if (total_ > 0) {
    absl::StrAppendFormat(&line, " %3.0f%%", 100.0 * done / total_);
  }
  if (!note_.empty()) absl::StrAppend(&line, "  ", note_);
  if (done > 0) {
    absl::StrAppendFormat(&line, "  %s positions  %.1f M/s", WithCommas(done),
                          done / seconds / 1e6);
  }
  if (last) {
    absl::StrAppendFormat(&line, "  %.2f s", seconds);
  } else if (total_ > done && done > 0) {
    absl::StrAppendFormat(&line, "  %.0f s left",
                          seconds * (total_ - done) / done);
  }
  if (terminal_) {
    // Go to the start of the line, and erase the rest of a longer old line.
    line = absl::StrCat("\r", line, "\033[K", last ? "\n" : "");
  } else {
    line += '\n';
  }
  WriteAll(STDERR_FILENO, line);
}

}  // namespace teeko::base
