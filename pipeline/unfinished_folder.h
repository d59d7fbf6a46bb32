// Where stages write what is not finished.

#ifndef TEEKO_PIPELINE_UNFINISHED_FOLDER_H_
#define TEEKO_PIPELINE_UNFINISHED_FOLDER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace teeko::pipeline {

// A new, empty folder `out`/.unfinished-XXXXXX, under a name that nobody can
// foresee; goes with this, and with what is in it.
class UnfinishedFolder {
 public:
  static absl::StatusOr<UnfinishedFolder> Create(const std::string& out);

  // Removes those that were left in `out` by runs that were killed: folders
  // that are called so, but no links.
  static absl::Status RemoveOld(const std::string& out);

  UnfinishedFolder(UnfinishedFolder&& other) noexcept;
  UnfinishedFolder& operator=(UnfinishedFolder&&) = delete;
  ~UnfinishedFolder();

  const std::string& path() const { return path_; }

 private:
  explicit UnfinishedFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;  // empty if it was moved from
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_UNFINISHED_FOLDER_H_
