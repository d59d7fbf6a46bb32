// What a program has that was built without --config=mpi.

#include <memory>

#include "solver_b/transport.h"
#include "stage/stage.h"
#include "stage/status.h"

namespace teeko::solver_b {

absl::StatusOr<std::unique_ptr<Transport>> ConnectRanks() {
  RETURN_IF_ERROR(RequireOneRank());
  return std::make_unique<Transport>();
}

}  // namespace teeko::solver_b
