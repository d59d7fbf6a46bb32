// The values of one section of a table, all in memory: for whoever goes through
// all positions.  (For single positions there is game/tablebase.h.)

#ifndef TEEKO_GAME_SECTION_VALUES_H_
#define TEEKO_GAME_SECTION_VALUES_H_

#include <cstdint>
#include <cstring>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/table_reader.h"
#include "verify/kernel.h"

namespace teeko {

// Const methods are thread-safe.
class SectionValues {
 public:
  // Reads a section, on oneTBB threads.  Errors are TableReader::ReadSection's.
  static absl::StatusOr<SectionValues> Read(const TableReader& table,
                                            int section);

  uint64_t size() const { return payload_.size() / value_bytes_; }

  // The value of the position with this index (proto/README.md); kNoValue in
  // tables of either width.
  kernel::Value operator[](uint64_t index) const {
    if (value_bytes_ == 1) {
      return payload_[index] == 255 ? kernel::kNoValue : payload_[index];
    }
    uint16_t value;
    std::memcpy(&value, &payload_[2 * index], sizeof value);
    return value;
  }

 private:
  SectionValues(int value_bytes, uint64_t payload_bytes)
      : value_bytes_(value_bytes), payload_(payload_bytes) {}

  int value_bytes_;
  std::vector<uint8_t> payload_;
};

}  // namespace teeko

#endif  // TEEKO_GAME_SECTION_VALUES_H_
