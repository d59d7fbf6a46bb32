// The threads of programs.

#ifndef TEEKO_SOLVER_B_ON_THREADS_H_
#define TEEKO_SOLVER_B_ON_THREADS_H_

#include <cstdint>
#include <functional>

namespace teeko::solver_b {

// A ParallelFor on as many threads as oneTBB may use.
void OnThreads(uint64_t count, const std::function<void(uint64_t i)>& work);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_ON_THREADS_H_
