// Parallel loops.  The caller of the core provides the threads.

#ifndef TEEKO_SOLVER_B_PARALLEL_FOR_H_
#define TEEKO_SOLVER_B_PARALLEL_FOR_H_

#include <cstdint>
#include <functional>

namespace teeko::solver_b {

// Calls work(i) once for 0 ≤ i < count, in any order and on any threads.
// Returns when all calls have returned.
using ParallelFor = std::function<void(
    uint64_t count, const std::function<void(uint64_t i)>& work)>;

// A ParallelFor on the caller's thread.
inline void Sequentially(uint64_t count,
                         const std::function<void(uint64_t i)>& work) {
  for (uint64_t i = 0; i < count; ++i) work(i);
}

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PARALLEL_FOR_H_
