// Parallel loops on the threads of oneTBB.

#ifndef TEEKO_SOLVER_B_ON_THREADS_H_
#define TEEKO_SOLVER_B_ON_THREADS_H_

#include <cstdint>
#include <functional>

namespace teeko::solver_b {

// A ParallelFor (parallel_for.h) on all threads of oneTBB.
void OnThreads(uint64_t count, const std::function<void(uint64_t i)>& work);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_ON_THREADS_H_
