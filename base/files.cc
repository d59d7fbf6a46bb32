#include "base/files.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status.h"

namespace teeko::base {
namespace {

// Call this after a read or write has failed.  True if the caller should try
// again, because a signal has interrupted the call or because a non-blocking
// descriptor was not ready.  Waits until the descriptor is ready for `events`
// (poll(2)).
bool TryAgain(int descriptor, short events) {
  if (errno != EAGAIN) return errno == EINTR;
  pollfd awaited = {descriptor, events, /*revents=*/0};
  return poll(&awaited, 1, /*timeout=*/-1) == 1 || errno == EINTR;
}

// Opens a path as ReadFile describes.  Returns -1 and sets errno on an error.
int OpenToRead(const std::string& path) {
  absl::string_view rest = path;
  int descriptor = -1;
  if (path == "/dev/stdin") {
    descriptor = STDIN_FILENO;
  } else if (absl::ConsumePrefix(&rest, "/dev/fd/") ||
             absl::ConsumePrefix(&rest, "/proc/self/fd/")) {
    if (!absl::SimpleAtoi(rest, &descriptor)) descriptor = -1;
  }
  if (descriptor >= 0) return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

// OK if `mode` belongs to a regular file.  The error message has `what`, the
// action with a space at its end ("open ").
absl::Status CheckRegular(absl::string_view what, const std::string& path,
                          mode_t mode) {
  if (S_ISREG(mode)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("cannot ", what, path, ": expected a regular file, got ",
                   S_ISLNK(mode)   ? "a symbolic link"
                   : S_ISDIR(mode) ? "a directory"
                                   : "another kind of file"));
}

// OK if the path is a regular file or does not exist.
absl::Status CheckReplaceable(const std::string& path) {
  struct stat info;
  if (lstat(path.c_str(), &info) == 0) {
    return CheckRegular("write ", path, info.st_mode);
  }
  return errno == ENOENT ? absl::OkStatus() : Cannot(errno, "write ", path);
}

// Reads an open file to its end, and closes it.
absl::StatusOr<std::string> ReadOpen(int file, const std::string& path,
                                     uint64_t max_bytes) {
  const absl::Cleanup close_file = [file] { close(file); };
  std::string contents;
  constexpr size_t kPiece = 1 << 16;
  while (true) {
    const size_t size = contents.size();
    contents.resize(size + kPiece);
    const ssize_t n = ReadSome(file, contents.data() + size, kPiece);
    if (n < 0) return Cannot(errno, "read ", path);
    contents.resize(size + n);
    if (n == 0) return contents;
    if (contents.size() > max_bytes) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "cannot read ", path, ": expected at most ", max_bytes, " bytes"));
    }
  }
}

}  // namespace

ssize_t ReadSome(int descriptor, void* data, size_t bytes) {
  while (true) {
    const ssize_t n = read(descriptor, data, bytes);
    if (n >= 0 || !TryAgain(descriptor, POLLIN)) return n;
  }
}

bool WriteAll(int descriptor, absl::string_view data) {
  while (!data.empty()) {
    const ssize_t n = write(descriptor, data.data(), data.size());
    if (n < 0 && !TryAgain(descriptor, POLLOUT)) return false;
    if (n > 0) data.remove_prefix(n);
  }
  return true;
}

StandardOutput::StandardOutput() : replaced_(std::cout.rdbuf(this)) {
  setp(buffer_, buffer_ + sizeof buffer_);
}

StandardOutput::~StandardOutput() {
  sync();
  std::cout.rdbuf(replaced_);
}

StandardOutput::int_type StandardOutput::overflow(int_type next) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(next, traits_type::eof())) {
    sputc(traits_type::to_char_type(next));
  }
  return traits_type::not_eof(next);
}

int StandardOutput::sync() {
  const bool written =
      WriteAll(STDOUT_FILENO, absl::string_view(pbase(), pptr() - pbase()));
  setp(buffer_, buffer_ + sizeof buffer_);
  return written ? 0 : -1;
}

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     uint64_t max_bytes) {
  const int file = OpenToRead(path);
  if (file < 0) return Cannot(errno, "read ", path);
  return ReadOpen(file, path, max_bytes);
}

absl::StatusOr<std::string> ReadRegularFile(const std::string& path) {
  ASSIGN_OR_RETURN(const int file,
                   OpenRegularFile(path, O_RDONLY, /*follow=*/true));
  return ReadOpen(file, path, /*max_bytes=*/64 << 20);
}

absl::Status RemoveRegularFile(const std::string& path) {
  RETURN_IF_ERROR(CheckReplaceable(path));
  if (unlink(path.c_str()) == 0 || errno == ENOENT) return absl::OkStatus();
  return Cannot(errno, "remove ", path);
}

absl::StatusOr<int> OpenRegularFile(const std::string& path, int flags,
                                    bool follow) {
  flags |= O_CLOEXEC | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW);
  const int file = open(path.c_str(), flags, 0666);
  if (file < 0 && errno == ELOOP) return CheckRegular("open ", path, S_IFLNK);
  struct stat info;
  // Check the file that was opened: the path may be another file by now.
  if (file < 0 || fstat(file, &info) != 0) return Cannot(errno, "open ", path);
  const absl::Status status = CheckRegular("open ", path, info.st_mode);
  if (status.ok()) return file;
  close(file);
  return status;
}

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Create(
    const std::string& path) {
  RETURN_IF_ERROR(CheckReplaceable(path));
  uint64_t random;
  if (getrandom(&random, sizeof random, 0) != sizeof random) {
    return Cannot(errno, "get random numbers");
  }
  std::unique_ptr<OutputFile> self(new OutputFile);
  self->path_ = path;
  self->partial_ =
      absl::StrCat(path, ".", absl::Hex(random, absl::kZeroPad16), ".partial");
  self->descriptor_ = open(self->partial_.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (self->descriptor_ < 0) return Cannot(errno, "create ", path);
  return self;
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(partial_.c_str());
}

absl::Status OutputFile::Write(const void* data, size_t bytes) {
  const bool written = WriteAll(
      descriptor_, absl::string_view(static_cast<const char*>(data), bytes));
  return written ? absl::OkStatus() : Cannot(errno, "write ", path_);
}

absl::Status OutputFile::Commit() {
  RETURN_IF_ERROR(CheckReplaceable(path_));
  if (fsync(descriptor_) != 0) return Cannot(errno, "flush ", path_);
  if (rename(partial_.c_str(), path_.c_str()) != 0) {
    return Cannot(errno, "rename ", path_);
  }
  // Ignore errors of close: fsync has already written all data to the disk.
  close(std::exchange(descriptor_, -1));
  return absl::OkStatus();
}

absl::Status WriteFile(const std::string& path, absl::string_view contents) {
  ASSIGN_OR_RETURN(const auto file, OutputFile::Create(path));
  RETURN_IF_ERROR(file->Write(contents.data(), contents.size()));
  return file->Commit();
}

}  // namespace teeko::base
