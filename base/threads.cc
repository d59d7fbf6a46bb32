#include "base/threads.h"

#include <sched.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace teeko::base {

int DefaultThreads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::clamp(CPU_COUNT(&set), 1, kMostThreads);
}

Threads::Threads(int count) {
  try {
    while (std::ssize(threads_) < count - 1) {
      threads_.emplace_back([this] { Serve(); });
    }
  } catch (const std::system_error&) {
    // The loops run on fewer threads.
  }
}

Threads::~Threads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Threads::For(uint64_t count, const std::function<void(uint64_t i)>& work) {
  {
    const std::lock_guard lock(mutex_);
    next_ = 0;
    count_ = count;
    work_ = &work;
    ++loops_;
  }
  // A single call needs no other thread.
  if (count > 1) changed_.notify_all();
  RunCalls(work, count);
  std::unique_lock lock(mutex_);
  // No calls are left for threads that have not joined the loop yet.  They do
  // not join if work_ is null, so there is no need to wait for them.
  work_ = nullptr;
  changed_.wait(lock, [this] { return helpers_ == 0; });
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
}

void Threads::Serve() {
  uint64_t seen = 0;  // the number of the last loop that this thread has seen
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || loops_ != seen; });
    if (ending_) return;
    seen = loops_;
    if (work_ == nullptr) continue;
    const std::function<void(uint64_t i)>& work = *work_;
    const uint64_t count = count_;
    ++helpers_;
    lock.unlock();
    RunCalls(work, count);
    lock.lock();
    if (--helpers_ == 0) changed_.notify_all();
  }
}

void Threads::RunCalls(const std::function<void(uint64_t i)>& work,
                       uint64_t count) {
  try {
    for (uint64_t i; (i = next_++) < count;) work(i);
  } catch (...) {
    next_ = count;
    const std::lock_guard lock(mutex_);
    exception_ = std::current_exception();
  }
}

}  // namespace teeko::base
