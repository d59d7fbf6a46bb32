#include "pipeline/folders.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Folders : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }

  // Runs `body` in another process and returns when the file `sign` exists.
  pid_t InAnotherProcess(const std::string& sign,
                         const std::function<void()>& body) {
    const pid_t pid = fork();
    if (pid == 0) {
      body();
      _exit(0);
    }
    while (!fs::exists(folder_ / sign)) std::this_thread::sleep_for(1ms);
    return pid;
  }

  void Make(const std::string& sign) { std::ofstream(folder_ / sign) << sign; }

  const fs::path folder_ = fs::path(testing::TempDir()) / "folders";
};

TEST_F(Folders, RefusesASecondPipelineUntilTheFirstEnds) {
  const pid_t first = InAnotherProcess("locked", [this] {
    if (LockFolder(folder_).ok()) Make("locked");
    pause();
  });
  const absl::Status status = LockFolder(folder_);
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_EQ(status.message(),
            folder_.string() + ": another pipeline uses this folder");
  kill(first, SIGKILL);
  waitpid(first, nullptr, 0);
  EXPECT_TRUE(LockFolder(folder_).ok());
}

TEST_F(Folders, WaitsForTheStagesOfAKilledPipeline) {
  const pid_t first = InAnotherProcess("started", [this] {
    if (LockFolder(folder_).ok() && fork() == 0) {
      execl("/bin/sh", "sh", "-c",
            "touch $0/started; sleep 0.3; touch $0/ended", folder_.c_str(),
            nullptr);
    }
    pause();
  });
  kill(first, SIGKILL);
  waitpid(first, nullptr, 0);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(LockFolder(folder_).ok());
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            folder_.string() +
                ": waiting until the stages of an earlier pipeline end\n");
  EXPECT_TRUE(fs::exists(folder_ / "ended"));
}

TEST_F(Folders, ErrorsNameAFolderThatCannotBeLocked) {
  const absl::Status status = LockFolder(folder_ / "none");
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_NE(status.message().find("folders/none"), absl::string_view::npos);
}

TEST_F(Folders, LockIsNeverALink) {
  for (const char* const name : {".lock", ".stage_lock"}) {
    fs::create_symlink(folder_ / "elsewhere", folder_ / name);
    EXPECT_FALSE(LockFolder(folder_).ok()) << name;
    EXPECT_FALSE(fs::exists(folder_ / "elsewhere"));
    fs::remove(folder_ / name);
  }
}

TEST_F(Folders, TemporaryFoldersAreInTMPDIR) {
  setenv("TMPDIR", folder_.c_str(), 1);
  const auto first = NewTemporaryFolder("x-");
  const auto second = NewTemporaryFolder("x-");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(*first, *second);
  EXPECT_EQ(fs::path(*first).parent_path(), folder_);
  EXPECT_TRUE(fs::is_empty(*first));
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  setenv("TMPDIR", ".", 1);
  EXPECT_TRUE(fs::path(*NewTemporaryFolder("x-")).is_absolute());
  fs::current_path(before);
  setenv("TMPDIR", "", 1);
  for (const bool is_set : {true, false}) {
    if (!is_set) unsetenv("TMPDIR");
    const auto folder = NewTemporaryFolder("x-");
    ASSERT_TRUE(folder.ok()) << folder.status();
    EXPECT_EQ(fs::path(*folder).parent_path(), "/tmp");
    fs::remove(*folder);
  }
}

TEST_F(Folders, ErrorsNameAWrongTMPDIR) {
  Make("file");
  for (const auto& [name, reason] :
       std::vector<std::pair<std::string, std::string>>{
           {"none", "No such file or directory"},
           {"file", "Not a directory"}}) {
    setenv("TMPDIR", (folder_ / name).c_str(), 1);
    EXPECT_EQ(NewTemporaryFolder("x-").status().message(),
              "cannot make a temporary folder in TMPDIR=" +
                  (folder_ / name).string() + ": " + reason);
  }
  unsetenv("TMPDIR");
}

}  // namespace
}  // namespace teeko::pipeline
