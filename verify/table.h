// A table in memory, as the checks want it: what the kernel says it must hold,
// and the payload of each section.

#ifndef TEEKO_VERIFY_TABLE_H_
#define TEEKO_VERIFY_TABLE_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "proto/section_values.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::verify {

// How the values of a table with values of type T (uint8_t or uint16_t) say
// that there is none.
template <typename T>
inline constexpr T kNoValueIn = static_cast<T>(~T{0});

// What a check finds wrong in a section.
struct Faults {
  uint64_t count = 0;
  uint64_t first = std::numeric_limits<uint64_t>::max();  // index

  void Add(const Faults& more) {
    count += more.count;
    first = std::min(first, more.first);
  }
};

struct Table {
  int value_bytes;  // 1 or 2
  std::vector<kernel::Section> sections;
  // payloads[section] has value_bytes × positions bytes, in the order of
  // proto/README.md.
  std::vector<std::vector<uint8_t>> payloads;

  // T must be the type of `value_bytes` bytes.
  template <typename T>
  const T* Values(int section) const {
    return reinterpret_cast<const T*>(payloads[section].data());
  }

  kernel::Value ValueAt(int section, uint64_t index) const {
    return SectionValues::Decode(payloads[section].data(), value_bytes, index);
  }

  void SetValueAt(int section, uint64_t index, kernel::Value value) {
    uint8_t* const bytes = payloads[section].data() + index * value_bytes;
    bytes[0] = static_cast<uint8_t>(value);
    if (value_bytes == 2) bytes[1] = static_cast<uint8_t>(value >> 8);
  }

  uint64_t Positions() const {
    uint64_t positions = 0;
    for (const kernel::Section& section : sections) {
      positions += section.positions;
    }
    return positions;
  }
};

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_TABLE_H_
