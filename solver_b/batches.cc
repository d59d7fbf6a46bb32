#include "solver_b/batches.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "google/protobuf/io/coded_stream.h"
#include "proto/sha256.h"

namespace teeko::solver_b {
namespace {

using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;

// A finding as one number, places before values.
constexpr int kPlaceShift = 16;

// More than this is not kept here for ranks that do not receive.
constexpr uint64_t kMostBytesUnderWay = 64 << 20;

struct Header {
  uint64_t checksum = 0;
  uint32_t round;
  uint32_t number;
  uint32_t from;
  uint32_t to;
  uint64_t is_word;
};
static_assert(sizeof(Header) == 32);

uint64_t ChecksumOf(absl::string_view batch) {
  return ShortSha256(batch.substr(sizeof(Header::checksum)));
}

std::string Pack(std::vector<uint64_t> keys, int value_bytes) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::string bytes;
  bytes.reserve(keys.size() * (2 + value_bytes));
  uint64_t place = 0;
  for (const uint64_t key : keys) {
    uint8_t distance[10];
    uint8_t* const end = CodedOutputStream::WriteVarint64ToArray(
        (key >> kPlaceShift) - std::exchange(place, key >> kPlaceShift),
        distance);
    bytes.append(distance, end);
    bytes.append(reinterpret_cast<const char*>(&key), value_bytes);
  }
  return bytes;
}

std::vector<Finding> Unpack(absl::string_view bytes, int value_bytes) {
  CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                      bytes.size());
  std::vector<Finding> findings;
  findings.reserve(bytes.size() / (1 + value_bytes));
  Finding finding = {};
  for (uint64_t distance; in.ReadVarint64(&distance);) {
    finding.place += distance;
    in.ReadRaw(&finding.value, value_bytes);
    findings.push_back(finding);
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

void Batches::Begin(const char* name, uint64_t number, int value_bytes,
                    Deliver deliver) {
  value_bytes_ = value_bytes;
  BeginBytes(
      name, number,
      [value_bytes, deliver = std::move(deliver)](absl::string_view bytes) {
        deliver(Unpack(bytes, value_bytes));
      });
}

void Batches::BeginBytes(const char* name, uint64_t number,
                         DeliverBytes deliver) {
  name_ = name;
  number_ = number;
  deliver_ = std::move(deliver);
  AcceptEarly();
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
  for (auto& [to, keys] : full) SendKeys(to, round, std::move(keys));
  // Who answers is being delivered to.
  if (round == kNext) return;
  do {
    Poll();
  } while (transport_.BytesUnderWay() > kMostBytesUnderWay);
}

void Batches::SendKeys(uint32_t to, Round round, std::vector<uint64_t> keys) {
  SendBytes(to, Pack(std::move(keys), value_bytes_), round);
}

void Batches::SendBytes(uint32_t to, absl::string_view bytes, Round round,
                        bool is_word) {
  Header header = {.round = round_ + round,
                   .number = 0,
                   .from = share_.rank,
                   .to = to,
                   .is_word = is_word};
  {
    const std::lock_guard lock(mutex_);
    header.number = to_[round][to].batches++;
  }
  std::string batch(reinterpret_cast<const char*>(&header), sizeof header);
  absl::StrAppend(&batch, bytes);
  header.checksum = ChecksumOf(batch);
  std::memcpy(batch.data(), &header.checksum, sizeof header.checksum);
  sent_bytes_ += bytes.size();
  transport_.Send(to, std::move(batch));
}

bool Batches::Poll() {
  const std::unique_lock lock(receiving_, std::try_to_lock);
  if (!lock) return false;
  bool any = false;
  while (std::optional<Message> message = transport_.Receive()) {
    any = true;
    Fail(Accept(*message));
  }
  return any;
}

void Batches::AcceptEarly() {
  for (const Message& message : std::exchange(early_, {})) {
    Fail(Accept(message));
  }
}

std::string Batches::RoundName() const {
  return absl::StrCat(name_, " ", number_);
}

absl::Status Batches::Accept(const Message& message) {
  // There may be nobody left to deliver it to.
  if (failed_) return absl::OkStatus();
  Header header;
  if (message.bytes.size() < sizeof header) {
    return absl::DataLossError(absl::StrCat(RoundName(), ": a batch of rank ",
                                            message.from, " is torn"));
  }
  std::memcpy(&header, message.bytes.data(), sizeof header);
  const auto error = [&](absl::string_view what) {
    return absl::DataLossError(absl::StrCat(RoundName(), ": batch ",
                                            header.number, " of rank ",
                                            message.from, " ", what));
  };
  if (ChecksumOf(message.bytes) != header.checksum) return error("is damaged");
  if (header.from != message.from || header.to != share_.rank) {
    return error(absl::StrCat("has gone astray: it is rank ", header.from,
                              "'s for rank ", header.to));
  }
  if (header.round > round_ ||
      (header.round == round_ && !deliver_ && !header.is_word)) {
    early_.push_back(message);
    return absl::OkStatus();
  }
  FromRank& from = from_[message.from];
  from.seen.resize(std::max<size_t>(from.seen.size(), header.number + 1));
  if (header.round < round_ || from.seen[header.number]) {
    return error("comes twice");
  }
  from.seen[header.number] = true;
  ++from.batches;
  const absl::string_view bytes =
      absl::string_view(message.bytes).substr(sizeof header);
  if (header.is_word) {
    from.word = std::string(bytes);
  } else {
    deliver_(bytes);
  }
  return absl::OkStatus();
}

absl::Status Batches::AwaitBatches() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point last = Clock::now();
  for (uint32_t rank = 0; rank < share_.ranks; ++rank) {
    const FromRank& from = from_[rank];
    while (!failed_ && (from.word.empty() || from.batches < from.seen.size())) {
      if (Poll()) {
        last = Clock::now();
      } else if (Clock::now() - last > options_.patience) {
        const auto lost = std::find(from.seen.begin(), from.seen.end(), false);
        return absl::DataLossError(
            absl::StrCat(RoundName(), ": batch ", lost - from.seen.begin(),
                         " of rank ", rank, " has not come"));
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
    if (!keys.empty()) SendKeys(to, kThis, std::exchange(keys, {}));
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
  const std::lock_guard lock(status_mutex_);
  status_.Update(status);
  failed_ = !status_.ok();
}

absl::StatusOr<std::vector<std::string>> Batches::Gather(
    absl::string_view word) {
  if (all_know_) return status_;
  AcceptEarly();
  std::string& own = from_[share_.rank].word;
  {
    const std::lock_guard lock(status_mutex_);
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
