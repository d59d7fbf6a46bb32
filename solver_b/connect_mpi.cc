// Ranks that mpirun has started (Open MPI, MPICH).  An error of MPI itself, or
// the death of a rank, ends all of them.

#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "solver_b/check.h"
#include "solver_b/transport.h"

namespace teeko::solver_b {
namespace {

class MpiTransport : public Transport {
 public:
  MpiTransport() {
    // Without mpirun, no daemon, for which Open MPI would look for ssh.
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    int provided, rank, ranks;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    Check(provided >= MPI_THREAD_SERIALIZED, "MPI can be called from threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    share_ = {uint32_t(rank), uint32_t(ranks)};
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &here);
    MPI_Comm_size(here, &ranks_here_);
    MPI_Comm_free(&here);
  }
  ~MpiTransport() override {
    // After an error there may be batches that nobody waits for.
    const auto receive = [this] { ReceiveTagged(MPI_ANY_TAG); };
    while (BytesUnderWay() > 0) receive();
    Barrier(receive);
    MPI_Finalize();
  }

  Share share() const override { return share_; }
  uint32_t ranks_here() const override { return ranks_here_; }

  void Send(uint32_t to, uint32_t round, std::string bytes) override {
    const std::lock_guard lock(mutex_);
    ForgetDone();
    Sending& sending = under_way_.emplace_back();
    sending.bytes = std::move(bytes);
    MPI_Isend(sending.bytes.data(), sending.bytes.size(), MPI_BYTE, to,
              Tag(round), MPI_COMM_WORLD, &sending.request);
  }

  uint64_t BytesUnderWay() override {
    const std::lock_guard lock(mutex_);
    ForgetDone();
    uint64_t bytes = 0;
    for (const Sending& sending : under_way_) bytes += sending.bytes.size();
    return bytes;
  }

  std::optional<Message> Receive(uint32_t round) override {
    return ReceiveTagged(Tag(round));
  }

  void Barrier(absl::FunctionRef<void()> while_waiting) override {
    MPI_Request request;
    std::unique_lock lock(mutex_);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (!IsDone(request)) {
      lock.unlock();
      while_waiting();
      // There may be more ranks than processors.
      std::this_thread::sleep_for(std::chrono::microseconds(20));
      lock.lock();
    }
  }

 private:
  struct Sending {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // Every MPI has tags up to 32,767; ranks are never so many rounds apart.
  static int Tag(uint32_t round) { return round % 32768; }

  std::optional<Message> ReceiveTagged(int tag) {
    const std::lock_guard lock(mutex_);
    int found;
    MPI_Message message;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &found, &message, &status);
    if (!found) return std::nullopt;
    int size;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message received = {uint32_t(status.MPI_SOURCE), std::string(size, '\0')};
    MPI_Mrecv(received.bytes.data(), size, MPI_BYTE, &message,
              MPI_STATUS_IGNORE);
    return received;
  }

  static bool IsDone(MPI_Request& request) {
    int done;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done;
  }

  void ForgetDone() {
    under_way_.remove_if(
        [](Sending& sending) { return IsDone(sending.request); });
  }

  Share share_;
  int ranks_here_;
  std::mutex mutex_;  // held while MPI is called
  std::list<Sending> under_way_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Transport>> ConnectRanks() {
  return std::make_unique<MpiTransport>();
}

}  // namespace teeko::solver_b
