// A test fixture: runs the pipeline with fake stages in a temporary folder.

#ifndef TEEKO_PIPELINE_TEST_FIXTURE_H_
#define TEEKO_PIPELINE_TEST_FIXTURE_H_

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace teeko::pipeline {

using Names = std::vector<std::string>;
using Environment = std::map<std::string, std::string>;
using Files = std::map<std::string, std::string>;  // text by relative path

std::string ReadFile(const std::filesystem::path& path);
// Writes the file; makes its folder if needed.
void WriteFile(const std::filesystem::path& path, const std::string& text);

// Returns the paths of the files that differ, or that are in only one of the
// snapshots.
Names Differences(const Files& a, const Files& b);

Names Lines(const std::string& text);

// The exit status and the output of a pipeline.
struct Ended {
  int status;  // exit status, or minus the signal
  std::string out;
  std::string err;
};

// A folder with the files of two small rule sets, "first" and "second".
class Fixture {
 public:
  // Makes a new folder of this name; the destructor removes it.
  explicit Fixture(const std::string& name);
  ~Fixture();

  void WriteRules(const std::string& name, int columns) const;

  std::filesystem::path Folder() const { return folder_; }
  std::filesystem::path Out() const { return folder_ / "out"; }
  std::filesystem::path Out(const std::string& file) const {
    return Out() / file;
  }

  // Returns the flags that run both rule sets into Out(), one after the other,
  // followed by `more`.
  Names Flags(Names more = {}) const;

  // Returns the stages that ran since the last call, and clears the log.
  Names TakeLog() const;
  // Returns the stages of both rule sets, then the stages that run once, in the
  // order in which they run.
  static const Names& AllStages();

  // Returns the files in Out() that must be the same after every run.
  Files Snapshot() const;
  Names Unfinished() const;

  // Starts the pipeline in Folder(), as the leader of a new process group, and
  // limits each file that it writes to `file_bytes` bytes.  fake_stage.sh
  // describes the environment variables.  CLOSE_STDOUT closes stdout.
  pid_t Start(const Names& flags, const Environment& environment = {},
              rlim_t file_bytes = RLIM_INFINITY) const;

  Ended Finish(pid_t pid) const;

  Ended Run(const Names& flags, const Environment& environment = {}) const;

  // Runs both rule sets, expects success, and returns the snapshot.
  Files RunWell() const;

  void AwaitHanging(const std::string& stage) const;

  // Starts the pipeline with a stage ("first/verify") that hangs after it has
  // written half an output.  Returns when the stage hangs.
  pid_t StartHanging(const std::string& stage, const Names& flags,
                     const std::string& how = "hang") const;

 private:
  const std::filesystem::path folder_;
};

// Makes a new Fixture for every test.
class PipelineTest : public testing::Test {
 protected:
  const Fixture fixture_{
      testing::UnitTest::GetInstance()->current_test_info()->name()};
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_TEST_FIXTURE_H_
