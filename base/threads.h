// Threads of the C++ standard library: for libraries, whose users have no
// oneTBB.  Programs use oneTBB.

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

// The most that --threads can be.
inline constexpr int kMostThreads = 1024;

// Returns the number of hardware threads that this process may use, 1 to
// kMostThreads.
int DefaultThreads();

// A group of threads that run loops together.  The threads end with the group:
// a library that has no other threads can be unloaded, and its process forked.
class Threads {
 public:
  // Starts `count` - 1 threads, or as many of them as the system allows.
  explicit Threads(int count = DefaultThreads());
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // Calls work(i) for each i below `count`, in no order, on the caller's thread
  // and those of the group; returns when all calls have returned.  If calls
  // throw, throws one of their exceptions; others may not be made then.  One
  // thread at a time may call this, and `work` may not.
  void For(uint64_t count, const std::function<void(uint64_t i)>& work);

 private:
  // What a thread of the group does.
  void Serve();
  // Makes calls until all have been made.
  void RunCalls(const std::function<void(uint64_t i)>& work, uint64_t count);

  std::mutex mutex_;  // of all but next_ and threads_
  std::condition_variable changed_;
  bool ending_ = false;
  uint64_t loops_ = 0;  // begun so far
  // The loop that runs; null: none.
  const std::function<void(uint64_t i)>* work_ = nullptr;
  uint64_t count_ = 0;
  int helpers_ = 0;  // threads of the group that take part in it
  std::exception_ptr exception_;

  std::atomic<uint64_t> next_ = 0;  // the next call's i
  std::vector<std::thread> threads_;
};

}  // namespace teeko::base

#endif  // TEEKO_BASE_THREADS_H_
