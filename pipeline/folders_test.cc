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
#include "pipeline/folder_lock.h"
#include "pipeline/unfinished_folder.h"

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

  const fs::path folder_ = fs::path(testing::TempDir()) / "folders";
};

TEST_F(Folders, RefusesASecondPipelineUntilTheFirstIsGone) {
  const pid_t first = InAnotherProcess("locked", [this] {
    const auto lock = FolderLock::Take(folder_.string());
    if (lock.ok()) Make("locked");
    pause();
  });
  const absl::Status status = FolderLock::Take(folder_.string()).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_EQ(status.message(),
            "another pipeline is at work in " + folder_.string());
  kill(first, SIGKILL);
  waitpid(first, nullptr, 0);
  EXPECT_TRUE(FolderLock::Take(folder_.string()).ok());
}

TEST_F(Folders, WaitsForTheStageOfAPipelineThatWasKilled) {
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

TEST_F(Folders, SaysWhichFolderCannotBeLocked) {
  const absl::Status status =
      FolderLock::Take((folder_ / "none").string()).status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_NE(status.message().find("folders/none"), absl::string_view::npos);
}

TEST_F(Folders, LockIsNeverALink) {
  for (const char* const name : {".lock", ".stage_lock"}) {
    fs::create_symlink(folder_ / "elsewhere", folder_ / name);
    EXPECT_FALSE(FolderLock::Take(folder_.string()).ok()) << name;
    EXPECT_FALSE(fs::exists(folder_ / "elsewhere"));
    fs::remove(folder_ / name);
  }
}

TEST_F(Folders, UnfinishedOnesAreNewAndGoWithWhatIsInThem) {
  fs::path first, second;
  {
    auto a = UnfinishedFolder::Create(folder_.string());
    auto b = UnfinishedFolder::Create(folder_.string());
    ASSERT_TRUE(a.ok() && b.ok());
    const UnfinishedFolder moved = *std::move(a);
    first = moved.path();
    second = b->path();
    EXPECT_NE(first, second);
    EXPECT_EQ(first.parent_path(), folder_);
    Make(first.filename() / "file");
    EXPECT_TRUE(fs::exists(first / "file"));
  }
  EXPECT_FALSE(fs::exists(first));
  EXPECT_FALSE(fs::exists(second));
  EXPECT_FALSE(UnfinishedFolder::Create("/no/such/folder").ok());
}

TEST_F(Folders, OldUnfinishedOnesAreRemovedButNothingElse) {
  fs::create_directories(folder_ / ".unfinished-abcdef/deep");
  Make(".unfinished-abcdef/deep/file");
  fs::create_directory(folder_ / "mine");
  Make("mine/file");
  fs::create_symlink(folder_ / "mine", folder_ / ".unfinished-link");
  fs::create_symlink(folder_ / "mine", folder_ / ".unfinished-abcdef/link");
  Make(".unfinished-file");
  ASSERT_TRUE(UnfinishedFolder::RemoveOld(folder_.string()).ok());
  EXPECT_FALSE(fs::exists(folder_ / ".unfinished-abcdef"));
  EXPECT_TRUE(fs::exists(folder_ / "mine/file"));
  EXPECT_TRUE(fs::exists(folder_ / ".unfinished-link"));
  EXPECT_TRUE(fs::exists(folder_ / ".unfinished-file"));
  EXPECT_FALSE(UnfinishedFolder::RemoveOld("/no/such/folder").ok());
}

}  // namespace
}  // namespace teeko::pipeline
