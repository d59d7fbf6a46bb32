// The values of one section of a table: all of them in memory, or chunk by
// chunk as they are asked for.

#ifndef TEEKO_PROTO_SECTION_VALUES_H_
#define TEEKO_PROTO_SECTION_VALUES_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/types/span.h"
#include "base/status.h"
#include "proto/table_reader.h"

namespace teeko::proto {

// Const methods are thread-safe.  They work in a process made by fork(), too,
// even if it was made while threads were unpacking.
class SectionValues {
 public:
  // A position without a value, in tables of either width.
  static constexpr uint16_t kNoValue = 65535;

  // The value (docs/formats.md) that a payload has for a position;
  // `value_bytes` is 1 or 2.
  static uint16_t Decode(const uint8_t* payload, int value_bytes,
                         uint64_t index) {
    const uint8_t* const value = payload + index * value_bytes;
    if (value_bytes == 2) return value[0] | value[1] << 8;
    return value[0] == 255 ? kNoValue : value[0];
  }

  // Writes the values of some positions, from `first` on, as a payload has
  // them.  Called on any thread, once for each chunk unless it fails.
  using Unpacker =
      std::function<absl::Status(uint64_t first, absl::Span<uint8_t> out)>;

  // Nothing is unpacked yet.  Takes address space for the whole payload but
  // memory only for the chunks that At touches.
  SectionValues(uint64_t size, int value_bytes, uint64_t chunk_positions,
                Unpacker unpacker);

  // The same for a section of a table, which must outlive this.
  SectionValues(const TableReader& table, int section);

  // A section that is all unpacked, on oneTBB threads (//proto:table_file).
  // Errors are those of
  // TableReader::ReadSection, or ResourceExhausted.
  static absl::StatusOr<SectionValues> Read(const TableReader& table,
                                            int section);

  uint64_t size() const { return size_; }

  // The value of the position with this index, less than size().  Unpacks its
  // chunk if this has not been done yet.  Errors are the unpacker's (DataLoss
  // if the chunk of a table is damaged), and ResourceExhausted if there is no
  // room for the section.
  absl::StatusOr<uint16_t> At(uint64_t index) const {
    const uint64_t chunk = index / chunk_positions_;
    if (!unpacked_[chunk].load(std::memory_order_acquire)) {
      RETURN_IF_ERROR(Unpack(chunk));
    }
    return (*this)[index];
  }

  // The same, without a check, for what is unpacked already: all after Read.
  uint16_t operator[](uint64_t index) const {
    return Decode(payload_.get(), value_bytes_, index);
  }

  // Unpacks what At has not touched.  Errors are those of At.
  absl::Status UnpackAll() const;

  int value_bytes() const { return value_bytes_; }  // 1 or 2

  // value_bytes × size() bytes; undefined where they are not unpacked.
  absl::Span<const uint8_t> payload() const {
    return {payload_.get(), size_ * value_bytes_};
  }

 private:
  uint64_t chunks() const {
    return (size_ + chunk_positions_ - 1) / chunk_positions_;
  }
  absl::Status Unpack(uint64_t chunk) const;
  absl::Status NoMemory() const;

  uint64_t size_;
  int value_bytes_;
  uint64_t chunk_positions_;
  Unpacker unpacker_;
  std::shared_ptr<uint8_t[]> payload_;  // null if there is no room for it
  // unpacked_[chunk] is set, for good, once the chunk's bytes are there.
  std::unique_ptr<std::atomic<bool>[]> unpacked_;
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_SECTION_VALUES_H_
