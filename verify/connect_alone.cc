// What a program has that was built without --config=mpi.

#include "stage/stage.h"
#include "stage/status.h"
#include "verify/ranks.h"

namespace teeko::verify {

absl::StatusOr<std::unique_ptr<Ranks>> ConnectRanks() {
  RETURN_IF_ERROR(RequireOneRank());
  return std::make_unique<Ranks>();
}

}  // namespace teeko::verify
