#include "base/random_access_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "base/blocks.h"
#include "base/files.h"
#include "base/status.h"

namespace teeko::base {

absl::StatusOr<std::unique_ptr<RandomAccessFile>> RandomAccessFile::Temporary(
    const std::string& path) {
  std::string unique = absl::StrCat(path, ".XXXXXX");
  const int descriptor = mkostemp(unique.data(), O_CLOEXEC);
  const std::string name = absl::StrCat("the temporary file beside ", path);
  if (descriptor < 0) return Cannot(errno, "open ", name);
  unlink(unique.c_str());
  return std::unique_ptr<RandomAccessFile>(
      new RandomAccessFile(descriptor, name));
}

absl::StatusOr<std::unique_ptr<RandomAccessFile>> RandomAccessFile::Open(
    const std::string& path, int flags) {
  ASSIGN_OR_RETURN(const int descriptor, OpenRegularFile(path, flags));
  return std::unique_ptr<RandomAccessFile>(
      new RandomAccessFile(descriptor, path));
}

RandomAccessFile::~RandomAccessFile() { close(descriptor_); }

absl::StatusOr<uint64_t> RandomAccessFile::Append(
    absl::Span<const uint8_t> bytes) {
  const uint64_t start = end_.fetch_add(bytes.size());
  uint64_t offset = start;
  while (!bytes.empty()) {
    const ssize_t n = pwrite(descriptor_, bytes.data(), bytes.size(), offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Cannot(errno, "write ", name_);
    offset += n;
    bytes.remove_prefix(n);
  }
  return start;
}

absl::Status RandomAccessFile::ReadAt(uint64_t offset,
                                      absl::Span<uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = pread(descriptor_, bytes.data(), bytes.size(), offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Cannot(errno, "read ", name_);
    if (n == 0) return Damaged(name_, absl::StrCat("ends at byte ", offset));
    offset += n;
    bytes.remove_prefix(n);
  }
  return absl::OkStatus();
}

absl::Status RandomAccessFile::Flush() {
  if (fdatasync(descriptor_) == 0) return absl::OkStatus();
  return Cannot(errno, "flush ", name_);
}

}  // namespace teeko::base
