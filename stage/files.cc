#include "stage/files.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "stage/status.h"

namespace teeko {
namespace {

// OK if what has this mode is a regular file.
absl::Status CheckRegular(absl::string_view what, const std::string& path,
                          mode_t mode) {
  if (S_ISREG(mode)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("cannot ", what, path, ": there is ",
                   S_ISLNK(mode)   ? "a symbolic link"
                   : S_ISDIR(mode) ? "a folder"
                                   : "something that is not a regular file"));
}

// OK if there is a regular file, or nothing.
absl::Status CheckReplaceable(const std::string& path) {
  struct stat info;
  if (lstat(path.c_str(), &info) == 0) {
    return CheckRegular("write ", path, info.st_mode);
  }
  return errno == ENOENT ? absl::OkStatus() : Cannot(errno, "write ", path);
}

// Reads what is open, and closes it.
absl::StatusOr<std::string> ReadOpen(int file, const std::string& path,
                                     uint64_t max_bytes) {
  const absl::Cleanup close_file = [file] { close(file); };
  std::string contents;
  constexpr size_t kPiece = 1 << 16;
  while (true) {
    const size_t size = contents.size();
    contents.resize(size + kPiece);
    const ssize_t n = read(file, contents.data() + size, kPiece);
    if (n < 0 && errno != EINTR) return Cannot(errno, "read ", path);
    contents.resize(size + (n < 0 ? 0 : n));
    if (n == 0) return contents;
    if (contents.size() > max_bytes) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "cannot read ", path, ": has more than ", max_bytes, " bytes"));
    }
  }
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     uint64_t max_bytes) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
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
  // Of what was opened: something else may be at the path by now.
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
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = write(descriptor_, from, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Cannot(errno, "write ", path_);
    from += n;
    bytes -= n;
  }
  return absl::OkStatus();
}

absl::Status OutputFile::Commit() {
  RETURN_IF_ERROR(CheckReplaceable(path_));
  if (fsync(descriptor_) != 0) return Cannot(errno, "flush ", path_);
  if (rename(partial_.c_str(), path_.c_str()) != 0) {
    return Cannot(errno, "rename ", path_);
  }
  // After fsync there is nothing left to fail.
  close(std::exchange(descriptor_, -1));
  return absl::OkStatus();
}

absl::Status WriteFile(const std::string& path, absl::string_view contents) {
  ASSIGN_OR_RETURN(const auto file, OutputFile::Create(path));
  RETURN_IF_ERROR(file->Write(contents.data(), contents.size()));
  return file->Commit();
}

}  // namespace teeko
