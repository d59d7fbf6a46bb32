#include "game/lazy_table.h"

#include <algorithm>
#include <utility>

#include "absl/types/span.h"

namespace teeko {

LazyTable::LazyTable(TableReader reader)
    : reader_(std::move(reader)),
      chunk_positions_(footer().chunk_positions()),
      value_bytes_(footer().value_bytes()) {
  for (const teeko::Section& section : footer().sections()) {
    const uint64_t bytes = section.positions() * value_bytes_;
    sections_.push_back(
        {.bytes = bytes,
         .payload = std::make_unique_for_overwrite<uint8_t[]>(bytes),
         .unpacked = std::make_unique<std::atomic<bool>[]>(
             section.chunk_bytes_size())});
  }
}

absl::StatusOr<int> LazyTable::ValueAt(int section, uint64_t index) const {
  const uint64_t chunk = index / chunk_positions_;
  if (!sections_[section].unpacked[chunk].load(std::memory_order_acquire)) {
    const absl::Status status = Unpack(section, chunk);
    if (!status.ok()) return status;
  }
  const uint8_t* const value =
      &sections_[section].payload[index * value_bytes_];
  if (value_bytes_ == 2) return value[0] | value[1] << 8;
  return value[0] == 255 ? 65535 : value[0];
}

absl::Status LazyTable::Unpack(int section, uint64_t chunk) const {
  const std::lock_guard lock(mutexes_[chunk % mutexes_.size()]);
  const Section& to = sections_[section];
  // Another thread may have been faster.
  if (to.unpacked[chunk].load(std::memory_order_relaxed)) {
    return absl::OkStatus();
  }
  const uint64_t chunk_bytes = chunk_positions_ * value_bytes_;
  const uint64_t first = chunk * chunk_bytes;
  const absl::Status status = reader_.ReadChunk(
      section, chunk,
      absl::MakeSpan(&to.payload[first],
                     std::min(chunk_bytes, to.bytes - first)));
  if (status.ok()) to.unpacked[chunk].store(true, std::memory_order_release);
  return status;
}

}  // namespace teeko
