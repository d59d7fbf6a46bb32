// A test fixture: a folder in which tests run the pipeline with fake stages.

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
// Makes the folder of the file as well.
void WriteFile(const std::filesystem::path& path, const std::string& text);

// The paths at which two snapshots differ.
Names Differences(const Files& a, const Files& b);

Names Lines(const std::string& text);

// How a pipeline ended and what it printed.
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

  // Returns flags that run both rule sets into Out(), one after the other, and
  // the flags `more`.
  Names Flags(Names more = {}) const;

  // The stages that ran since the last call.
  Names TakeLog() const;
  // All stages of both rules, and the report.
  static const Names& AllStages();

  // Everything in Out() but what may differ between runs.
  Files Snapshot() const;
  // The unfinished folders in Out().
  Names Unfinished() const;

  // Starts the pipeline in Folder(), as the leader of a process group of its
  // own; its files are at most `file_bytes` long.
  // fake_stage.sh says what the environment can have the stages do; with
  // CLOSE_STDOUT, that is closed.
  pid_t Start(const Names& flags, const Environment& environment = {},
              rlim_t file_bytes = RLIM_INFINITY) const;

  // Waits for its end.
  Ended Finish(pid_t pid) const;

  Ended Run(const Names& flags, const Environment& environment = {}) const;

  // A run of both rules that ends well; what it made.
  Files RunWell() const;

  // Returns when a stage hangs that was told to.
  void AwaitHanging(const std::string& stage) const;

  // Starts it with a stage that hangs, "first/verify" say, half way through its
  // work, and returns when it does.
  pid_t StartHanging(const std::string& stage, const Names& flags,
                     const std::string& how = "hang") const;

 private:
  const std::filesystem::path folder_;
};

// Has a new Fixture for every test.
class PipelineTest : public testing::Test {
 protected:
  const Fixture fixture_{
      testing::UnitTest::GetInstance()->current_test_info()->name()};
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_TEST_FIXTURE_H_
