// A folder for what is planted, the programs that make and check it, and what
// is right, for faults to be planted in: tables of boards so small that they
// are checked in milliseconds.

#ifndef TEEKO_AUDIT_FAULTS_FIXTURE_H_
#define TEEKO_AUDIT_FAULTS_FIXTURE_H_

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "audit/faults/campaign.h"
#include "kernel/kernel.h"
#include "proto/table_reader.h"
#include "teeko/proto/rules.pb.h"
#include "tools/cpp/runfiles/runfiles.h"
#include "verify/table.h"

namespace teeko::audit {

// A board, and what the right programs make of it.
struct Sample {
  Rules rules;
  kernel::Game game;
  std::string rules_path;
  std::string manifest_path;
  proto::TableReader table_a;
  proto::TableReader table_b;
  verify::Table table;

  const std::string& name() const { return rules.name(); }
};

// Const methods are thread-safe.
class Fixture {
 public:
  // Makes a folder for temporary files, which the destructor removes, and
  // samples: solved by both solvers, accepted by the verifier.
  static absl::StatusOr<std::unique_ptr<Fixture>> Create(
      const std::string& argv0);
  ~Fixture();
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  const std::string& folder() const { return folder_; }

  // A path in the folder that nobody else gets.
  std::string NewPath() const;

  // A file of the workspace: "verify/verify".
  std::string Runfile(absl::string_view path) const;

  // Runs one of the workspace's programs.  FailedPrecondition if it ended with
  // status 1, which is how programs refuse something, and Internal for other
  // ends, such as a crash, both with what it printed; `output` gets that, too.
  absl::Status Run(absl::string_view program,
                   const std::vector<std::string>& arguments,
                   std::string* output = nullptr) const;

  // The last is much larger than the others.
  const std::vector<Sample>& samples() const { return samples_; }
  // One of them, seldom the last.
  const Sample& AnySample(Random& random) const;

 private:
  Fixture() = default;
  absl::Status AddSample(const std::string& rules_path);

  std::string folder_;
  std::unique_ptr<bazel::tools::cpp::runfiles::Runfiles> runfiles_;
  mutable std::atomic<uint64_t> paths_ = 0;
  std::vector<Sample> samples_;
};

// Writes a file, or ends the program: a fault that was not planted would count
// as caught.
void WriteOrDie(const std::string& path, absl::string_view contents);

// A file that lasts as long as this does, written so.
struct TemporaryFile {
  TemporaryFile(const Fixture& fixture, absl::string_view contents)
      : path(fixture.NewPath()) {
    WriteOrDie(path, contents);
  }
  ~TemporaryFile() { std::filesystem::remove(path); }

  const std::string path;
};

// Caught if a program that was run so refused and said `words`.  `fault`
// describes what was missed.
Missed MissedUnlessRefused(const absl::Status& status, absl::string_view words,
                           absl::string_view fault);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_FAULTS_FIXTURE_H_
