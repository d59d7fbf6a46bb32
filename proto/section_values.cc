#include "proto/section_values.h"

#include <algorithm>
#include <new>

#include "absl/strings/str_cat.h"

namespace teeko {

SectionValues::SectionValues(const TableReader& table, int section)
    : table_(&table),
      section_(section),
      value_bytes_(table.footer().value_bytes()),
      chunk_positions_(table.footer().chunk_positions()),
      size_(table.footer().sections(section).positions()),
      payload_(new (std::nothrow) uint8_t[size_ * value_bytes_]),
      unpacked_(std::make_unique<std::atomic<bool>[]>(
          table.footer().sections(section).chunk_bytes_size())),
      mutexes_(std::make_unique<Mutexes>()) {}

absl::StatusOr<SectionValues> SectionValues::Read(const TableReader& table,
                                                  int section) {
  SectionValues values(table, section);
  if (values.payload_ == nullptr) return values.NoMemory();
  RETURN_IF_ERROR(table.ReadSection(
      section, {values.payload_.get(), values.payload().size()}));
  const int chunks = table.footer().sections(section).chunk_bytes_size();
  std::fill_n(values.unpacked_.get(), chunks, true);
  return values;
}

absl::Status SectionValues::Unpack(uint64_t chunk) const {
  const std::lock_guard lock((*mutexes_)[chunk % mutexes_->size()]);
  // Another thread may have been faster.
  if (unpacked_[chunk].load(std::memory_order_relaxed)) return absl::OkStatus();
  if (payload_ == nullptr) return NoMemory();
  const uint64_t first = chunk * chunk_positions_;
  const uint64_t positions = std::min(chunk_positions_, size_ - first);
  RETURN_IF_ERROR(table_->ReadChunk(
      section_, chunk,
      {&payload_[first * value_bytes_], positions * value_bytes_}));
  unpacked_[chunk].store(true, std::memory_order_release);
  return absl::OkStatus();
}

absl::Status SectionValues::NoMemory() const {
  return absl::ResourceExhaustedError(
      absl::StrCat(table_->path(), ": there is no room for a section of ",
                   size_, " positions"));
}

}  // namespace teeko
