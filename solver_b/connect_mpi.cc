// Ranks that mpirun has started (Open MPI, MPICH).  An error of MPI itself, or
// the death of a rank, ends all of them.

#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include "solver_b/check.h"
#include "solver_b/transport.h"

namespace teeko::solver_b {
namespace {

class MpiTransport : public Transport {
 public:
  MpiTransport() {
    int provided;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    Check(provided >= MPI_THREAD_SERIALIZED, "MPI can be called from threads");
    rank_ = Count(MPI_COMM_WORLD, MPI_Comm_rank);
    ranks_ = Count(MPI_COMM_WORLD, MPI_Comm_size);
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &here);
    ranks_here_ = Count(here, MPI_Comm_size);
    MPI_Comm_free(&here);
  }
  ~MpiTransport() override {
    // After an error there may be batches that nobody waits for.
    const auto receive = [this] { Receive(); };
    while (BytesUnderWay() > 0) receive();
    AllGather("", receive);
    MPI_Finalize();
  }

  uint32_t rank() const override { return rank_; }
  uint32_t ranks() const override { return ranks_; }
  uint32_t ranks_here() const override { return ranks_here_; }

  void Send(uint32_t to, std::string bytes) override {
    const std::lock_guard lock(mutex_);
    ForgetDone();
    under_way_bytes_ += bytes.size();
    Sending& sending = under_way_.emplace_back(std::move(bytes));
    MPI_Isend(sending.bytes.data(), sending.bytes.size(), MPI_BYTE, to, 0,
              MPI_COMM_WORLD, &sending.request);
  }

  uint64_t BytesUnderWay() override {
    const std::lock_guard lock(mutex_);
    ForgetDone();
    return under_way_bytes_;
  }

  std::optional<Message> Receive() override {
    const std::lock_guard lock(mutex_);
    int found;
    MPI_Message message;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, &message, &status);
    if (!found) return std::nullopt;
    int size;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message received = {uint32_t(status.MPI_SOURCE), std::string(size, '\0')};
    MPI_Mrecv(received.bytes.data(), size, MPI_BYTE, &message,
              MPI_STATUS_IGNORE);
    return received;
  }

  std::vector<std::string> AllGather(
      const std::string& word,
      absl::FunctionRef<void()> while_waiting) override {
    const int size = word.size();
    std::vector<int> sizes(ranks_), offsets(ranks_);
    Await(while_waiting, [&](MPI_Request* request) {
      MPI_Iallgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT,
                     MPI_COMM_WORLD, request);
    });
    std::exclusive_scan(sizes.begin(), sizes.end(), offsets.begin(), 0);
    std::string all(offsets.back() + sizes.back(), '\0');
    Await(while_waiting, [&](MPI_Request* request) {
      MPI_Iallgatherv(word.data(), size, MPI_BYTE, all.data(), sizes.data(),
                      offsets.data(), MPI_BYTE, MPI_COMM_WORLD, request);
    });
    std::vector<std::string> words;
    for (uint32_t i = 0; i < ranks_; ++i) {
      words.push_back(all.substr(offsets[i], sizes[i]));
    }
    return words;
  }

 private:
  struct Sending {
    explicit Sending(std::string the_bytes) : bytes(std::move(the_bytes)) {}
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  template <typename Function>
  static uint32_t Count(MPI_Comm ranks, Function function) {
    int count;
    function(ranks, &count);
    return count;
  }

  static bool IsDone(MPI_Request& request) {
    int done;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done;
  }

  void ForgetDone() {
    under_way_.remove_if([this](Sending& sending) {
      if (!IsDone(sending.request)) return false;
      under_way_bytes_ -= sending.bytes.size();
      return true;
    });
  }

  template <typename Start>
  void Await(absl::FunctionRef<void()> while_waiting, Start start) {
    MPI_Request request;
    std::unique_lock lock(mutex_);
    start(&request);
    while (!IsDone(request)) {
      lock.unlock();
      while_waiting();
      // There may be more ranks than processors.
      std::this_thread::sleep_for(std::chrono::microseconds(20));
      lock.lock();
    }
  }

  uint32_t rank_, ranks_, ranks_here_;
  std::mutex mutex_;  // held while MPI is called
  std::list<Sending> under_way_;
  uint64_t under_way_bytes_ = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Transport>> ConnectRanks() {
  return std::make_unique<MpiTransport>();
}

}  // namespace teeko::solver_b
