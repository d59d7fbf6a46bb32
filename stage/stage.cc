#include "stage/stage.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace teeko {
namespace {

std::string Megabytes(uint64_t bytes) {
  return absl::StrCat(WithCommas(bytes / 1'000'000 + (bytes % 1'000'000 != 0)),
                      " MB");
}

// The number after `key` in a file of the kernel, or `otherwise`.
uint64_t NumberIn(const char* path, absl::string_view key, uint64_t otherwise) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    absl::string_view rest = line;
    uint64_t number;
    if (absl::ConsumePrefix(&rest, key) &&
        absl::SimpleAtoi(
            absl::StripSuffix(absl::StripAsciiWhitespace(rest), " kB"),
            &number)) {
      return number;
    }
  }
  return otherwise;
}

}  // namespace

std::string WithCommas(uint64_t number) {
  const std::string digits = absl::StrCat(number);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::vector<std::string> ParseStageFlags(int argc, char** argv,
                                         absl::string_view usage) {
  for (int i = 1; i < argc; ++i) {
    const absl::string_view argument = argv[i];
    if (argument == "--") break;
    if (argument == "--help" || argument == "-help" || argument == "-h") {
      std::printf("%s", std::string(usage).c_str());
      std::exit(0);
    }
  }
  absl::SetProgramUsageMessage(usage);
  const std::vector<char*> rest = absl::ParseCommandLine(argc, argv);
  return std::vector<std::string>(rest.begin() + 1, rest.end());
}

int ExitStatus(const absl::Status& status) {
  if (status.ok()) return 0;
  const std::string message(status.message());
  std::fprintf(stderr, "error: %s\n",
               absl::StrReplaceAll(message, {{"\n", " "}}).c_str());
  return 1;
}

absl::StatusOr<int> CheckThreads(int threads) {
  if (threads < 1 || threads > 1024) {
    return absl::InvalidArgumentError(
        absl::StrCat("--threads=", threads, ": must be 1 to 1024"));
  }
  return threads;
}

int DefaultThreads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::clamp(CPU_COUNT(&set), 1, 1024);
}

uint64_t AvailableMemoryBytes() {
  const uint64_t available =
      NumberIn("/proc/meminfo", "MemAvailable:", UINT64_MAX >> 10) << 10;
  const uint64_t group_limit =
      NumberIn("/sys/fs/cgroup/memory.max", "", UINT64_MAX);
  const uint64_t group_used = NumberIn("/sys/fs/cgroup/memory.current", "", 0);
  return std::min(available, group_limit - std::min(group_used, group_limit));
}

absl::Status CheckMemory(uint64_t needed_bytes, uint64_t limit_bytes) {
  if (needed_bytes <= limit_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "these rules need about ", Megabytes(needed_bytes),
      " of memory, but only ", Megabytes(limit_bytes), " can be had"));
}

absl::Status WriteTextFile(const std::string& path, absl::string_view text) {
  const std::string partial = path + ".partial";
  const auto fail = [&partial](const char* what) {
    const absl::Status status =
        absl::ErrnoToStatus(errno, absl::StrCat("cannot ", what, partial));
    unlink(partial.c_str());
    return status;
  };
  const int file = open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return fail("create ");
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n < 0) {
      const absl::Status status = fail("write ");
      close(file);
      return status;
    }
    done += n;
  }
  if (fsync(file) != 0) {
    const absl::Status status = fail("flush ");
    close(file);
    return status;
  }
  if (close(file) != 0) return fail("close ");
  if (rename(partial.c_str(), path.c_str()) != 0) return fail("rename ");
  return absl::OkStatus();
}

Progress::Progress(absl::string_view stage, StageReport* report)
    : stage_(stage), report_(report), terminal_(isatty(STDERR_FILENO)) {}

Progress::~Progress() { StartPhase(""); }

void Progress::StartPhase(absl::string_view phase, uint64_t total_positions) {
  const Clock::time_point now = Clock::now();
  if (!phase_.empty()) {
    Show(/*last=*/true);
    if (report_ != nullptr) {
      StageReport::Phase& ended = *report_->add_phases();
      ended.set_name(phase_);
      ended.set_seconds(std::chrono::duration<double>(now - start_).count());
      ended.set_positions(done_);
    }
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

void Progress::ShowIfDue() {
  const Clock::time_point now = Clock::now();
  if (now - shown_ < interval_) return;
  shown_ = now;
  if (!terminal_) interval_ *= 1.5;
  Show(/*last=*/false);
}

void Progress::Show(bool last) {
  const uint64_t done = done_;
  const double seconds =
      std::chrono::duration<double>(Clock::now() - start_).count();
  std::string line = absl::StrFormat("%s: %-16s", stage_, phase_);
  if (total_ > 0) {
    absl::StrAppendFormat(&line, " %3.0f%%", 100.0 * done / total_);
  }
  if (!note_.empty()) absl::StrAppend(&line, "  ", note_);
  if (done > 0) {
    absl::StrAppendFormat(&line, "  %s positions", WithCommas(done));
  }
  if (done > 0 && seconds > 0) {
    absl::StrAppendFormat(&line, "  %.1f M/s", done / seconds / 1e6);
  }
  if (last) {
    absl::StrAppendFormat(&line, "  %.2f s", seconds);
  } else if (total_ > done && done > 0) {
    absl::StrAppendFormat(&line, "  %.0f s left",
                          seconds * (total_ - done) / done);
  }
  if (terminal_) {
    // Back to the start of the line, and away with what is longer there.
    std::fprintf(stderr, "\r%s\033[K%s", line.c_str(), last ? "\n" : "");
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
}

}  // namespace teeko
