#include "solver_b/batches.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "proto/sha256.h"
#include "stage/status.h"

namespace teeko::solver_b {
namespace {

// A finding as one number, places before values.
constexpr int kPlaceShift = 16;

// More than this is not kept here for ranks that do not receive.
constexpr uint64_t kMostBytesUnderWay = 64 << 20;

struct Header {
  uint64_t checksum;
  uint32_t round;
  uint32_t number;
  uint32_t from;
  uint32_t to;
};
static_assert(sizeof(Header) == 24);

// What the checksum of a batch is of.
absl::string_view Checked(absl::string_view batch) {
  return batch.substr(sizeof(Header::checksum));
}

}  // namespace

Batches::Batches(Transport& transport, const Options& options)
    : transport_(transport), options_(options) {
  for (const Round round : {kThis, kNext}) {
    outboxes_[round].resize(transport.ranks());
    sent_[round].resize(transport.ranks());
  }
  inboxes_.resize(transport.ranks());
}

void Batches::Begin(const char* name, uint64_t number, int value_bytes,
                    Deliver deliver) {
  value_bytes_ = value_bytes;
  BeginBytes(
      name, number,
      [value_bytes, deliver = std::move(deliver)](absl::string_view bytes) {
        std::vector<Finding> findings;
        findings.reserve(bytes.size() / (1 + value_bytes));
        uint64_t place = 0;
        for (size_t i = 0; i < bytes.size();) {
          uint64_t distance = 0;
          uint8_t byte;
          int shift = 0;
          do {
            byte = bytes[i++];
            distance |= uint64_t{byte & 0x7fu} << shift;
            shift += 7;
          } while (byte >> 7 != 0);
          place += distance;
          uint16_t value = 0;
          std::memcpy(&value, bytes.data() + i, value_bytes);
          i += value_bytes;
          findings.push_back({place, 0, value});
        }
        deliver(findings);
      });
}

void Batches::BeginBytes(const char* name, uint64_t number,
                         DeliverBytes deliver) {
  name_ = name;
  number_ = number;
  deliver_ = std::move(deliver);
  open_ = true;
  for (const Message& message : std::exchange(early_, {}))
    Fail(Accept(message));
}

void Batches::Send(std::span<const Finding> findings, Round round) {
  std::vector<std::pair<uint32_t, std::vector<uint64_t>>> full;
  {
    const std::lock_guard lock(mutex_);
    for (const Finding& finding : findings) {
      std::vector<uint64_t>& keys = outboxes_[round][finding.rank];
      keys.push_back(finding.place << kPlaceShift | finding.value);
      if (keys.size() == options_.batch_findings) {
        full.emplace_back(finding.rank, std::exchange(keys, {}));
      }
    }
  }
  if (full.empty()) return;
  for (auto& [to, keys] : full) SendKeys(to, round, std::move(keys));
  do {
    Poll();
    // A rank that answers may have to wait for one that does.
  } while (round == kThis && transport_.BytesUnderWay() > kMostBytesUnderWay);
}

void Batches::SendKeys(uint32_t to, Round round, std::vector<uint64_t> keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::string bytes;
  bytes.reserve(keys.size() * (2 + value_bytes_));
  uint64_t place = 0;
  for (const uint64_t key : keys) {
    uint64_t distance =
        (key >> kPlaceShift) - std::exchange(place, key >> kPlaceShift);
    for (; distance >> 7 != 0; distance >>= 7) {
      bytes.push_back(0x80 | (distance & 0x7f));
    }
    bytes.push_back(distance);
    bytes.append(reinterpret_cast<const char*>(&key), value_bytes_);
  }
  SendBatch(to, round, bytes);
}

void Batches::SendBatch(uint32_t to, Round round, absl::string_view bytes) {
  Header header = {.checksum = 0,
                   .round = round_ + round,
                   .number = 0,
                   .from = transport_.rank(),
                   .to = to};
  {
    const std::lock_guard lock(mutex_);
    header.number = sent_[round][to]++;
  }
  std::string batch(reinterpret_cast<const char*>(&header), sizeof header);
  absl::StrAppend(&batch, bytes);
  header.checksum = ShortSha256(Checked(batch));
  std::memcpy(batch.data(), &header.checksum, sizeof header.checksum);
  sent_bytes_ += bytes.size();
  transport_.Send(to, std::move(batch));
}

bool Batches::Poll() {
  if (receiving_.exchange(true)) return false;
  bool any = false;
  while (std::optional<Message> message = transport_.Receive()) {
    any = true;
    Fail(Accept(*message));
  }
  receiving_ = false;
  return any;
}

std::string Batches::RoundName() const {
  return absl::StrCat(name_, " ", number_);
}

absl::Status Batches::Accept(const Message& message) {
  // There may be nobody left to deliver it to.
  if (failed_) return absl::OkStatus();
  const std::string at = absl::StrCat(RoundName(), ": ");
  const std::string sender = absl::StrCat(" of rank ", message.from);
  Header header;
  if (message.bytes.size() < sizeof header) {
    return absl::DataLossError(absl::StrCat(at, "a batch", sender, " is torn"));
  }
  std::memcpy(&header, message.bytes.data(), sizeof header);
  if (header.round - round_ == (open_ ? kNext : kThis)) {
    early_.push_back(message);
    return absl::OkStatus();
  }
  const std::string batch = absl::StrCat(at, "batch ", header.number, sender);
  if (ShortSha256(Checked(message.bytes)) != header.checksum) {
    return absl::DataLossError(absl::StrCat(batch, " is damaged"));
  }
  if (header.from != message.from || header.to != transport_.rank()) {
    return absl::DataLossError(
        absl::StrCat(batch, " has gone astray: it is rank ", header.from,
                     "'s for rank ", header.to));
  }
  Inbox& inbox = inboxes_[message.from];
  inbox.seen.resize(std::max<size_t>(inbox.seen.size(), header.number + 1));
  if (!open_ || header.round != round_ || inbox.seen[header.number]) {
    return absl::DataLossError(absl::StrCat(batch, " comes twice"));
  }
  inbox.seen[header.number] = true;
  ++inbox.count;
  deliver_(absl::string_view(message.bytes).substr(sizeof header));
  return absl::OkStatus();
}

std::optional<uint64_t> Batches::End(uint64_t summand) {
  if (failed_) return std::nullopt;
  const uint32_t ranks = transport_.ranks();
  for (uint32_t to = 0; to < ranks; ++to) {
    std::vector<uint64_t>& keys = outboxes_[kThis][to];
    if (!keys.empty()) SendKeys(to, kThis, std::exchange(keys, {}));
  }
  // For each rank how many batches it was sent; then the summand.
  std::vector<uint64_t> numbers = sent_[kThis];
  numbers.push_back(summand);
  const size_t bytes = numbers.size() * sizeof(uint64_t);
  const absl::StatusOr<std::vector<std::string>> words =
      Gather({reinterpret_cast<const char*>(numbers.data()), bytes});
  if (!words.ok()) return std::nullopt;
  std::vector<uint64_t> expected;
  uint64_t sum = 0;
  for (const std::string& word : *words) {
    Check(word.size() == bytes, "all ranks are in the same round");
    std::memcpy(numbers.data(), word.data(), bytes);
    expected.push_back(numbers[transport_.rank()]);
    sum += numbers[ranks];
  }
  if (const absl::Status status = AwaitBatches(expected); !status.ok()) {
    Fail(status);
    return std::nullopt;
  }
  open_ = false;
  ++round_;
  std::swap(outboxes_[kThis], outboxes_[kNext]);
  sent_[kThis] = std::exchange(sent_[kNext], std::vector<uint64_t>(ranks));
  inboxes_.assign(ranks, {});
  return sum;
}

absl::Status Batches::AwaitBatches(const std::vector<uint64_t>& expected) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point last = Clock::now();
  for (uint32_t from = 0; from < expected.size(); ++from) {
    const Inbox& inbox = inboxes_[from];
    while (inbox.count < expected[from]) {
      if (Poll()) {
        last = Clock::now();
      } else if (Clock::now() - last > options_.patience) {
        const auto lost =
            std::find(inbox.seen.begin(), inbox.seen.end(), false);
        return absl::DataLossError(
            absl::StrCat(RoundName(), ": batch ", lost - inbox.seen.begin(),
                         " of rank ", from, " has not come"));
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
    }
  }
  return absl::OkStatus();
}

void Batches::Fail(const absl::Status& status) {
  const std::lock_guard lock(status_mutex_);
  status_.Update(status);
  failed_ = !status_.ok();
}

absl::StatusOr<std::vector<std::string>> Batches::Gather(
    absl::string_view word) {
  if (all_know_) return status_;
  // The checksum, whether all is well, and the word or the error.
  std::string mine;
  {
    const std::lock_guard lock(status_mutex_);
    mine = absl::StrCat(status_.ok() ? "+" : "-",
                        status_.ok() ? word : status_.message());
  }
  const uint64_t checksum = ShortSha256(mine);
  mine.insert(0, reinterpret_cast<const char*>(&checksum), sizeof checksum);
  std::vector<std::string> words =
      transport_.AllGather(mine, [this] { Poll(); });
  for (uint32_t rank = 0; rank < words.size(); ++rank) {
    std::string& said = words[rank];
    uint64_t of_rank = 0;
    std::memcpy(&of_rank, said.data(), std::min(said.size(), sizeof of_rank));
    said.erase(0, sizeof of_rank);
    if (said.empty() || ShortSha256(said) != of_rank) {
      Fail(absl::DataLossError(absl::StrCat(RoundName(), ": what rank ", rank,
                                            " says at its end is damaged")));
      return status_;
    }
    const bool well = said[0] == '+';
    said.erase(0, 1);
    if (well) continue;
    const std::lock_guard lock(status_mutex_);
    status_ = absl::DataLossError(
        words.size() > 1 ? absl::StrCat("rank ", rank, ": ", said) : said);
    failed_ = true;
    all_know_ = true;
    return status_;
  }
  return words;
}

absl::Status Batches::Finish(const absl::Status& status) {
  Fail(status);
  return Gather("").status();
}

}  // namespace teeko::solver_b
