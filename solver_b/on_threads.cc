#include "solver_b/on_threads.h"

#include <tbb/parallel_for.h>

namespace teeko::solver_b {

void OnThreads(uint64_t count, const std::function<void(uint64_t i)>& work) {
  tbb::parallel_for(uint64_t{0}, count, work);
}

}  // namespace teeko::solver_b
