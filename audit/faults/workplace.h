// A folder for what is planted, and the programs that make and check it.

#ifndef TEEKO_AUDIT_FAULTS_WORKPLACE_H_
#define TEEKO_AUDIT_FAULTS_WORKPLACE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "audit/faults/campaign.h"
#include "tools/cpp/runfiles/runfiles.h"

namespace teeko::faults {

// How a program ended.
struct Ended {
  int status;          // the exit status; 128 and more for signals
  std::string output;  // stdout and stderr
};

// Const methods are thread-safe.
class Workplace {
 public:
  // Makes a folder for temporary files; the destructor removes it.
  static absl::StatusOr<std::unique_ptr<Workplace>> Create(
      const std::string& argv0);
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const std::string& folder() const { return folder_; }

  // A path in the folder that nobody else gets.
  std::string NewPath() const;

  // A file of the workspace: "verify/verify".
  std::string Runfile(absl::string_view path) const;

  // Runs one of the workspace's programs.
  Ended Run(absl::string_view program,
            const std::vector<std::string>& arguments) const;
  // Internal, with what it said, if it does not end with status 0.
  absl::Status RunOrFail(absl::string_view program,
                         const std::vector<std::string>& arguments) const;

 private:
  Workplace() = default;
  std::string folder_;
  std::unique_ptr<bazel::tools::cpp::runfiles::Runfiles> runfiles_;
  mutable std::atomic<uint64_t> paths_ = 0;
};

// Writes a file, or ends the program: a fault that was not planted would count
// as caught.
void WriteOrDie(const std::string& path, absl::string_view contents);

// A file that lasts as long as this does, written so.
class TemporaryFile {
 public:
  TemporaryFile(const Workplace& workplace, absl::string_view content);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Caught if the program ended with status 1 and said `words`; a crash does not
// count.  `fault` describes what was missed.
Missed MissedUnlessRefused(const Ended& ended, absl::string_view words,
                           absl::string_view fault);

}  // namespace teeko::faults

#endif  // TEEKO_AUDIT_FAULTS_WORKPLACE_H_
