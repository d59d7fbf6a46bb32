// Replaces two objects of Debian's static Abseil in our shared libraries: they
// are compiled for programs alone (their thread-local variables have fixed
// places).

#include <cstdint>
#include <limits>
#include <thread>

#include "absl/base/internal/sysinfo.h"
#include "absl/strings/internal/cordz_functions.h"

namespace absl {
ABSL_NAMESPACE_BEGIN

namespace cord_internal {

// No sample of Cords is taken.
constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
#if ABSL_LTS_RELEASE_VERSION >= 20240116
thread_local SamplingState cordz_next_sample = {kNever, kNever};
int64_t cordz_should_profile_slow(SamplingState&) { return 0; }
#else
thread_local int64_t cordz_next_sample = kNever;
bool cordz_should_profile_slow() { return false; }
#endif

}  // namespace cord_internal

namespace base_internal {

// How long a mutex spins depends on it.
int NumCPUs() { return static_cast<int>(std::thread::hardware_concurrency()); }
// Only measurements would use it.
double NominalCPUFrequency() { return 1.0; }

}  // namespace base_internal

ABSL_NAMESPACE_END
}  // namespace absl
