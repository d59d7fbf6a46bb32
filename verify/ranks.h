// The processes that verify tables together: each has some movers' rows, reads
// what else it needs from the files, and tells the others what it has found.

#ifndef TEEKO_VERIFY_RANKS_H_
#define TEEKO_VERIFY_RANKS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// How one of them reaches the others, and what they tell each other in steps
// that all of them take.  This class itself is a process without others.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual Share share() const { return {}; }
  // How many ranks run on this machine and share its memory.
  virtual uint64_t ranks_here() const { return 1; }

  // Ends all ranks, since this one can no longer agree with the others.
  virtual void Abort(absl::string_view /*why*/) {}

  // From now on all must name the same inputs.
  void SetInputs(uint64_t inputs) { inputs_ = inputs; }

  // The first error that a rank has given, which names it if it is not the
  // first ("rank 2: …"); otherwise all `sums` and `faults` become those of all
  // ranks added up, element by element; the shorter are as if they went on with
  // none.
  //
  // Aborts the ranks if a message is damaged, of another step or rank.
  absl::Status Merge(const absl::Status& mine, std::vector<uint64_t>& sums,
                     std::vector<Faults>& faults);
  absl::Status Merge(const absl::Status& mine);

 private:
  // What all ranks give, by rank; waits until all have called it.
  virtual std::vector<std::string> Gather(const std::string& mine) {
    return {mine};
  }

  uint64_t inputs_ = 0;
  uint64_t step_ = 0;
};

// The ranks that this process was started with: by mpirun if this was built
// with --config=mpi, otherwise itself alone: then it is an error if there are
// others.  To be called once, and destroyed before the program ends.
absl::StatusOr<std::unique_ptr<Ranks>> ConnectRanks();

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_RANKS_H_
