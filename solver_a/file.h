// A file in which several threads read and write, here and there.

#ifndef TEEKO_SOLVER_A_FILE_H_
#define TEEKO_SOLVER_A_FILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace teeko::solver_a {

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

  // Where the file has ended, `bytes` stay as they are.
  absl::Status ReadAt(uint64_t offset, absl::Span<uint8_t> bytes) const;
  absl::Status WriteAt(uint64_t offset, absl::Span<const uint8_t> bytes);

 private:
  File(int descriptor, const std::string& name)
      : descriptor_(descriptor), name_(name) {}

  const int descriptor_;
  const std::string name_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_FILE_H_
