// Ranks that mpirun has started (Open MPI, MPICH).  An error of MPI itself, or
// the death of a rank, ends all of them.

#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "verify/ranks.h"

namespace teeko::verify {
namespace {

class MpiRanks : public Ranks {
 public:
  MpiRanks() {
    // Without mpirun, no daemon, for which Open MPI would look for ssh.
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    // This thread alone calls MPI.
    int provided;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    share_ = {uint32_t(rank), uint32_t(ranks)};
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &here);
    MPI_Comm_size(here, &ranks_here_);
    MPI_Comm_free(&here);
  }
  ~MpiRanks() override { MPI_Finalize(); }

  Share share() const override { return share_; }
  uint64_t ranks_here() const override { return ranks_here_; }

  std::vector<std::string> Gather(const std::string& mine) override {
    const int size = mine.size();
    std::vector<int> sizes(share_.ranks);
    MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::vector<int> offsets(sizes.size() + 1);
    std::partial_sum(sizes.begin(), sizes.end(), offsets.begin() + 1);
    std::string bytes(offsets.back(), '\0');
    MPI_Allgatherv(mine.data(), size, MPI_BYTE, bytes.data(), sizes.data(),
                   offsets.data(), MPI_BYTE, MPI_COMM_WORLD);
    std::vector<std::string> all;
    for (size_t i = 0; i < sizes.size(); ++i) {
      all.push_back(bytes.substr(offsets[i], sizes[i]));
    }
    return all;
  }

  void Abort(absl::string_view why) override {
    dprintf(stderr_, "error: %.*s\n", static_cast<int>(why.size()), why.data());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

 private:
  Share share_;
  int ranks_here_;
  const int stderr_ = dup(STDERR_FILENO);  // since all but one are silent
};

}  // namespace

absl::StatusOr<std::unique_ptr<Ranks>> ConnectRanks() {
  return std::make_unique<MpiRanks>();
}

}  // namespace teeko::verify
