#include "base/threads.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace teeko::base {

int DefaultThreads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::clamp(CPU_COUNT(&set), 1, kMostThreads);
}

void ParallelFor(uint64_t count, const std::function<void(uint64_t i)>& work,
                 int threads) {
  std::atomic<uint64_t> next = 0;  // the argument of the next call
  std::mutex mutex;
  std::exception_ptr exception;
  const auto make_calls = [&] {
    try {
      for (uint64_t i; (i = next++) < count;) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      exception = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  try {
    while (std::ssize(others) + 1 < threads && others.size() + 1 < count) {
      others.emplace_back(make_calls);
    }
  } catch (const std::system_error&) {
    // The loop runs on fewer threads.
  }
  make_calls();
  others.clear();  // waits for them
  if (exception) std::rethrow_exception(exception);
}

}  // namespace teeko::base
