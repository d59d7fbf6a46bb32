#include "base/local_processes_for_test.h"

#include <memory>
#include <numeric>
#include <thread>
#include <utility>

#include "absl/time/clock.h"

namespace teeko::base {

class LocalNetwork::Local : public Transport {
 public:
  Local(LocalNetwork& network, int number) : network_(network) {
    process = number;
    process_count = network.process_count_;
    local_processes.resize(process_count);
    std::iota(local_processes.begin(), local_processes.end(), 0);
  }

  void Send(int to, std::vector<uint8_t> frame) override {
    if (process == network_.options_.slow_process) {
      absl::SleepFor(absl::Milliseconds(1));
    }
    const std::lock_guard lock(network_.mutex_);
    if (network_.frames_++ == network_.options_.stop_at) {
      network_.aborted_ = true;
    }
    network_.Between(process, to).push_back(std::move(frame));
  }

  uint64_t UnsentBytes() override {
    const std::lock_guard lock(network_.mutex_);
    uint64_t bytes = 0;
    for (int to = 0; to < process_count; ++to) {
      for (const auto& frame : network_.Between(process, to)) {
        bytes += frame.size();
      }
    }
    return bytes;
  }

  absl::StatusOr<std::vector<uint8_t>> Receive(int from) override {
    const std::lock_guard lock(network_.mutex_);
    if (network_.aborted_) return absl::AbortedError("the run has ended");
    std::vector<uint8_t> frame;
    Queue& queue = network_.Between(from, process);
    if (queue.empty()) return frame;
    frame = std::move(queue.front());
    queue.pop_front();
    return frame;
  }

  void Abort() override {
    const std::lock_guard lock(network_.mutex_);
    if (process == 0) network_.aborted_ = true;
  }

 private:
  LocalNetwork& network_;
};

LocalNetwork::LocalNetwork(int process_count, const Options& options)
    : process_count_(process_count),
      options_(options),
      queues_(process_count * process_count) {}

std::vector<absl::Status> LocalNetwork::Run(
    const ProcessesOptions& options,
    absl::FunctionRef<absl::Status(Processes& processes)> run) {
  std::vector<absl::Status> statuses(process_count_);
  std::vector<std::thread> threads;
  for (int process = 0; process < process_count_; ++process) {
    threads.emplace_back([&, process] {
      Processes processes(std::make_unique<Local>(*this, process), options);
      statuses[process] = processes.ReportError(run(processes));
      if (!statuses[process].ok()) processes.Abort();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return statuses;
}

}  // namespace teeko::base
