// What ranks say to each other, so that a message that is not as it was sent is
// noticed.
//
//         checksum │ number │ from, to │ kind, level, argument │ bytes
//
// Each rank numbers its messages to each other one from 0.  So one that is
// lost, comes twice or out of order is known by its number, one that is torn or
// has a bit flipped by its checksum, and if none comes at all, patience ends.

#ifndef TEEKO_SOLVER_A_RANKS_H_
#define TEEKO_SOLVER_A_RANKS_H_

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/file.h"
#include "solver_a/transport.h"

namespace teeko::solver_a {

struct Message {
  enum Kind : uint32_t {
    kIdentity,  // bytes: what the sender solves
    kRecord,    // bytes: from which checkpoint to go on; none if from nothing
    kTiles,     // bytes: of a row of tiles, those that the receiver owns
    kScores,    // bytes: of stripe `argument`, in rows that the receiver owns
    kPiece,     // bytes: of the table, piece `argument`, packed
    kRoundEnd,  // the sender has no more; what it has to say is `argument`
    kKeep,      // whether (argument) to keep the levels up to now
    kKept,      // bytes: how far the sender's go
    kBye,       // the table is complete; the answer to that
    kError,     // bytes: why the sender fails
  };

  Kind kind;
  int32_t level = 0;
  uint64_t argument = 0;
  std::vector<uint8_t> bytes = {};

  // With the bytes of a vector or a string.
  template <typename Values>
  static Message Of(Kind kind, const Values& values) {
    const absl::Span<const uint8_t> bytes = BytesOf(values);
    return {.kind = kind, .bytes = {bytes.begin(), bytes.end()}};
  }
};

// For one thread at a time.
class Ranks {
 public:
  struct Limits {
    absl::Duration patience = absl::Hours(1);
    uint64_t unsent_bytes = 16'000'000;
  };

  explicit Ranks(Transport& transport) : Ranks(transport, Limits()) {}
  Ranks(Transport& transport, const Limits& limits);

  int rank() const { return transport_.rank; }
  int size() const { return transport_.ranks; }
  // Of the ranks that share this machine, this one among them.
  const std::vector<int>& here() const { return transport_.here; }
  // The panels of this rank.
  Share share() const {
    return {static_cast<size_t>(rank()), static_cast<size_t>(size())};
  }

  // For all ranks together, at first.  FailedPrecondition, which names the
  // rank, unless all say the same as rank 0.
  absl::Status Agree(absl::string_view identity);

  void Send(int to, const Message& message);

  // Returns false if none has come.  DataLoss if one is not as it was sent;
  // the error that it tells of.
  absl::StatusOr<bool> Receive(int from, Message& message);

  // Returns when a message has come, which is of that kind.
  absl::Status Await(int from, Message::Kind kind, Message& message);

  // For all ranks together: replaces `message` by that of rank 0, of the same
  // kind.
  absl::Status Broadcast(Message& message);
  // The same: returns the messages of all, [rank], on rank 0, else none.
  absl::StatusOr<std::vector<Message>> Gather(const Message& message);

  // For all ranks together, when the table is complete: all messages have come
  // then.  Returns on rank 0 the bytes that all have sent.
  absl::StatusOr<uint64_t> Part();

  enum class Seen { kNothing, kSome, kAll };
  // Calls `look` until it has seen all; DeadlineExceeded, with what `missing`
  // says, if it sees nothing for too long.  After an error that one again.
  absl::Status WaitUntil(absl::FunctionRef<absl::StatusOr<Seen>()> look,
                         absl::FunctionRef<std::string()> missing);

  // Whether more than limits.unsent_bytes are on their way.
  bool Congested() { return transport_.UnsentBytes() > limits_.unsent_bytes; }

  // What the program shall end with after `status`: rank 0 says what is wrong,
  // wherever it is, and all others nothing.
  absl::Status Conclude(const absl::Status& status);

 private:
  Transport& transport_;
  const Limits limits_;
  // The number of the next message, [rank].
  std::vector<uint64_t> sent_;
  uint64_t sent_bytes_ = 0;
  std::vector<uint64_t> received_;
  absl::Status failed_;  // in waiting
};

// What ranks send to each other until all have ended it: a level of the move
// phase, a step of the drop phase, or a section of the table.  Thread-safe.
class Round {
 public:
  using Take = std::function<absl::Status(int from, const Message& message)>;

  // `take` gets what the ranks send: from others on whichever thread is
  // sending, one at a time; from this one on that thread.
  Round(Ranks& ranks, int level, Take take);

  // Sends to each rank, [rank], the message for it, if that has bytes.
  absl::Status Send(std::vector<Message> messages);

  // Returns when all ranks have ended the round: the sum of what they say.
  absl::StatusOr<uint64_t> End(uint64_t argument);

 private:
  // Takes what has come.
  absl::StatusOr<Ranks::Seen> Look();

  std::mutex mutex_;
  Ranks& ranks_;
  const int level_;
  const Take take_;
  std::vector<bool> ended_;  // the ranks of which all messages have come
  uint64_t sum_ = 0;         // of what they say
};

// DataLoss: a message that is as it was sent, but makes no sense.
absl::Status Unexpected(int from, const Message& message);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_RANKS_H_
