#include "solver_a/checkpoint.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
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
  std::vector<uint64_t> words = {0, identity};
  for (const auto& [levels, bytes, digest] : extents) {
    words.insert(words.end(), {levels, bytes, digest});
  }
  Seal(BytesIn(words));
  return WriteFile(
      PathOf(folder, "record"),
      {reinterpret_cast<const char*>(words.data()), 8 * words.size()});
}

absl::StatusOr<std::vector<Spill::Extent>> Checkpoint::Read() const {
  const std::string path = PathOf(folder, "record");
  const absl::Status damaged =
      absl::DataLossError(absl::StrCat(path, " is not as it was written"));
  const absl::StatusOr<std::string> text = ReadRegularFile(path);
  if (absl::IsNotFound(text.status())) return std::vector<Spill::Extent>();
  if (absl::IsFailedPrecondition(text.status())) return damaged;
  RETURN_IF_ERROR(text.status());
  if (!resume) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, " is there; --resume goes on from it"));
  }
  const absl::Span<const uint8_t> bytes = BytesOf(*text);
  const auto words = ValuesOf<uint64_t>(bytes);
  if (!IsSealed(bytes) || words.size() < 2) return damaged;
  if (words[1] != identity) {
    return absl::FailedPreconditionError(absl::StrCat(
        path, " is of other rules, or of another version of solver_a"));
  }
  return ValuesOf<Spill::Extent>(bytes.subspan(2 * sizeof(uint64_t)));
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
