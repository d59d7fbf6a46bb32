// A stamp says from which files a stage made which: their SHA-256, in the form
// that sha256sum prints and checks.

#ifndef TEEKO_PIPELINE_STAMP_H_
#define TEEKO_PIPELINE_STAMP_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace teeko::pipeline {

struct StampedFile {
  std::string name;  // in the stamp
  std::string path;
};

// SHA-256 of a file, in hexadecimal.  NotFound if there is none,
// FailedPrecondition for what is no regular file, such as a symbolic link; with
// `follow`, links are followed.
absl::StatusOr<std::string> Sha256OfFile(const std::string& path,
                                         bool follow = false);

// The text of a stamp: a line for each file.  Of programs and other `inputs`
// links are followed.
absl::StatusOr<std::string> StampOf(const std::vector<StampedFile>& inputs,
                                    const std::vector<StampedFile>& outputs);

// OK if the file at `path` is the stamp of these.  NotFound if it or one of
// them is missing; FailedPrecondition names the first that has changed.
absl::Status CheckStamp(const std::string& path,
                        const std::vector<StampedFile>& inputs,
                        const std::vector<StampedFile>& outputs);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_STAMP_H_
