// What ranks send to each other, in batches that are checked when they come.

#ifndef TEEKO_SOLVER_B_BATCHES_H_
#define TEEKO_SOLVER_B_BATCHES_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "solver_b/ranks.h"
#include "solver_b/transport.h"
#include "teeko/solver_b/batch.pb.h"

namespace teeko::solver_b {

// An Exchange over any transport.  Batches are sent while the round goes on,
// and those that come are delivered meanwhile, in any order.
//
// A batch (batch.proto) is followed by a checksum, the first eight bytes of its
// SHA-256.  The last batch of each rank in a round is its word: + and what it
// says to all, or - and why it cannot go on.  A round ends when all ranks have
// sent their words and these and all batches before them have come.  One that
// is damaged, comes twice or does not come is an error that names the round,
// the sender, and if it is known the batch.
//
// One rank's error is everybody's: the others learn of it where they next wait
// for all.
class Batches : public Exchange {
 public:
  struct Options {
    // Enough for distances of one byte in most batches of a 5×5 game.
    size_t batch_findings = 1 << 15;
    // A batch that was sent, and has not come so long after the last one that
    // has, is lost.
    std::chrono::milliseconds patience = std::chrono::minutes(2);
  };

  Batches(Transport& transport, const Options& options);

  Share share() const override { return share_; }
  bool failed() const override { return failed_; }
  void Begin(std::string name, Deliver deliver) override;
  void Send(std::span<const Finding> findings, Round round) override;
  std::optional<uint64_t> End(uint64_t summand) override;

  // A round of other bytes.  Words are for Gather to send.
  using DeliverBytes = std::function<void(absl::string_view)>;
  void BeginBytes(std::string name, DeliverBytes deliver);
  void SendBytes(uint32_t to, absl::string_view bytes, Round round = kThis,
                 bool is_word = false);

  // What each rank says, by rank, once all do: a round in which nothing else is
  // sent.  On one thread.
  absl::StatusOr<std::vector<std::string>> Gather(absl::string_view word);

  // Says that this rank cannot go on, unless `status` is OK.  It is to call
  // Finish next.
  void Fail(const absl::Status& status);

  // Ends the run: all ranks call this last.  Returns the error, at all ranks,
  // if one has failed.
  absl::Status Finish(const absl::Status& status);

  // Of the batches that this rank has sent, without headers.
  uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  // What goes to a rank in a round.
  struct ToRank {
    std::vector<uint64_t> keys;  // findings for the next batch
    uint32_t batches = 0;        // sent
  };
  // What has come of a rank in the round.
  struct FromRank {
    std::vector<bool> seen;  // by number
    std::string word;        // empty until it comes
  };

  // Takes in what has come, unless another thread is at it; returns whether
  // anything had.
  bool Poll();
  absl::Status Accept(const Message& message);
  absl::Status AwaitBatches();

  Transport& transport_;
  const Share share_;
  const Options options_;

  // The round under way, or the next one.
  uint32_t round_ = 0;
  std::string name_ = "start";
  DeliverBytes deliver_;  // none before Begin

  std::mutex mutex_;                       // guards these two
  std::array<std::vector<ToRank>, 2> to_;  // by Round, then rank
  absl::Status status_;                    // the first error
  std::atomic<bool> failed_ = false;       // whether there is one
  bool all_know_ = false;                  // of it

  std::mutex receiving_;        // guards this
  std::vector<FromRank> from_;  // by rank

  std::atomic<uint64_t> sent_bytes_ = 0;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_BATCHES_H_
