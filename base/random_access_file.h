// A file that several threads read at any offset and to which they append.

#ifndef TEEKO_BASE_RANDOM_ACCESS_FILE_H_
#define TEEKO_BASE_RANDOM_ACCESS_FILE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace teeko::base {

// All methods are thread-safe.
class RandomAccessFile {
 public:
  // Creates a file without a name in the directory of `path`.  The system
  // removes the file when the program ends for any reason.
  static absl::StatusOr<std::unique_ptr<RandomAccessFile>> Temporary(
      const std::string& path);
  // Opens the regular file at `path` with flags of open(2), as OpenRegularFile
  // does (base/files.h).
  static absl::StatusOr<std::unique_ptr<RandomAccessFile>> Open(
      const std::string& path, int flags);
  ~RandomAccessFile();

  // Returns the name for error messages.
  const std::string& name() const { return name_; }
  int descriptor() const { return descriptor_; }

  // Returns the offset at which the next Append writes; 0 at first.
  uint64_t end() const { return end_; }
  void set_end(uint64_t end) { end_ = end; }

  // Appends bytes and returns their offset.
  absl::StatusOr<uint64_t> Append(absl::Span<const uint8_t> bytes);
  // Reads bytes.size() bytes from `offset`.  DataLoss if the file is shorter.
  absl::Status ReadAt(uint64_t offset, absl::Span<uint8_t> bytes) const;
  // Returns when all bytes are on the disk.
  absl::Status Flush();

 private:
  RandomAccessFile(int descriptor, const std::string& name)
      : descriptor_(descriptor), name_(name) {}

  const int descriptor_;
  const std::string name_;
  std::atomic<uint64_t> end_ = 0;
};

}  // namespace teeko::base

#endif  // TEEKO_BASE_RANDOM_ACCESS_FILE_H_
