// Parallel loops whose iterations may fail.

#ifndef TEEKO_SOLVER_A_PARALLEL_H_
#define TEEKO_SOLVER_A_PARALLEL_H_

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <mutex>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace teeko::solver_a {

// Calls work(i) for 0 ≤ i < count on oneTBB threads.  The calls start in
// ascending order of i.  An error does not stop the loop.  Returns the error
// that came first.
inline absl::Status ParallelFor(
    size_t count, absl::FunctionRef<absl::Status(size_t i)> work) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  absl::Status first_error;
  tbb::parallel_for(0, tbb::this_task_arena::max_concurrency(), [&](int) {
    for (size_t i; (i = next++) < count;) {
      const absl::Status status = work(i);
      if (status.ok()) continue;
      const std::lock_guard lock(mutex);
      first_error.Update(status);
    }
  });
  return first_error;
}

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_PARALLEL_H_
