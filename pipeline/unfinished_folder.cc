#include "pipeline/unfinished_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = ".unfinished-";

}  // namespace

absl::StatusOr<UnfinishedFolder> UnfinishedFolder::Create(
    const std::string& out) {
  std::string path = absl::StrCat(out, "/", kPrefix, "XXXXXX");
  if (mkdtemp(path.data()) == nullptr) {
    return absl::ErrnoToStatus(errno,
                               absl::StrCat("cannot make a folder in ", out));
  }
  return UnfinishedFolder(std::move(path));
}

absl::Status UnfinishedFolder::RemoveOld(const std::string& out) {
  std::error_code error;
  for (fs::directory_iterator entry(out, error), end; !error && entry != end;
       entry.increment(error)) {
    if (absl::StartsWith(entry->path().filename().string(), kPrefix) &&
        entry->symlink_status().type() == fs::file_type::directory) {
      fs::remove_all(entry->path(), error);
    }
    if (error) break;
  }
  if (!error) return absl::OkStatus();
  return absl::ErrnoToStatus(
      error.value(), absl::StrCat("cannot remove unfinished files in ", out));
}

UnfinishedFolder::UnfinishedFolder(UnfinishedFolder&& other) noexcept
    : path_(std::exchange(other.path_, "")) {}

UnfinishedFolder::~UnfinishedFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace teeko::pipeline
