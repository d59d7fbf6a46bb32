// Without MPI.

#include "solver_a/transport.h"
#include "stage/stage.h"
#include "stage/status.h"

namespace teeko::solver_a {

absl::StatusOr<std::unique_ptr<Transport>> Connect() {
  RETURN_IF_ERROR(RequireOneRank());
  return std::make_unique<Transport>();
}

}  // namespace teeko::solver_a
