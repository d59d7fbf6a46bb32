#include "pipeline/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "base/status.h"

namespace teeko::pipeline {
namespace {

// Executes the program in the new process.  `parent` is the process that called
// fork.
[[noreturn]] void Execute(const std::vector<char*>& arguments, pid_t parent,
                          const sigset_t& blocked) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the parent died before prctl, the kernel sends no signal.
  if (getppid() != parent) _exit(1);
  // A shell makes background programs ignore SIGINT.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  // Only the summary goes to stdout.
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
  execvp(arguments[0], arguments.data());
  dprintf(STDERR_FILENO, "error: cannot run %s: %s\n", arguments[0],
          std::strerror(errno));
  _exit(127);
}

double Seconds(const timeval& time) {
  return time.tv_sec + 1e-6 * time.tv_usec;
}

// Converts the status that wait4 returned.  OK if the exit status is 0.
absl::Status StatusOf(int wait_status, bool stopped) {
  if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0) {
    return absl::OkStatus();
  }
  const int signal = WTERMSIG(wait_status);
  return absl::Status(
      stopped ? absl::StatusCode::kCancelled : absl::StatusCode::kAborted,
      WIFEXITED(wait_status)
          ? absl::StrCat("exit status ", WEXITSTATUS(wait_status))
          : absl::StrCat("signal ", signal, " (", strsignal(signal), ")"));
}

}  // namespace

ProcessRunner::ProcessRunner() {
  // wait4 does not work if the parent left SIGCHLD ignored.
  std::signal(SIGCHLD, SIG_DFL);
  sigemptyset(&stop_signals_);
  sigaddset(&stop_signals_, SIGINT);
  sigaddset(&stop_signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &stop_signals_, &inherited_);
  descriptor_ = signalfd(-1, &stop_signals_, SFD_CLOEXEC);
}

ProcessRunner::~ProcessRunner() {
  close(descriptor_);
  pthread_sigmask(SIG_SETMASK, &inherited_, nullptr);
}

absl::Status ProcessRunner::Run(const std::vector<std::string>& command,
                                StageReport& report) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);

  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  TakeSignal();
  if (stop_signal_ != 0) return absl::CancelledError("stopped");
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child < 0) {
    return base::Cannot(errno, "start ", command[0]);
  }
  if (child == 0) Execute(arguments, self, inherited_);
  running_.insert(child);

  // Becomes readable when the program ends.
  const int ended = syscall(SYS_pidfd_open, child, 0);
  const absl::Cleanup close_file = [ended] { close(ended); };
  int wait_status;
  rusage usage;
  while (wait4(child, &wait_status, WNOHANG, &usage) != child) {
    lock.unlock();
    pollfd awaited[] = {{.fd = ended, .events = POLLIN, .revents = 0},
                        {.fd = descriptor_, .events = POLLIN, .revents = 0}};
    // The timeout is for kernels without pidfd_open.
    poll(awaited, std::size(awaited), /*timeout=*/1000);
    // wait4 must run under the lock.  Otherwise, if Ctrl-C stopped a program,
    // another thread could report that this program failed.
    lock.lock();
    TakeSignal();
  }
  running_.erase(child);
  const std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  report.set_seconds(elapsed.count());
  report.set_cpu_seconds(Seconds(usage.ru_utime) + Seconds(usage.ru_stime));
  report.set_peak_memory_bytes(uint64_t(usage.ru_maxrss) * 1024);
  return StatusOf(wait_status, /*stopped=*/stop_signal_ != 0);
}

int ProcessRunner::StopSignal() {
  const std::lock_guard lock(mutex_);
  TakeSignal();
  return stop_signal_;
}

void ProcessRunner::TakeSignal() {
  const timespec at_once = {};
  const int signal = sigtimedwait(&stop_signals_, nullptr, &at_once);
  if (signal == -1) return;
  for (const pid_t child : running_) {
    kill(child, stop_signal_ == 0 ? signal : SIGKILL);
  }
  if (stop_signal_ == 0) stop_signal_ = signal;
}

}  // namespace teeko::pipeline
