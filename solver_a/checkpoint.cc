#include "solver_a/checkpoint.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <regex>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::solver_a {
namespace {

namespace fs = std::filesystem;

std::string PathOf(const std::string& folder, absl::string_view name) {
  return absl::StrCat(folder, "/solver_a.", name);
}

}  // namespace

std::string Checkpoint::SpillPath(const Share& share) const {
  return PathOf(folder, absl::StrCat(share.rank, ".of.", share.ranks));
}

absl::Status Checkpoint::MakeFolder() const {
  std::error_code error;
  fs::create_directories(folder, error);
  return Cannot(error.value(), "make the folder ", folder);
}

absl::StatusOr<std::unique_ptr<File>> Checkpoint::Lock() const {
  ASSIGN_OR_RETURN(std::unique_ptr<File> file,
                   File::Open(PathOf(folder, "lock"), O_RDWR | O_CREAT));
  if (flock(file->descriptor(), LOCK_EX | LOCK_NB) == 0) return file;
  if (errno == EWOULDBLOCK) {
    return absl::FailedPreconditionError(
        absl::StrCat("another solver_a is at work in ", folder));
  }
  return Cannot(errno, "lock ", file->name());
}

absl::Status Checkpoint::Write(
    const std::vector<Spill::Extent>& extents) const {
  std::vector<uint64_t> words = {identity};
  for (const auto& [levels, bytes, digest] : extents) {
    words.insert(words.end(), {levels, bytes, digest});
  }
  words.push_back(Checksum(BytesOf(words)));
  return WriteFile(
      PathOf(folder, "record"),
      {reinterpret_cast<const char*>(words.data()), 8 * words.size()});
}

absl::StatusOr<std::vector<Spill::Extent>> Checkpoint::Read() const {
  const std::string path = PathOf(folder, "record");
  std::vector<Spill::Extent> extents;
  const absl::Status damaged =
      absl::DataLossError(absl::StrCat(path, " is not as it was written"));
  const absl::StatusOr<std::string> text = ReadRegularFile(path);
  if (absl::IsNotFound(text.status())) return extents;
  if (absl::IsFailedPrecondition(text.status())) return damaged;
  RETURN_IF_ERROR(text.status());
  if (!resume) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, " is there; --resume goes on from it"));
  }
  std::vector<uint64_t> words(text->size() / 8);
  if (text->size() % 8 != 0 || words.size() % 3 != 2) return damaged;
  std::memcpy(words.data(), text->data(), text->size());
  const uint64_t checksum = words.back();
  words.pop_back();
  if (Checksum(BytesOf(words)) != checksum) return damaged;
  if (words[0] != identity) {
    return absl::FailedPreconditionError(absl::StrCat(
        path, " is of other rules, or of another version of solver_a"));
  }
  for (size_t i = 1; i < words.size(); i += 3) {
    extents.push_back({words[i], words[i + 1], words[i + 2]});
  }
  return extents;
}

void Checkpoint::RemoveOthers(size_t ranks) const {
  const std::regex own(
      R"(solver_a\.(\d+\.of\.(\d+)|record\.[0-9a-f]{16}\.partial))");
  std::error_code error;
  std::vector<fs::path> others;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    std::smatch parts;
    if (std::regex_match(name, parts, own) && parts[2] != absl::StrCat(ranks)) {
      others.push_back(entry.path());
    }
  }
  for (const fs::path& path : others) fs::remove(path, error);
}

void Checkpoint::Remove() const {
  std::error_code error;
  fs::remove(PathOf(folder, "record"), error);
  RemoveOthers(0);
  fs::remove(PathOf(folder, "lock"), error);
  rmdir(folder.c_str());  // No link to it.
}

}  // namespace teeko::solver_a
