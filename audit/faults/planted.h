// Which of the mutations compiled into a solver is awake.

#ifndef TEEKO_AUDIT_FAULTS_PLANTED_H_
#define TEEKO_AUDIT_FAULTS_PLANTED_H_

#include <cstdlib>
#include <string_view>

namespace teeko::faults {

// The environment variable that names it; without it the solver is right.
inline constexpr char kFaultVariable[] = "TEEKO_FAULT";

inline bool Planted(std::string_view mutation) {
  static const char* const awake = std::getenv(kFaultVariable);
  return awake != nullptr && mutation == awake;
}

}  // namespace teeko::faults

#endif  // TEEKO_AUDIT_FAULTS_PLANTED_H_
