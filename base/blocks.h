// Blocks of bytes with a checksum, and conversions between values and bytes.
//
//     checksum │ contents
//      8 bytes │
//
// Checkpoints and temporary files consist of blocks.

#ifndef TEEKO_BASE_BLOCKS_H_
#define TEEKO_BASE_BLOCKS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace teeko::base {

// Returns the checksum (XXH3) of the bytes.  With another seed, the same bytes
// have another checksum.
uint64_t Checksum(absl::Span<const uint8_t> bytes, uint64_t seed = 0);

inline constexpr size_t kChecksumBytes = sizeof(uint64_t);

// Writes the checksum of the following bytes into the first kChecksumBytes.
void Seal(absl::Span<uint8_t> block, uint64_t seed = 0);
// True if the first kChecksumBytes have the checksum of the following bytes.
bool IsSealed(absl::Span<const uint8_t> block, uint64_t seed = 0);
// Appends a block with these contents to `to`.
void AppendBlock(absl::Span<const uint8_t> contents, std::vector<uint8_t>& to);

// Returns DataLoss with the message "PATH: damaged: WHAT".
absl::Status Damaged(absl::string_view path, absl::string_view what);

// Returns the bytes of a vector, a string or an array, for reading.
template <typename Values>
absl::Span<const uint8_t> BytesOf(const Values& values) {
  static_assert(
      std::has_unique_object_representations_v<typename Values::value_type>);
  return {reinterpret_cast<const uint8_t*>(values.data()),
          values.size() * sizeof(typename Values::value_type)};
}
// The same for writing.
template <typename Values>
absl::Span<uint8_t> BytesIn(Values& values) {
  return {reinterpret_cast<uint8_t*>(values.data()), BytesOf(values).size()};
}
// Returns the bytes as text.
inline absl::string_view TextOf(absl::Span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
// Returns the values that the bytes represent.  Ignores an incomplete value at
// the end.
template <typename Value>
std::vector<Value> ValuesOf(absl::Span<const uint8_t> bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  const absl::Span<uint8_t> in = BytesIn(values);
  std::copy_n(bytes.begin(), in.size(), in.begin());
  return values;
}

}  // namespace teeko::base

#endif  // TEEKO_BASE_BLOCKS_H_
