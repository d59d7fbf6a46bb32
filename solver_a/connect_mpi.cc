// The ranks of MPI.  Its own errors end the run (MPI_ERRORS_ARE_FATAL).

#include <mpi.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <list>

#include "solver_a/transport.h"

namespace teeko::solver_a {
namespace {

class Mpi : public Transport {
 public:
  Mpi() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank,
                        MPI_INFO_NULL, &machine);
    int count;
    MPI_Comm_size(machine, &count);
    here.resize(count);
    MPI_Allgather(&rank, 1, MPI_INT, here.data(), 1, MPI_INT, machine);
    MPI_Comm_free(&machine);
  }

  ~Mpi() override {
    while (UnsentBytes() > 0) usleep(kPauseMicroseconds);
    MPI_Finalize();
  }

  void Send(int to, std::vector<uint8_t> message) override {
    // As large as 50,000 full tiles; 7×7 has rows of 414.
    if (message.size() > INT_MAX) MPI_Abort(MPI_COMM_WORLD, 1);
    Outgoing& out = outgoing_.emplace_back();
    out.message = std::move(message);
    MPI_Isend(out.message.data(), static_cast<int>(out.message.size()),
              MPI_BYTE, to, kTag, MPI_COMM_WORLD, &out.request);
  }

  uint64_t UnsentBytes() override {
    uint64_t bytes = 0;
    for (auto out = outgoing_.begin(); out != outgoing_.end();) {
      int done;
      MPI_Test(&out->request, &done, MPI_STATUS_IGNORE);
      if (!done) bytes += out->message.size();
      out = done ? outgoing_.erase(out) : std::next(out);
    }
    return bytes;
  }

  absl::StatusOr<std::vector<uint8_t>> Receive(int from) override {
    int come;
    MPI_Status status;
    MPI_Iprobe(from, kTag, MPI_COMM_WORLD, &come, &status);
    if (!come) return std::vector<uint8_t>();
    int bytes;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    std::vector<uint8_t> message(bytes);
    MPI_Recv(message.data(), bytes, MPI_BYTE, from, kTag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
  }

  void Abort() override {
    if (ranks == 1) return;
    // What rank 0 is to tell the user has to get there, and rank 0 to tell it.
    for (int waited = 0; rank != 0 && waited < kMostWaitingMicroseconds;
         waited += kPauseMicroseconds) {
      UnsentBytes();
      usleep(kPauseMicroseconds);
    }
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

 private:
  struct Outgoing {
    std::vector<uint8_t> message;
    MPI_Request request;
  };

  static constexpr int kTag = 0;
  static constexpr int kPauseMicroseconds = 1'000;
  static constexpr int kMostWaitingMicroseconds = 60'000'000;

  std::list<Outgoing> outgoing_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Transport>> Connect() {
  // One process by itself needs no daemon, which Open MPI starts if there is
  // ssh, and fails without.
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  int provided;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    return absl::FailedPreconditionError("this MPI does not know of threads");
  }
  return std::make_unique<Mpi>();
}

}  // namespace teeko::solver_a
