// A file in which several threads read and write, here and there; and blocks of
// bytes that show whether they are as they were written.

#ifndef TEEKO_SOLVER_A_FILE_H_
#define TEEKO_SOLVER_A_FILE_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace teeko::solver_a {

// FNV-1a, by words: a change within one word never goes unnoticed, and others
// do with a probability of 2⁻⁶⁴.
uint64_t Checksum(absl::Span<const uint8_t> bytes);

// A block begins with the checksum of all that follows.
inline constexpr size_t kChecksumBytes = sizeof(uint64_t);
void Seal(absl::Span<uint8_t> block);
bool IsSealed(absl::Span<const uint8_t> block);
// Appends a block with these contents.
void AppendBlock(absl::Span<const uint8_t> contents, std::vector<uint8_t>& to);

// The bytes of a vector, a string or an array; std::as_bytes has another type.
template <typename Values>
absl::Span<const uint8_t> BytesOf(const Values& values) {
  static_assert(
      std::has_unique_object_representations_v<typename Values::value_type>);
  return {reinterpret_cast<const uint8_t*>(values.data()),
          values.size() * sizeof(typename Values::value_type)};
}
template <typename Values>
absl::Span<uint8_t> BytesIn(Values& values) {
  return {reinterpret_cast<uint8_t*>(values.data()), BytesOf(values).size()};
}
// As many values as these bytes make.
template <typename Value>
std::vector<Value> ValuesOf(absl::Span<const uint8_t> bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  const absl::Span<uint8_t> in = BytesIn(values);
  std::copy_n(bytes.begin(), in.size(), in.begin());
  return values;
}

// Methods are thread-safe.
class File {
 public:
  // In the folder of `path`; it has no name and goes with this.
  static absl::StatusOr<std::unique_ptr<File>> Temporary(
      const std::string& path);
  // At `path`, with flags of open(2) (stage/files.h).
  static absl::StatusOr<std::unique_ptr<File>> Open(const std::string& path,
                                                    int flags);
  ~File();

  // What messages call it.
  const std::string& name() const { return name_; }
  int descriptor() const { return descriptor_; }

  // Where it ends, as far as it counts: at first nothing does.
  uint64_t end() const { return end_; }
  void set_end(uint64_t end) { end_ = end; }

  // Returns where the bytes are.
  absl::StatusOr<uint64_t> Append(absl::Span<const uint8_t> bytes);
  // Where the file has ended, `bytes` stay as they are.
  absl::Status ReadAt(uint64_t offset, absl::Span<uint8_t> bytes) const;

 private:
  File(int descriptor, const std::string& name)
      : descriptor_(descriptor), name_(name) {}

  const int descriptor_;
  const std::string name_;
  std::atomic<uint64_t> end_ = 0;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_FILE_H_
