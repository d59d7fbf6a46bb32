#include "pipeline/folder_lock.h"

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

#include "absl/status/status.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class FolderLockTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }

  // Runs `body` in a process of its own and returns when it has made `sign`.
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

  const fs::path folder_ = fs::path(testing::TempDir()) / "folder_lock";
};

TEST_F(FolderLockTest, RefusesASecondPipelineUntilTheFirstIsGone) {
  const pid_t first = InAnotherProcess("locked", [this] {
    const auto lock = FolderLock::Take(folder_.string());
    if (lock.ok()) Make("locked");
    pause();
  });
  const absl::Status status = FolderLock::Take(folder_.string()).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  kill(first, SIGKILL);
  waitpid(first, nullptr, 0);
  EXPECT_TRUE(FolderLock::Take(folder_.string()).ok());
}

TEST_F(FolderLockTest, WaitsForTheStageOfAPipelineThatWasKilled) {
  const pid_t first = InAnotherProcess("started", [this] {
    const auto lock = FolderLock::Take(folder_.string());
    if (fork() == 0) {
      execl("/bin/sh", "sh", "-c",
            "touch $0/started; sleep 0.3; touch $0/ended", folder_.c_str(),
            nullptr);
    }
    pause();
  });
  kill(first, SIGKILL);
  waitpid(first, nullptr, 0);
  EXPECT_TRUE(FolderLock::Take(folder_.string()).ok());
  EXPECT_TRUE(fs::exists(folder_ / "ended"));
}

TEST_F(FolderLockTest, SaysWhichFolderCannotBeLocked) {
  const absl::Status status =
      FolderLock::Take((folder_ / "none").string()).status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_NE(status.message().find("folder_lock/none"), absl::string_view::npos);
}

}  // namespace
}  // namespace teeko::pipeline
