#include "solver_b/batches.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "proto/sha256.h"

namespace teeko::solver_b {
namespace {

// A finding as one number, places before values.
constexpr int kPlaceShift = 16;

// More than this is not kept here for ranks that do not receive.
constexpr uint64_t kMostBytesUnderWay = 64 << 20;

constexpr size_t kChecksumBytes = 8;

std::string WithChecksum(absl::string_view bytes) {
  return absl::StrCat(bytes, Sha256(bytes).substr(0, kChecksumBytes));
}

std::string Pack(std::vector<uint64_t> keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  Findings packed;
  uint64_t last_place = 0;
  uint16_t any = 0;
  for (const uint64_t key : keys) {
    const uint64_t place = key >> kPlaceShift;
    const uint16_t value = key;
    packed.add_distances(place - std::exchange(last_place, place));
    packed.add_values(value);
    any |= value;
  }
  if (any == 0) packed.clear_values();
  return packed.SerializeAsString();
}

std::vector<Finding> Unpack(absl::string_view bytes) {
  Findings packed;
  Check(packed.ParseFromArray(bytes.data(), bytes.size()),
        "a batch of findings has findings");
  std::vector<Finding> findings;
  uint64_t place = 0;
  for (int i = 0; i < packed.distances_size(); ++i) {
    place += packed.distances(i);
    const uint32_t value = packed.values().empty() ? 0 : packed.values(i);
    findings.push_back({place, 0, uint16_t(value)});
  }
  return findings;
}

}  // namespace

Batches::Batches(Transport& transport, const Options& options)
    : transport_(transport),
      share_(transport.share()),
      options_(options),
      to_{std::vector<ToRank>(share_.ranks), std::vector<ToRank>(share_.ranks)},
      from_(share_.ranks) {}

void Batches::Begin(std::string name, Deliver deliver) {
  BeginBytes(std::move(name),
             [deliver = std::move(deliver)](absl::string_view bytes) {
               deliver(Unpack(bytes));
             });
}

void Batches::BeginBytes(std::string name, DeliverBytes deliver) {
  name_ = std::move(name);
  deliver_ = std::move(deliver);
}

void Batches::Send(std::span<const Finding> findings, Round round) {
  std::vector<std::pair<uint32_t, std::vector<uint64_t>>> full;
  {
    const std::lock_guard lock(mutex_);
    for (const Finding& finding : findings) {
      std::vector<uint64_t>& keys = to_[round][finding.rank].keys;
      keys.push_back(finding.place << kPlaceShift | finding.value);
      if (keys.size() == options_.batch_findings) {
        full.emplace_back(finding.rank, std::exchange(keys, {}));
      }
    }
  }
  if (full.empty()) return;
  for (auto& [to, keys] : full) SendBytes(to, Pack(std::move(keys)), round);
  // Who answers is being delivered to.
  if (round == kNext) return;
  do {
    Poll();
  } while (transport_.BytesUnderWay() > kMostBytesUnderWay);
}

void Batches::SendBytes(uint32_t to, absl::string_view bytes, Round round,
                        bool is_word) {
  Batch batch;
  batch.set_round(round_ + round);
  batch.set_from(share_.rank);
  batch.set_to(to);
  batch.set_is_word(is_word);
  batch.set_bytes(std::string(bytes));
  {
    const std::lock_guard lock(mutex_);
    batch.set_number(to_[round][to].batches++);
  }
  sent_bytes_ += bytes.size();
  transport_.Send(to, batch.round(), WithChecksum(batch.SerializeAsString()));
}

bool Batches::Poll() {
  const std::unique_lock lock(receiving_, std::try_to_lock);
  if (!lock) return false;
  bool any = false;
  while (std::optional<Message> message = transport_.Receive(round_)) {
    any = true;
    Fail(Accept(*message));
  }
  return any;
}

absl::Status Batches::Accept(const Message& message) {
  const absl::string_view bytes =
      absl::string_view(message.bytes)
          .substr(0, std::max(message.bytes.size(), kChecksumBytes) -
                         kChecksumBytes);
  Batch batch;
  if (WithChecksum(bytes) != message.bytes ||
      !batch.ParseFromArray(bytes.data(), bytes.size()) ||
      batch.round() != round_ || batch.from() != message.from ||
      batch.to() != share_.rank) {
    return absl::DataLossError(
        absl::StrCat(name_, ": a batch of rank ", message.from, " is damaged"));
  }
  // There may be nobody left to deliver it to.
  if (failed_) return absl::OkStatus();
  auto& [seen, word] = from_[batch.from()];
  seen.resize(std::max<size_t>(seen.size(), batch.number() + 1));
  if (seen[batch.number()]) {
    return absl::DataLossError(absl::StrCat(name_, ": batch ", batch.number(),
                                            " of rank ", batch.from(),
                                            " comes twice"));
  }
  seen[batch.number()] = true;
  if (batch.is_word()) {
    word = batch.bytes();
  } else {
    deliver_(batch.bytes());
  }
  return absl::OkStatus();
}

absl::Status Batches::AwaitBatches() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point last = Clock::now();
  for (uint32_t rank = 0; rank < share_.ranks; ++rank) {
    const auto& [seen, word] = from_[rank];
    const auto lost = [&seen = seen] {
      return std::find(seen.begin(), seen.end(), false);
    };
    while (!failed_ && (word.empty() || lost() != seen.end())) {
      if (Poll()) {
        last = Clock::now();
      } else if (Clock::now() - last > options_.patience) {
        return absl::DataLossError(
            absl::StrCat(name_, ": batch ", lost() - seen.begin(), " of rank ",
                         rank, " has not come"));
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
    }
  }
  return absl::OkStatus();
}

std::optional<uint64_t> Batches::End(uint64_t summand) {
  if (failed_) return std::nullopt;
  for (uint32_t to = 0; to < share_.ranks; ++to) {
    std::vector<uint64_t>& keys = to_[kThis][to].keys;
    if (!keys.empty()) SendBytes(to, Pack(std::exchange(keys, {})));
  }
  const absl::StatusOr<std::vector<std::string>> words =
      Gather(absl::StrCat(summand));
  if (!words.ok()) return std::nullopt;
  uint64_t sum = 0;
  for (const std::string& word : *words) {
    Check(absl::SimpleAtoi(word, &summand), "all ranks are in the same round");
    sum += summand;
  }
  return sum;
}

void Batches::Fail(const absl::Status& status) {
  const std::lock_guard lock(mutex_);
  status_.Update(status);
  failed_ = !status_.ok();
}

absl::StatusOr<std::vector<std::string>> Batches::Gather(
    absl::string_view word) {
  if (all_know_) return status_;
  std::string& own = from_[share_.rank].word;
  {
    const std::lock_guard lock(mutex_);
    own = status_.ok() ? absl::StrCat("+", word)
                       : absl::StrCat("-", status_.message());
  }
  for (uint32_t to = 0; to < share_.ranks; ++to) {
    if (to != share_.rank) SendBytes(to, own, kThis, /*is_word=*/true);
  }
  transport_.Barrier([this] { Poll(); });
  Fail(AwaitBatches());

  std::vector<std::string> words;
  for (const FromRank& from : from_) {
    absl::string_view said = from.word;
    if (absl::ConsumePrefix(&said, "-")) {
      status_ = absl::DataLossError(
          share_.ranks > 1 ? absl::StrCat("rank ", words.size(), ": ", said)
                           : said);
      failed_ = all_know_ = true;
      break;
    }
    words.emplace_back(absl::StripPrefix(said, "+"));
  }
  ++round_;
  deliver_ = nullptr;
  to_ = {std::move(to_[kNext]), std::vector<ToRank>(share_.ranks)};
  from_.assign(share_.ranks, {});
  if (failed_) return status_;
  return words;
}

absl::Status Batches::Finish(const absl::Status& status) {
  Fail(status);
  return Gather("").status();
}

}  // namespace teeko::solver_b
