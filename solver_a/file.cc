#include "solver_a/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::solver_a {

uint64_t Checksum(absl::Span<const uint8_t> bytes) {
  // Each step is one to one.
  uint64_t hash = 0xcbf29ce484222325 + bytes.size();
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t count = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), count);
    hash = (hash ^ word) * 0x100000001b3;
    hash ^= hash >> 32;
    bytes.remove_prefix(count);
  }
  return hash;
}

void Seal(absl::Span<uint8_t> block) {
  const uint64_t checksum = Checksum(block.subspan(kChecksumBytes));
  std::memcpy(block.data(), &checksum, kChecksumBytes);
}

bool IsSealed(absl::Span<const uint8_t> block) {
  if (block.size() < kChecksumBytes) return false;
  const uint64_t checksum = Checksum(block.subspan(kChecksumBytes));
  return std::memcmp(block.data(), &checksum, kChecksumBytes) == 0;
}

void AppendBlock(absl::Span<const uint8_t> contents, std::vector<uint8_t>& to) {
  const size_t start = to.size();
  to.resize(start + kChecksumBytes);
  to.insert(to.end(), contents.begin(), contents.end());
  Seal(absl::MakeSpan(to).subspan(start));
}

absl::StatusOr<std::unique_ptr<File>> File::Temporary(const std::string& path) {
  std::string unique = absl::StrCat(path, ".XXXXXX");
  const int descriptor = mkostemp(unique.data(), O_CLOEXEC);
  const std::string name = absl::StrCat("the temporary file beside ", path);
  if (descriptor < 0) return Cannot(errno, "open ", name);
  unlink(unique.c_str());
  return std::unique_ptr<File>(new File(descriptor, name));
}

absl::StatusOr<std::unique_ptr<File>> File::Open(const std::string& path,
                                                 int flags) {
  ASSIGN_OR_RETURN(const int descriptor, OpenRegularFile(path, flags));
  return std::unique_ptr<File>(new File(descriptor, path));
}

File::~File() { close(descriptor_); }

absl::StatusOr<uint64_t> File::Append(absl::Span<const uint8_t> bytes) {
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

absl::Status File::ReadAt(uint64_t offset, absl::Span<uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = pread(descriptor_, bytes.data(), bytes.size(), offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Cannot(errno, "read ", name_);
    if (n == 0) break;
    offset += n;
    bytes.remove_prefix(n);
  }
  return absl::OkStatus();
}

}  // namespace teeko::solver_a
