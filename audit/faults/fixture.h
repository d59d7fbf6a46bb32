// The valid data in which faults are planted, the programs that make and check
// this data, and a temporary folder.

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
#include "verify/table_for_test.h"

namespace teeko::audit {

// A board and the valid files that the programs made for it.
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

// Samples, programs and a temporary folder.  Const methods are thread-safe.
class Fixture {
 public:
  // Makes the samples with both solvers and the verifier, in a temporary folder
  // that the destructor removes.
  static absl::StatusOr<std::unique_ptr<Fixture>> Create(
      const std::string& argv0);
  ~Fixture();
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  const std::string& folder() const { return folder_; }

  // Returns a new path in the folder, different for every call.
  std::string NewPath() const;

  // Returns the path of a file of the workspace, for example "verify/verify".
  std::string Runfile(absl::string_view path) const;

  // Runs a program of the workspace.  If `output` is not null, sets it to the
  // output of the program.  OK if the exit status is 0.  FailedPrecondition if
  // it is 1: the program refused its input.  Internal if the program ended in
  // another way, for example with a crash.  The message of an error contains
  // the output of the program.
  absl::Status Run(absl::string_view program,
                   const std::vector<std::string>& arguments,
                   std::string* output = nullptr) const;

  // The last sample is much larger than the others.
  const std::vector<Sample>& samples() const { return samples_; }
  // Returns a random sample, seldom the last one.
  const Sample& AnySample(Random& random) const;

 private:
  Fixture() = default;
  absl::Status AddSample(const std::string& rules_path);

  std::string folder_;
  std::unique_ptr<bazel::tools::cpp::runfiles::Runfiles> runfiles_;
  mutable std::atomic<uint64_t> paths_ = 0;
  std::vector<Sample> samples_;
};

// Writes a file.  Aborts the program if this fails: a checker would refuse the
// missing file, and the fault would wrongly count as caught.
void WriteOrDie(const std::string& path, absl::string_view contents);

// A file with these contents; the destructor removes it.
struct TemporaryFile {
  TemporaryFile(const Fixture& fixture, absl::string_view contents)
      : path(fixture.NewPath()) {
    WriteOrDie(path, contents);
  }
  ~TemporaryFile() { std::filesystem::remove(path); }

  const std::string path;
};

// `status` is the result of Fixture::Run.  Returns nullopt (caught) if the
// program refused its input with a message that contains `words`.  Otherwise
// returns a text with `fault`, a description of the fault.
Missed MissedUnlessRefused(const absl::Status& status, absl::string_view words,
                           absl::string_view fault);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_FAULTS_FIXTURE_H_
