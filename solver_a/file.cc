#include "solver_a/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::solver_a {

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

absl::Status File::WriteAt(uint64_t offset, absl::Span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = pwrite(descriptor_, bytes.data(), bytes.size(), offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Cannot(errno, "write ", name_);
    offset += n;
    bytes.remove_prefix(n);
  }
  return absl::OkStatus();
}

}  // namespace teeko::solver_a
