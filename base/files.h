// Files read whole, and written whole or not at all; standard input and output.

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

// Reads up to `bytes` bytes of an open file, pipe or socket, as read(2) does,
// but waits for a non-blocking one, and goes on after a signal.  Returns how
// many it has read, 0 at the end, or -1 and sets errno.
ssize_t ReadSome(int descriptor, void* data, size_t bytes);

// Writes all of `data`; waits for a non-blocking descriptor that is full, and
// goes on after a signal.  Returns false and sets errno if it cannot.
bool WriteAll(int descriptor, absl::string_view data);

// A buffer for std::cout, for as long as this lives, that writes to standard
// output with WriteAll: the one of the C library loses what a full non-blocking
// pipe does not take.
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

// Returns the contents of a file, pipe or socket.  /dev/stdin is standard
// input, and /dev/fd/N or /proc/self/fd/N descriptor N, from where it stands:
// open(2) would open the file again, from its start, and could not open a
// socket or another user's pipe.
//
// NotFound, PermissionDenied and the like if it cannot be read,
// ResourceExhausted if it has more than `max_bytes`.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     uint64_t max_bytes = 64 << 20);
// FailedPrecondition if it is no regular file: of a pipe, the end might never
// come.
absl::StatusOr<std::string> ReadRegularFile(const std::string& path);

// Opens a regular file, with flags of open(2), and close-on-exec; O_CREAT makes
// it.  FailedPrecondition if something else is there, for which it does not
// wait; a symbolic link is, unless `follow`.
absl::StatusOr<int> OpenRegularFile(const std::string& path, int flags,
                                    bool follow = false);

// Removes a regular file, if there is one.  FailedPrecondition if something
// else is there.
absl::Status RemoveRegularFile(const std::string& path);

// A file being written.  Nothing is at its path, or what was there before,
// until Commit puts the complete file there; without it nothing is left.
//
// What it replaces can only be a regular file, never a device, a folder, or a
// symbolic link (FailedPrecondition), and nothing is written through one: until
// Commit the file has a name beside the final one that nobody can foresee,
// NAME.0123456789abcdef.partial.
class OutputFile {
 public:
  static absl::StatusOr<std::unique_ptr<OutputFile>> Create(
      const std::string& path);
  ~OutputFile();

  // Appends.  Errors, here and below, name the path.
  absl::Status Write(const void* data, size_t bytes);

  // Flushes to disk and renames.
  absl::Status Commit();

 private:
  OutputFile() = default;

  std::string path_;
  std::string partial_;
  int descriptor_ = -1;  // -1: nothing to be removed
};

// Writes an OutputFile at once.
absl::Status WriteFile(const std::string& path, absl::string_view contents);

}  // namespace teeko::base

#endif  // TEEKO_BASE_FILES_H_
