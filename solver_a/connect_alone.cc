// Without MPI.

#include "solver_a/transport.h"

namespace teeko::solver_a {

absl::StatusOr<std::unique_ptr<Transport>> Connect() {
  return std::make_unique<Alone>();
}

}  // namespace teeko::solver_a
