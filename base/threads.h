// Runs loops on several threads, with the C++ standard library only.  Libraries
// use this class, because their users may not have oneTBB.  Programs use
// oneTBB.

#ifndef TEEKO_BASE_THREADS_H_
#define TEEKO_BASE_THREADS_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace teeko::base {

// The largest value of --threads.
inline constexpr int kMostThreads = 1024;

// Returns the number of hardware threads that this process may use, 1 to
// kMostThreads.
int DefaultThreads();

// A group of threads that run loops together.  The destructor ends the threads.
// After that, no threads of this class are left, so a program can unload the
// library that used them, or call fork().
class Threads {
 public:
  // Starts `count` - 1 threads, or fewer if the system does not allow so many.
  explicit Threads(int count = DefaultThreads());
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // Calls work(i) for each i below `count`, in any order, on the caller's
  // thread and on the group's threads.  Returns when all calls have returned.
  // If a call throws an exception, the remaining calls may be skipped, and one
  // of the exceptions is thrown again.  Only one thread at a time may call this
  // method.  `work` must not call it.
  void For(uint64_t count, const std::function<void(uint64_t i)>& work);

 private:
  // The function of each thread of the group.
  void Serve();
  // Makes calls until no calls are left.
  void RunCalls(const std::function<void(uint64_t i)>& work, uint64_t count);

  std::mutex mutex_;  // guards all but next_ and threads_
  std::condition_variable changed_;
  bool ending_ = false;
  uint64_t loops_ = 0;  // number of loops begun so far
  // The loop that runs, or null.
  const std::function<void(uint64_t i)>* work_ = nullptr;
  uint64_t count_ = 0;  // calls of this loop
  int helpers_ = 0;     // threads of the group that take part in the loop
  std::exception_ptr exception_;

  std::atomic<uint64_t> next_ = 0;  // the argument of the next call
  std::vector<std::thread> threads_;
};

}  // namespace teeko::base

#endif  // TEEKO_BASE_THREADS_H_
