// Status errors, and macros that return them to the caller.

#ifndef TEEKO_BASE_STATUS_H_
#define TEEKO_BASE_STATUS_H_

#include <utility>

#include "absl/status/status.h"    // IWYU pragma: export
#include "absl/status/statusor.h"  // IWYU pragma: export
#include "absl/strings/str_cat.h"

namespace teeko::base {

// Returns an error with the message "cannot read FILE: No such file or
// directory".  `error_number` is the value of errno; OK if it is 0.  `what` is
// the action that failed, in parts ("read ", path).
template <typename... What>
absl::Status Cannot(int error_number, const What&... what) {
  return absl::ErrnoToStatus(error_number, absl::StrCat("cannot ", what...));
}

// Returns InvalidArgument with a message of these parts.
template <typename... Parts>
absl::Status Invalid(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

}  // namespace teeko::base

// Returns from the function if this absl::Status is an error.
#define RETURN_IF_ERROR(...)                     \
  do {                                           \
    absl::Status teeko_status = (__VA_ARGS__);   \
    if (!teeko_status.ok()) return teeko_status; \
  } while (false)

// Sets a variable to the value of an absl::StatusOr, or returns its error:
//
//   ASSIGN_OR_RETURN(const Rules rules, ReadRulesFile(path));
#define ASSIGN_OR_RETURN(variable, ...)                                 \
  TEEKO_ASSIGN_OR_RETURN(TEEKO_JOIN(teeko_result_, __LINE__), variable, \
                         __VA_ARGS__)
#define TEEKO_JOIN(a, b) TEEKO_JOIN_EXPANDED(a, b)
#define TEEKO_JOIN_EXPANDED(a, b) a##b
#define TEEKO_ASSIGN_OR_RETURN(result, variable, ...)  \
  auto result = (__VA_ARGS__);                         \
  if (!result.ok()) return std::move(result).status(); \
  variable = *std::move(result)

#endif  // TEEKO_BASE_STATUS_H_
