// Replaces two object files of Debian's static Abseil in this project's shared
// libraries.  Debian compiles these object files for programs only: their
// thread-local variables have fixed addresses.

#include <cstdint>
#include <limits>
#include <thread>

#include "absl/base/internal/sysinfo.h"
#include "absl/strings/internal/cordz_functions.h"

namespace absl {
ABSL_NAMESPACE_BEGIN

namespace cord_internal {

// Abseil can sample cords for profiling.  The shared libraries sample no cord.
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

// Abseil uses this number to decide how long a mutex spins.
int NumCPUs() { return static_cast<int>(std::thread::hardware_concurrency()); }
// Abseil uses the frequency only for measurements.
double NominalCPUFrequency() { return 1.0; }

}  // namespace base_internal

ABSL_NAMESPACE_END
}  // namespace absl
