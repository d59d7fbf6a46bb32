// Reads whole files; writes files completely or not at all; handles standard
// input and output.

#ifndef TEEKO_BASE_FILES_H_
#define TEEKO_BASE_FILES_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <streambuf>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace teeko::base {

// Reads up to `bytes` bytes of an open file, pipe or socket, like read(2).
// Waits for a non-blocking descriptor, and tries again after a signal.  Returns
// the number of bytes read, 0 at the end, or -1 and sets errno.
ssize_t ReadSome(int descriptor, void* data, size_t bytes);

// Writes all of `data`.  Waits for a full non-blocking descriptor, and tries
// again after a signal.  Returns false and sets errno on an error.
bool WriteAll(int descriptor, absl::string_view data);

// While this object lives, std::cout writes to standard output with WriteAll.
// The buffer of the C library loses data when a non-blocking pipe is full.
class StandardOutput : public std::streambuf {
 public:
  StandardOutput();
  ~StandardOutput() override;

 private:
  int_type overflow(int_type next) override;
  int sync() override;

  std::streambuf* const replaced_;
  char buffer_[1 << 16];
};

// Returns the contents of a file, pipe or socket. /dev/stdin means standard
// input; /dev/fd/N and /proc/self/fd/N mean descriptor N. ReadFile reads these
// descriptors from their current offset and does not open the path.  open(2)
// would open the file again at its start, and could not open a socket or
// another user's pipe.
//
// NotFound, PermissionDenied or another error of the system if the file cannot
// be read.  ResourceExhausted if it has more than `max_bytes`.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     uint64_t max_bytes = 64 << 20);
// Returns the contents of a regular file of at most 64 MiB. FailedPrecondition
// if it is not a regular file: a pipe might never end.
absl::StatusOr<std::string> ReadRegularFile(const std::string& path);

// Opens a regular file with flags of open(2) and close-on-exec.  O_CREAT
// creates the file.  FailedPrecondition if the path is not a regular file.  The
// call never waits, even if the path is a pipe.  A symbolic link counts as a
// regular file only if `follow` is true.
absl::StatusOr<int> OpenRegularFile(const std::string& path, int flags,
                                    bool follow = false);

// Removes a regular file, if there is one.  FailedPrecondition if the path is
// not a regular file.
absl::Status RemoveRegularFile(const std::string& path);

// A file that is being written.  Commit puts the complete file at its path.
// Until then the path keeps its old contents.  Without Commit, the destructor
// removes the data; only a program that is killed leaves them behind.
//
// The file replaces only a regular file, never a device, a directory or a
// symbolic link (FailedPrecondition).  Until Commit the data are in a file
// beside the final one, with a random name: NAME.0123456789abcdef.partial.
class OutputFile {
 public:
  static absl::StatusOr<std::unique_ptr<OutputFile>> Create(
      const std::string& path);
  ~OutputFile();

  // Appends bytes.  Errors of this method and of Commit name the path.
  absl::Status Write(const void* data, size_t bytes);

  // Flushes to disk and renames.
  absl::Status Commit();

 private:
  OutputFile() = default;

  std::string path_;
  std::string partial_;
  int descriptor_ = -1;  // -1: no file to remove
};

// Writes `contents` to an OutputFile and commits it.
absl::Status WriteFile(const std::string& path, absl::string_view contents);

}  // namespace teeko::base

#endif  // TEEKO_BASE_FILES_H_
