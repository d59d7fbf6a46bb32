// What a program has that was built without --config=mpi.

#include <cstdlib>
#include <memory>

#include "absl/strings/numbers.h"
#include "solver_b/transport.h"

namespace teeko::solver_b {

absl::StatusOr<std::unique_ptr<Transport>> ConnectRanks() {
  // Several processes would write the same file.
  for (const char* const variable : {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"}) {
    const char* const value = std::getenv(variable);
    int ranks = 0;
    if (value != nullptr && absl::SimpleAtoi(value, &ranks) && ranks > 1) {
      return absl::FailedPreconditionError(
          "mpirun has started several of these, which takes a build with "
          "--config=mpi");
    }
  }
  return std::make_unique<Transport>();
}

}  // namespace teeko::solver_b
