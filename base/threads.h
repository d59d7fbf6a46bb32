// Loops on several threads, with the C++ standard library only.  Libraries use
// them, because their users may not have oneTBB.  Programs use oneTBB.

#ifndef TEEKO_BASE_THREADS_H_
#define TEEKO_BASE_THREADS_H_

#include <cstdint>
#include <functional>

namespace teeko::base {

// The largest value of --threads.
inline constexpr int kMostThreads = 1024;

// Returns the number of hardware threads that this process may use, 1 to
// kMostThreads.
int DefaultThreads();

// Calls work(i) once for each i below `count`, in any order, on the caller's
// thread and on up to `threads` - 1 new threads; fewer if the system does not
// allow so many.  Returns when all calls have returned and the new threads have
// ended, so that a program can unload the library that used them, or call
// fork().  If a call throws an exception, the remaining calls may be skipped,
// and one of the exceptions is thrown again.
void ParallelFor(uint64_t count, const std::function<void(uint64_t i)>& work,
                 int threads = DefaultThreads());

}  // namespace teeko::base

#endif  // TEEKO_BASE_THREADS_H_
