#include "pipeline/stamp.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "proto/sha256.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::pipeline {

absl::StatusOr<std::string> Sha256OfFile(const std::string& path, bool follow) {
  const auto error = [&path] {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot read ", path));
  };
  // Opening something else than a file, a pipe say, could wait forever.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK |
                                          (follow ? 0 : O_NOFOLLOW));
  if (file < 0) return error();
  const absl::Cleanup close_file = [file] { close(file); };
  struct stat about;
  if (fstat(file, &about) != 0) return error();
  if (!S_ISREG(about.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": is not a regular file"));
  }
  Sha256Stream sha256;
  std::vector<char> buffer(1 << 20);
  ssize_t bytes;
  while ((bytes = read(file, buffer.data(), buffer.size())) > 0) {
    sha256.Add(buffer.data(), bytes);
  }
  if (bytes < 0) return error();
  return absl::BytesToHexString(sha256.Digest());
}

absl::StatusOr<std::string> StampOf(const std::vector<StampedFile>& inputs,
                                    const std::vector<StampedFile>& outputs) {
  std::string stamp;
  for (const auto* files : {&inputs, &outputs}) {
    for (const StampedFile& file : *files) {
      ASSIGN_OR_RETURN(const std::string digest,
                       Sha256OfFile(file.path, /*follow=*/files == &inputs));
      absl::StrAppend(&stamp, digest, "  ", file.name, "\n");
    }
  }
  return stamp;
}

absl::Status CheckStamp(const std::string& path,
                        const std::vector<StampedFile>& inputs,
                        const std::vector<StampedFile>& outputs) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  ASSIGN_OR_RETURN(const std::string stamp, StampOf(inputs, outputs));
  if (text == stamp) return absl::OkStatus();
  for (const absl::string_view line : absl::StrSplit(stamp, '\n')) {
    if (!absl::StrContains(text, line)) {
      return absl::FailedPreconditionError(
          absl::StrCat(line.substr(line.rfind(' ') + 1), " has changed"));
    }
  }
  return absl::FailedPreconditionError(absl::StrCat(path, " has changed"));
}

}  // namespace teeko::pipeline
