#include "solver_a/ranks.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/types/span.h"
#include "stage/stage.h"
#include "stage/status.h"

namespace teeko::solver_a {
namespace {

// Begins a message.  The ends of the tiles follow, and their bytes.
struct Header {
  uint64_t checksum;  // of all that follows
  uint64_t number;
  uint32_t from;
  uint32_t to;
  uint32_t kind;
  int32_t level;
  uint64_t argument;
  uint64_t tiles;
};
static_assert(std::has_unique_object_representations_v<Header>);

uint64_t ChecksumOf(absl::Span<const uint8_t> message) {
  return Checksum(message.subspan(sizeof(Header::checksum)));
}

std::vector<uint8_t> Encode(Header header, const SpilledTiles& tiles) {
  const size_t ends_bytes = tiles.ends.size() * sizeof(uint32_t);
  std::vector<uint8_t> bytes(sizeof header + ends_bytes + tiles.bytes.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  if (ends_bytes > 0) {
    std::memcpy(&bytes[sizeof header], tiles.ends.data(), ends_bytes);
  }
  std::copy(tiles.bytes.begin(), tiles.bytes.end(),
            bytes.begin() + sizeof header + ends_bytes);
  header.checksum = ChecksumOf(bytes);
  std::memcpy(bytes.data(), &header.checksum, sizeof header.checksum);
  return bytes;
}

Message TextMessage(Message::Kind kind, absl::string_view text) {
  Message message = {.kind = kind};
  message.tiles.bytes.assign(text.begin(), text.end());
  return message;
}

}  // namespace

Ranks::Ranks(Transport& transport, const Limits& limits)
    : transport_(transport),
      limits_(limits),
      sent_(transport.ranks()),
      received_(transport.ranks()) {}

absl::Status Ranks::Agree(absl::string_view identity) {
  Message ours = TextMessage(Message::kIdentity, identity);
  ASSIGN_OR_RETURN(const std::vector<Message> all, Gather(ours));
  for (size_t from = 0; from < all.size(); ++from) {
    if (all[from].tiles.bytes != ours.tiles.bytes) {
      return absl::FailedPreconditionError(
          absl::StrCat("rank ", from,
                       " has other rules, or is of another version, than "
                       "rank 0"));
    }
  }
  return Broadcast(ours);
}

void Ranks::Send(int to, const Message& message) {
  std::vector<uint8_t> bytes = Encode({.checksum = 0,
                                       .number = sent_[to]++,
                                       .from = static_cast<uint32_t>(rank()),
                                       .to = static_cast<uint32_t>(to),
                                       .kind = message.kind,
                                       .level = message.level,
                                       .argument = message.argument,
                                       .tiles = message.tiles.ends.size()},
                                      message.tiles);
  sent_bytes_ += bytes.size();
  transport_.Send(to, std::move(bytes));
}

absl::StatusOr<bool> Ranks::Receive(int from, Message& message) {
  RETURN_IF_ERROR(failed_);
  absl::StatusOr<bool> come = ReceiveNext(from, message);
  failed_ = come.status();
  return come;
}

absl::StatusOr<bool> Ranks::ReceiveNext(int from, Message& message) {
  std::vector<uint8_t> bytes;
  RETURN_IF_ERROR(transport_.Receive(from, bytes));
  if (bytes.empty()) return false;
  const uint64_t expected = received_[from]++;
  const auto wrong = [&](const auto&... what) {
    return absl::DataLossError(absl::StrCat(
        "message ", expected, " of rank ", from, " to rank ", rank(), what...));
  };
  Header header;
  if (bytes.size() < sizeof header) return wrong(" is torn");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (ChecksumOf(bytes) != header.checksum) {
    return wrong(" is not as it was sent");
  }
  if (header.from != static_cast<uint32_t>(from) ||
      header.to != static_cast<uint32_t>(rank()) || header.number != expected) {
    return wrong(" is missing: message ", header.number, " of rank ",
                 header.from, " to rank ", header.to, " has come");
  }
  message.kind = Message::Kind{header.kind};
  message.level = header.level;
  message.argument = header.argument;
  message.tiles.ends.resize(header.tiles);
  const auto tile_bytes =
      bytes.begin() + sizeof header + header.tiles * sizeof(uint32_t);
  if (header.tiles > 0) {
    std::memcpy(message.tiles.ends.data(), &bytes[sizeof header],
                header.tiles * sizeof(uint32_t));
  }
  message.tiles.bytes.assign(tile_bytes, bytes.end());
  if (message.kind == Message::kError) {
    return absl::AbortedError(absl::StrCat(
        "rank ", from, ": ",
        std::string(message.tiles.bytes.begin(), message.tiles.bytes.end())));
  }
  return true;
}

absl::Status Ranks::Await(int from, Message::Kind kind, Message& message) {
  RETURN_IF_ERROR(Await(from, patience(), message));
  return message.kind == kind ? absl::OkStatus() : Unexpected(from, message);
}

absl::Status Ranks::Await(int from, absl::Duration patience, Message& message) {
  return WaitUntil(
      patience,
      [&]() -> absl::StatusOr<Seen> {
        ASSIGN_OR_RETURN(const bool come, Receive(from, message));
        return come ? Seen::kAll : Seen::kNothing;
      },
      [from] { return absl::StrCat("rank ", from); });
}

absl::Status Ranks::Broadcast(Message& message) {
  if (rank() != 0) return Await(0, message.kind, message);
  for (int to = 1; to < size(); ++to) Send(to, message);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Message>> Ranks::Gather(const Message& message) {
  std::vector<Message> all;
  if (rank() != 0) {
    Send(0, message);
    return all;
  }
  all.push_back(message);
  for (int from = 1; from < size(); ++from) {
    RETURN_IF_ERROR(Await(from, message.kind, all.emplace_back()));
  }
  return all;
}

absl::StatusOr<uint64_t> Ranks::Part() {
  Message bye = {.kind = Message::kBye};
  RETURN_IF_ERROR(Broadcast(bye));
  bye.argument = sent_bytes_;
  ASSIGN_OR_RETURN(const std::vector<Message> all, Gather(bye));
  uint64_t sent_bytes = 0;
  for (const Message& message : all) sent_bytes += message.argument;
  return sent_bytes;
}

absl::Status Ranks::WaitUntil(absl::Duration patience,
                              absl::FunctionRef<absl::StatusOr<Seen>()> look,
                              absl::FunctionRef<std::string()> missing) {
  constexpr absl::Duration kShortest = absl::Microseconds(10);
  constexpr absl::Duration kLongest = absl::Milliseconds(1);
  absl::Duration pause = kShortest;
  absl::Time last = absl::Now();
  for (;;) {
    ASSIGN_OR_RETURN(const Seen seen, look());
    if (seen == Seen::kAll) return absl::OkStatus();
    if (seen == Seen::kSome) {
      pause = kShortest;
      last = absl::Now();
      continue;
    }
    if (absl::Now() - last > patience) {
      return failed_ = absl::DeadlineExceededError(
                 absl::StrCat("nothing has come from ", missing(), " for ",
                              absl::FormatDuration(patience)));
    }
    absl::SleepFor(pause);
    pause = std::min(2 * pause, kLongest);
  }
}

absl::Status Ranks::Conclude(const absl::Status& status) {
  if (rank() == 0 || status.ok()) return status;
  Send(0, TextMessage(Message::kError, status.message()));
  return ExitWith(1);
}

Round::Round(Ranks& ranks, int level, Take take)
    : ranks_(ranks),
      level_(level),
      take_(std::move(take)),
      ended_(ranks.size()) {
  ended_[ranks.rank()] = true;
}

absl::Status Round::Send(std::vector<Message> messages) {
  if (ranks_.size() == 1) return absl::OkStatus();
  const std::lock_guard lock(mutex_);
  for (int to = 0; to < ranks_.size(); ++to) {
    if (to == ranks_.rank() || messages[to].tiles.bytes.empty()) continue;
    messages[to].level = level_;
    ranks_.Send(to, messages[to]);
  }
  return ranks_.WaitUntil(
      ranks_.patience(),
      [this]() -> absl::StatusOr<Ranks::Seen> {
        ASSIGN_OR_RETURN(const Ranks::Seen seen, Look());
        return ranks_.Congested() ? seen : Ranks::Seen::kAll;
      },
      [] { return "ranks that have messages to take"; });
}

absl::StatusOr<uint64_t> Round::End(uint64_t argument) {
  const std::lock_guard lock(mutex_);
  sum_ += argument;
  for (int to = 0; to < ranks_.size(); ++to) {
    if (to == ranks_.rank()) continue;
    ranks_.Send(
        to,
        {.kind = Message::kRoundEnd, .level = level_, .argument = argument});
  }
  const auto missing = [this] {
    return std::find(ended_.begin(), ended_.end(), false);
  };
  RETURN_IF_ERROR(ranks_.WaitUntil(
      ranks_.patience(),
      [&]() -> absl::StatusOr<Ranks::Seen> {
        ASSIGN_OR_RETURN(const Ranks::Seen seen, Look());
        return missing() == ended_.end() ? Ranks::Seen::kAll : seen;
      },
      [&] {
        return absl::StrCat("rank ", missing() - ended_.begin(), " in level ",
                            level_);
      }));
  return sum_;
}

// A rank that has ended this round may already be in the next one, for which it
// is too early; so nothing more of it is received.
absl::StatusOr<Ranks::Seen> Round::Look() {
  Ranks::Seen seen = Ranks::Seen::kNothing;
  for (int from = 0; from < ranks_.size(); ++from) {
    while (!ended_[from]) {
      Message message;
      ASSIGN_OR_RETURN(const bool come, ranks_.Receive(from, message));
      if (!come) break;
      seen = Ranks::Seen::kSome;
      if (message.level != level_) return Unexpected(from, message);
      if (message.kind == Message::kRoundEnd) {
        sum_ += message.argument;
        ended_[from] = true;
      } else {
        RETURN_IF_ERROR(take_(from, message));
      }
    }
  }
  return seen;
}

absl::Status Unexpected(int from, const Message& message) {
  return absl::DataLossError(
      absl::StrCat("rank ", from, " has sent a message of kind ", message.kind,
                   " of level ", message.level, ", which nobody expected"));
}

}  // namespace teeko::solver_a
