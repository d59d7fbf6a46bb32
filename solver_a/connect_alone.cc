// Without MPI.

#include <cstdlib>
#include <string_view>

#include "solver_a/transport.h"

namespace teeko::solver_a {

absl::StatusOr<std::unique_ptr<Transport>> Connect() {
  // What Open MPI and MPICH tell those that mpirun starts: each of them would
  // do all of the work.
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const ranks = std::getenv(name);
    if (ranks != nullptr && std::string_view(ranks) != "1") {
      return absl::FailedPreconditionError(
          "started as one of several ranks, but built without --config=mpi");
    }
  }
  return std::make_unique<Alone>();
}

}  // namespace teeko::solver_a
