#include "solver_a/distributed_spill.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "stage/status.h"

namespace teeko::solver_a {

absl::StatusOr<std::unique_ptr<DistributedSpill>> DistributedSpill::Create(
    const std::string& path, size_t panels, Ranks& ranks) {
  ASSIGN_OR_RETURN(auto own, Spill::Create(path, panels, ranks.share()));
  return std::unique_ptr<DistributedSpill>(
      new DistributedSpill(panels, ranks, std::move(own)));
}

void DistributedSpill::StartLevel() {
  own_->StartLevel();
  decided_ = 0;
  std::fill(ended_.begin(), ended_.end(), false);
  ended_[ranks_.rank()] = true;
}

absl::Status DistributedSpill::Write(size_t q,
                                     const std::vector<SpilledTiles>& tiles) {
  RETURN_IF_ERROR(own_->Write(q, tiles[ranks_.rank()]));
  if (ranks_.size() == 1) return absl::OkStatus();
  const std::lock_guard lock(mutex_);
  for (int to = 0; to < ranks_.size(); ++to) {
    if (to == ranks_.rank() || tiles[to].bytes.empty()) continue;
    ranks_.Send(to, {.kind = Message::kTiles,
                     .level = levels() - 1,
                     .argument = q,
                     .tiles = tiles[to]});
  }
  return ranks_.WaitUntil(
      ranks_.patience(),
      [this]() -> absl::StatusOr<Ranks::Seen> {
        ASSIGN_OR_RETURN(const Ranks::Seen seen, Look());
        return ranks_.Congested() ? seen : Ranks::Seen::kAll;
      },
      [] { return "ranks that have messages to take"; });
}

absl::StatusOr<uint64_t> DistributedSpill::EndLevel(uint64_t decided) {
  const std::lock_guard lock(mutex_);
  decided_ += decided;
  for (int to = 0; to < ranks_.size(); ++to) {
    if (to == ranks_.rank()) continue;
    ranks_.Send(to, {.kind = Message::kLevelEnd,
                     .level = levels() - 1,
                     .argument = decided});
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
                            levels() - 1);
      }));
  return decided_;
}

// A rank that has ended this level may already be in the next one, for which it
// is too early; so nothing more of it is received.
absl::StatusOr<Ranks::Seen> DistributedSpill::Look() {
  Ranks::Seen seen = Ranks::Seen::kNothing;
  for (int from = 0; from < ranks_.size(); ++from) {
    while (!ended_[from]) {
      Message message;
      ASSIGN_OR_RETURN(const bool come, ranks_.Receive(from, message));
      if (!come) break;
      seen = Ranks::Seen::kSome;
      RETURN_IF_ERROR(Take(from, message));
    }
  }
  return seen;
}

absl::Status DistributedSpill::Take(int from, const Message& message) {
  if (message.level != levels() - 1) return Unexpected(from, message);
  if (message.kind == Message::kTiles) {
    return own_->Write(message.argument, message.tiles);
  }
  if (message.kind != Message::kLevelEnd) return Unexpected(from, message);
  decided_ += message.argument;
  ended_[from] = true;
  return absl::OkStatus();
}

absl::Status DistributedSpill::ReadPlanes(size_t p, size_t q,
                                          ValuePlanes& planes) {
  Message answer;
  const int owner = static_cast<int>(share().OwnerOf(p));
  if (owner == ranks_.rank()) {
    RETURN_IF_ERROR(own_->ReadLevels(p, q, answer.tiles));
  } else {
    const std::lock_guard lock(mutex_);
    const uint64_t tile = uint64_t{p} << 32 | q;
    ranks_.Send(owner, {.kind = Message::kAsk, .argument = tile});
    RETURN_IF_ERROR(ranks_.Await(owner, Message::kAnswer, answer));
    if (answer.argument != tile) return Unexpected(owner, answer);
  }
  planes.Set(q, std::move(answer.tiles));
  return absl::OkStatus();
}

absl::Status DistributedSpill::Serve() {
  for (;;) {
    Message message;
    // Rank 0 computes for as long as it likes.
    RETURN_IF_ERROR(ranks_.Await(0, absl::InfiniteDuration(), message));
    if (message.kind == Message::kBye) {
      ranks_.Send(0, {.kind = Message::kBye});
      return absl::OkStatus();
    }
    if (message.kind != Message::kAsk) return Unexpected(0, message);
    Message answer = {.kind = Message::kAnswer, .argument = message.argument};
    RETURN_IF_ERROR(own_->ReadLevels(message.argument >> 32,
                                     static_cast<uint32_t>(message.argument),
                                     answer.tiles));
    ranks_.Send(0, answer);
  }
}

absl::Status DistributedSpill::Dismiss() {
  for (int to = 1; to < ranks_.size(); ++to) {
    ranks_.Send(to, {.kind = Message::kBye});
  }
  for (int from = 1; from < ranks_.size(); ++from) {
    Message answer;
    RETURN_IF_ERROR(ranks_.Await(from, Message::kBye, answer));
  }
  return absl::OkStatus();
}

}  // namespace teeko::solver_a
