// Which of the faults compiled into a mutated solver is awake.

#ifndef TEEKO_VERIFY_FAULTS_PLANTED_H_
#define TEEKO_VERIFY_FAULTS_PLANTED_H_

#include <cstdlib>
#include <string_view>

namespace teeko::faults {

// The environment variable that names it; without it the solver is as it was.
inline constexpr char kFaultVariable[] = "TEEKO_FAULT";

inline bool Planted(std::string_view fault) {
  static const char* const awake = std::getenv(kFaultVariable);
  return awake != nullptr && fault == awake;
}

}  // namespace teeko::faults

#endif  // TEEKO_VERIFY_FAULTS_PLANTED_H_
