#include "solver_b/process_exchange.h"

#include <algorithm>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/blocks.h"
#include "teeko/solver_b/updates.pb.h"

namespace teeko::solver_b {
namespace {

// An update as one number: the place in the high bits, the value in the low
// bits.
constexpr int kPlaceShift = 16;

std::string Pack(std::vector<uint64_t> keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  Updates packed;
  uint64_t last_place = 0;
  uint16_t any = 0;
  for (const uint64_t key : keys) {
    const uint64_t place = key >> kPlaceShift;
    const uint16_t value = key;
    packed.add_differences(place - std::exchange(last_place, place));
    packed.add_values(value);
    any |= value;
  }
  if (any == 0) packed.clear_values();
  return packed.SerializeAsString();
}

std::vector<Update> Unpack(absl::Span<const uint8_t> bytes) {
  Updates packed;
  Require(packed.ParseFromArray(bytes.data(), bytes.size()),
          "a message from a process is a valid batch of updates");
  std::vector<Update> updates;
  uint64_t place = 0;
  for (int i = 0; i < packed.differences_size(); ++i) {
    place += packed.differences(i);
    const uint32_t value = packed.values().empty() ? 0 : packed.values(i);
    updates.push_back({place, 0, uint16_t(value)});
  }
  return updates;
}

}  // namespace

ProcessExchange::ProcessExchange(base::Processes& processes,
                                 size_t batch_updates)
    : processes_(processes),
      partition_(PartitionOf(processes)),
      batch_updates_(batch_updates) {
  for (auto& by_process : keys_) by_process.resize(partition_.process_count);
}

void ProcessExchange::Begin(std::string name, Deliver deliver) {
  processes_.BeginRound(std::move(name),
                        [deliver = std::move(deliver)](
                            int, uint64_t, absl::Span<const uint8_t> bytes) {
                          deliver(Unpack(bytes));
                          return absl::OkStatus();
                        });
  for (const auto& [to, bytes] : std::exchange(next_, {})) {
    Fail(processes_.Send(to, 0, base::BytesOf(bytes)));
  }
}

void ProcessExchange::Send(std::span<const Update> updates, Round round) {
  std::vector<std::pair<uint32_t, std::vector<uint64_t>>> full;
  {
    const std::lock_guard lock(mutex_);
    for (const Update& update : updates) {
      std::vector<uint64_t>& keys = keys_[round][update.process];
      keys.push_back(update.place << kPlaceShift | update.value);
      if (keys.size() == batch_updates_) {
        full.emplace_back(update.process, std::exchange(keys, {}));
      }
    }
  }
  for (auto& [to, keys] : full) {
    std::string bytes = Pack(std::move(keys));
    if (round == kThis) {
      Fail(processes_.Send(to, 0, base::BytesOf(bytes)));
    } else {
      const std::lock_guard lock(mutex_);
      next_.emplace_back(to, std::move(bytes));
    }
  }
}

std::optional<uint64_t> ProcessExchange::End(uint64_t summand) {
  for (uint32_t to = 0; !failed_ && to < partition_.process_count; ++to) {
    std::vector<uint64_t>& keys = keys_[kThis][to];
    if (keys.empty()) continue;
    Fail(processes_.Send(to, 0, base::BytesOf(Pack(std::exchange(keys, {})))));
  }
  if (failed_) return std::nullopt;
  const absl::StatusOr<uint64_t> sum = processes_.EndRound(summand);
  Fail(sum.status());
  if (!sum.ok()) return std::nullopt;
  std::swap(keys_[kThis], keys_[kNext]);
  return *sum;
}

void ProcessExchange::Fail(const absl::Status& status) {
  if (status.ok()) return;
  const std::lock_guard lock(mutex_);
  status_.Update(status);
  failed_ = true;
}

absl::Status ProcessExchange::status() {
  const std::lock_guard lock(mutex_);
  return status_;
}

}  // namespace teeko::solver_b
