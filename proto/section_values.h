// The values of one section of a table.  A chunk is unpacked (decompressed)
// when a caller first asks for one of its values, or all chunks are unpacked at
// once.

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

// Const methods are thread-safe.  They also work in a process made by fork(),
// even if other threads were unpacking at the time of the fork.
class SectionValues {
 public:
  // The result for a position that has no value, in tables with values of one
  // or two bytes.
  static constexpr uint16_t kNoValue = 65535;

  // Returns the value (docs/formats.md) of a position in a payload;
  // `value_bytes` is 1 or 2.
  static uint16_t Decode(const uint8_t* payload, int value_bytes,
                         uint64_t index) {
    const uint8_t* const value = payload + index * value_bytes;
    if (value_bytes == 2) return value[0] | value[1] << 8;
    return value[0] == 255 ? kNoValue : value[0];
  }

  // Sets `out` to the payload of the positions from `first` on.  An unpacker is
  // called on any thread.  It is called once for each chunk, or again if it
  // returns an error.
  using Unpacker =
      std::function<absl::Status(uint64_t first, absl::Span<uint8_t> out)>;

  // Creates a section with nothing unpacked.  Takes address space for the whole
  // payload but memory only for the chunks that At reads.
  SectionValues(uint64_t size, int value_bytes, uint64_t chunk_positions,
                Unpacker unpacker);

  // The same for a section of a table.  The table must outlive this object.
  SectionValues(const TableReader& table, int section);

  // Returns a section that is completely unpacked, on oneTBB threads
  // (//proto:table_file).  Returns the errors of TableReader::ReadSection, or
  // ResourceExhausted.
  static absl::StatusOr<SectionValues> Read(const TableReader& table,
                                            int section);

  uint64_t size() const { return size_; }

  // Returns the value of the position with this index, which is less than
  // size().  Unpacks its chunk first if necessary.  Returns the errors of the
  // unpacker, such as DataLoss if a chunk of a table is damaged.  Returns
  // ResourceExhausted if the address space for the section is missing.
  absl::StatusOr<uint16_t> At(uint64_t index) const {
    const uint64_t chunk = index / chunk_positions_;
    if (!unpacked_[chunk].load(std::memory_order_acquire)) {
      RETURN_IF_ERROR(Unpack(chunk));
    }
    return (*this)[index];
  }

  // The same without a check.  The chunk must be unpacked.  After Read, all
  // chunks are unpacked.
  uint16_t operator[](uint64_t index) const {
    return Decode(payload_.get(), value_bytes_, index);
  }

  // Unpacks all chunks that are not unpacked yet.  Returns the errors of At.
  absl::Status UnpackAll() const;

  int value_bytes() const { return value_bytes_; }  // 1 or 2

  // Returns value_bytes × size() bytes.  The bytes of chunks that are not
  // unpacked are undefined.
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
  std::shared_ptr<uint8_t[]> payload_;  // null if address space is missing
  // unpacked_[chunk] becomes true, and stays true, when the chunk is unpacked.
  std::unique_ptr<std::atomic<bool>[]> unpacked_;
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_SECTION_VALUES_H_
