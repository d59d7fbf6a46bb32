#include "pipeline/stamp.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "stage/files.h"

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
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(
      EVP_MD_CTX_new(), EVP_MD_CTX_free);
  EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr);
  std::vector<char> buffer(1 << 20);
  ssize_t bytes;
  while ((bytes = read(file, buffer.data(), buffer.size())) > 0) {
    EVP_DigestUpdate(context.get(), buffer.data(), bytes);
  }
  if (bytes < 0) return error();
  std::string digest(32, '\0');
  EVP_DigestFinal_ex(context.get(),
                     reinterpret_cast<unsigned char*>(digest.data()), nullptr);
  return absl::BytesToHexString(digest);
}

absl::StatusOr<std::string> StampOf(const std::vector<StampedFile>& inputs,
                                    const std::vector<StampedFile>& outputs) {
  std::string stamp;
  for (const auto* files : {&inputs, &outputs}) {
    for (const StampedFile& file : *files) {
      const absl::StatusOr<std::string> digest =
          Sha256OfFile(file.path, /*follow=*/files == &inputs);
      if (!digest.ok()) return digest.status();
      absl::StrAppend(&stamp, *digest, "  ", file.name, "\n");
    }
  }
  return stamp;
}

absl::Status CheckStamp(const std::string& path,
                        const std::vector<StampedFile>& inputs,
                        const std::vector<StampedFile>& outputs) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  const absl::StatusOr<std::string> stamp = StampOf(inputs, outputs);
  if (!stamp.ok()) return stamp.status();
  if (*text == *stamp) return absl::OkStatus();
  for (const absl::string_view line : absl::StrSplit(*stamp, '\n')) {
    if (!absl::StrContains(*text, line)) {
      return absl::FailedPreconditionError(
          absl::StrCat(line.substr(line.rfind(' ') + 1), " has changed"));
    }
  }
  return absl::FailedPreconditionError(absl::StrCat(path, " has changed"));
}

}  // namespace teeko::pipeline
