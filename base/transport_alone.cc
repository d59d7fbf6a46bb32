// Connects processes in programs built without --config=mpi: there is only one
// process.

#ifndef TEEKO_WITH_MPI

#include <cstdlib>

#include "absl/strings/string_view.h"
#include "base/status.h"
#include "base/transport.h"

namespace teeko::base {

absl::StatusOr<std::unique_ptr<Transport>> ConnectProcesses() {
  // Open MPI and MPICH set these variables in the processes that mpirun starts.
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const count = std::getenv(name);
    if (count != nullptr && absl::string_view(count) != "1") {
      return absl::FailedPreconditionError(
          "mpirun has started several processes: build this program with "
          "--config=mpi");
    }
  }
  return std::make_unique<Transport>();
}

}  // namespace teeko::base

#endif  // TEEKO_WITH_MPI
