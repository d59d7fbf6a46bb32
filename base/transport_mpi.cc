// Connects processes by MPI.  If a call of MPI fails, MPI ends all processes
// (MPI_ERRORS_ARE_FATAL).

#ifdef TEEKO_WITH_MPI

#include <mpi.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <list>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/status.h"
#include "base/transport.h"

namespace teeko::base {
namespace {

class MpiTransport : public Transport {
 public:
  MpiTransport() {
    MPI_Comm_rank(MPI_COMM_WORLD, &process);
    MPI_Comm_size(MPI_COMM_WORLD, &process_count);
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, process,
                        MPI_INFO_NULL, &machine);
    int count;
    MPI_Comm_size(machine, &count);
    local_processes.resize(count);
    MPI_Allgather(&process, 1, MPI_INT, local_processes.data(), 1, MPI_INT,
                  machine);
    MPI_Comm_free(&machine);
  }

  ~MpiTransport() override {
    while (UnsentBytes() > 0) usleep(kPauseMicroseconds);
    MPI_Finalize();
  }

  void Send(int to, std::vector<uint8_t> frame) override {
    // The parameter of MPI for the number of bytes is an int.  The largest
    // frame that solving a 7×7 board sends has 14 MB.
    if (frame.size() > INT_MAX) MPI_Abort(MPI_COMM_WORLD, 1);
    Outgoing& out = outgoing_.emplace_back();
    out.frame = std::move(frame);
    MPI_Isend(out.frame.data(), static_cast<int>(out.frame.size()), MPI_BYTE,
              to, kTag, MPI_COMM_WORLD, &out.request);
  }

  uint64_t UnsentBytes() override {
    uint64_t bytes = 0;
    for (auto out = outgoing_.begin(); out != outgoing_.end();) {
      int done;
      MPI_Test(&out->request, &done, MPI_STATUS_IGNORE);
      if (!done) bytes += out->frame.size();
      out = done ? outgoing_.erase(out) : std::next(out);
    }
    return bytes;
  }

  absl::StatusOr<std::vector<uint8_t>> Receive(int from) override {
    int arrived;
    MPI_Status status;
    MPI_Iprobe(from, kTag, MPI_COMM_WORLD, &arrived, &status);
    if (!arrived) return std::vector<uint8_t>();
    int bytes;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    std::vector<uint8_t> frame(bytes);
    MPI_Recv(frame.data(), bytes, MPI_BYTE, from, kTag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return frame;
  }

  void Abort() override {
    if (process_count == 1) return;
    // Process 0 receives the error the next time it waits for a frame.  Then it
    // prints the error and ends all processes.  Until then, keep sending.
    const absl::Time end = absl::Now() + absl::Hours(24);
    while (process != 0 && absl::Now() < end) {
      UnsentBytes();
      usleep(kPauseMicroseconds);
    }
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

 private:
  struct Outgoing {
    std::vector<uint8_t> frame;
    MPI_Request request;
  };

  static constexpr int kTag = 0;
  static constexpr int kPauseMicroseconds = 1'000;

  std::list<Outgoing> outgoing_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Transport>> ConnectProcesses() {
  // Without this, Open MPI starts a daemon for a process that mpirun did not
  // start, and fails if there is no ssh.
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  int provided;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    return absl::FailedPreconditionError(
        "this MPI library lacks thread support");
  }
  return std::make_unique<MpiTransport>();
}

}  // namespace teeko::base

#endif  // TEEKO_WITH_MPI
