// The first of the errors of several threads.

#ifndef TEEKO_SOLVER_A_FIRST_ERROR_H_
#define TEEKO_SOLVER_A_FIRST_ERROR_H_

#include <mutex>

#include "absl/status/status.h"

namespace teeko::solver_a {

class FirstError {
 public:
  // Keeps `status` if it is the first that is not OK.  Thread-safe.
  void Update(const absl::Status& status) {
    if (status.ok()) return;
    const std::lock_guard lock(mutex_);
    status_.Update(status);
  }

  // OK without errors.  For when the threads are done.
  const absl::Status& status() const { return status_; }

 private:
  std::mutex mutex_;
  absl::Status status_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_FIRST_ERROR_H_
