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

// Begins a message, a block (file.h).
struct Header {
  uint64_t checksum;
  uint64_t number;
  uint32_t from;
  uint32_t to;
  uint32_t kind;
  int32_t level;
  uint64_t argument;
};
static_assert(std::has_unique_object_representations_v<Header>);

}  // namespace

Ranks::Ranks(Transport& transport, const Limits& limits)
    : transport_(transport),
      limits_(limits),
      sent_(transport.ranks),
      received_(transport.ranks) {}

absl::Status Ranks::Agree(absl::string_view identity) {
  Message ours = Message::Of(Message::kIdentity, identity);
  ASSIGN_OR_RETURN(const std::vector<Message> all, Gather(ours));
  for (size_t from = 0; from < all.size(); ++from) {
    if (all[from].bytes != ours.bytes) {
      return absl::FailedPreconditionError(
          absl::StrCat("rank ", from,
                       " has other rules, or is of another version, than "
                       "rank 0"));
    }
  }
  return Broadcast(ours);
}

void Ranks::Send(int to, const Message& message) {
  const Header header = {.checksum = 0,
                         .number = sent_[to]++,
                         .from = static_cast<uint32_t>(rank()),
                         .to = static_cast<uint32_t>(to),
                         .kind = message.kind,
                         .level = message.level,
                         .argument = message.argument};
  std::vector<uint8_t> bytes(sizeof header + message.bytes.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::copy(message.bytes.begin(), message.bytes.end(),
            bytes.begin() + sizeof header);
  Seal(absl::MakeSpan(bytes));
  sent_bytes_ += bytes.size();
  transport_.Send(to, std::move(bytes));
}

absl::StatusOr<bool> Ranks::Receive(int from, Message& message) {
  ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, transport_.Receive(from));
  if (bytes.empty()) return false;
  const uint64_t expected = received_[from]++;
  const auto wrong = [&](const auto&... what) {
    return absl::DataLossError(absl::StrCat(
        "message ", expected, " of rank ", from, " to rank ", rank(), what...));
  };
  Header header;
  if (bytes.size() < sizeof header) return wrong(" is torn");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (!IsSealed(bytes)) return wrong(" is not as it was sent");
  if (header.from != static_cast<uint32_t>(from) ||
      header.to != static_cast<uint32_t>(rank()) || header.number != expected) {
    return wrong(" is missing: message ", header.number, " of rank ",
                 header.from, " to rank ", header.to, " has come");
  }
  message = {.kind = Message::Kind{header.kind},
             .level = header.level,
             .argument = header.argument,
             .bytes = {bytes.begin() + sizeof header, bytes.end()}};
  if (message.kind == Message::kError) {
    return absl::AbortedError(
        absl::StrCat("rank ", from, ": ",
                     std::string(message.bytes.begin(), message.bytes.end())));
  }
  return true;
}

absl::Status Ranks::Await(int from, Message::Kind kind, Message& message) {
  RETURN_IF_ERROR(WaitUntil(
      [&]() -> absl::StatusOr<Seen> {
        ASSIGN_OR_RETURN(const bool come, Receive(from, message));
        return come ? Seen::kAll : Seen::kNothing;
      },
      [from] { return absl::StrCat("rank ", from); }));
  return message.kind == kind ? absl::OkStatus() : Unexpected(from, message);
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

absl::Status Ranks::WaitUntil(absl::FunctionRef<absl::StatusOr<Seen>()> look,
                              absl::FunctionRef<std::string()> missing) {
  constexpr absl::Duration kShortest = absl::Microseconds(10);
  constexpr absl::Duration kLongest = absl::Milliseconds(1);
  // More on rank 0: one that misses another's messages shall say so first.
  const absl::Duration patience = limits_.patience * (rank() == 0 ? 2 : 1);
  RETURN_IF_ERROR(failed_);
  absl::Duration pause = kShortest;
  absl::Time last = absl::Now();
  for (;;) {
    const absl::StatusOr<Seen> seen = look();
    if (!seen.ok()) return failed_ = seen.status();
    if (*seen == Seen::kAll) return absl::OkStatus();
    if (*seen == Seen::kSome) {
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
  Send(0, Message::Of(Message::kError, status.message()));
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
  const int own = ranks_.rank();
  if (!messages[own].bytes.empty()) {
    RETURN_IF_ERROR(take_(own, messages[own]));
  }
  if (ranks_.size() == 1) return absl::OkStatus();
  const std::lock_guard lock(mutex_);
  for (int to = 0; to < ranks_.size(); ++to) {
    if (to == own || messages[to].bytes.empty()) continue;
    messages[to].level = level_;
    ranks_.Send(to, messages[to]);
  }
  return ranks_.WaitUntil(
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
