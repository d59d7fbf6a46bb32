// Stops runs and resumes them.  Nothing is lost, or an error names the damaged
// file.

#include "base/checkpoint.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/blocks.h"
#include "base/files.h"
#include "base/local_processes_for_test.h"
#include "base/status.h"

// pwrite fails as if the disk were full when `writes` is `write_that_fails`.
std::atomic<int> writes = 0;
std::atomic<int> write_that_fails = -1;

extern "C" ssize_t pwrite(int file, const void* buffer, size_t bytes,
                          off_t offset) {
  if (writes++ == write_that_fails) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, file, buffer, bytes, offset);
}

namespace teeko::base {
namespace {

namespace fs = std::filesystem;

std::string Directory() { return ::testing::TempDir() + "/checkpoint"; }
std::string RecordPath() { return Directory() + "/count.record"; }

void MakeDirectory() {
  fs::remove_all(Directory());
  fs::create_directories(Directory());
}

struct Options {
  int processes = 2;
  bool resume = true;
  std::string input = "rules";
  std::string directory = Directory();
  absl::Duration interval = absl::ZeroDuration();
  int failing_write = -1;
};

// Counts to 5, and saves each number in its own data files.  Sets `first` to
// the number at which the run began.
absl::Status Count(const Options& options, int& first) {
  writes = 0;
  write_that_fails = options.failing_write;
  LocalNetwork network(options.processes);
  const auto statuses =
      network.Run({}, [&](Processes& processes) -> absl::Status {
        ASSIGN_OR_RETURN(const std::unique_ptr<Checkpoint> checkpoint,
                         Checkpoint::Open({.directory = options.directory,
                                           .resume = options.resume,
                                           .interval = options.interval},
                                          "count", options.input, processes));
        int number = 0;
        const CheckpointRecord& record = checkpoint->record();
        for (int i = 0; i < record.entries_size(); ++i) {
          ASSIGN_OR_RETURN(const std::string data,
                           ReadFile(checkpoint->DataPath(
                               record.series(), i, record.entries_size())));
          if (data != record.entries(i)) return absl::DataLossError("data");
          number = data[0];
        }
        if (processes.process() == 0) first = number;
        while (++number <= 5) {
          ASSIGN_OR_RETURN(const bool due, checkpoint->IsDue());
          if (!due) continue;
          const std::string series = absl::StrCat("number_", number);
          const std::string data = {static_cast<char>(number),
                                    static_cast<char>(processes.process())};
          ASSIGN_OR_RETURN(const auto file,
                           RandomAccessFile::Open(
                               checkpoint->DataPath(series, processes.process(),
                                                    processes.process_count()),
                               O_RDWR | O_CREAT | O_TRUNC));
          RETURN_IF_ERROR(file->Append(BytesOf(data)).status());
          RETURN_IF_ERROR(file->Flush());
          RETURN_IF_ERROR(checkpoint->Save(series, data));
        }
        RETURN_IF_ERROR(processes.Shutdown());
        checkpoint->Remove();
        return absl::OkStatus();
      });
  write_that_fails = -1;
  return statuses[0];
}

absl::Status Count(const Options& options = {}) {
  int first;
  return Count(options, first);
}

TEST(Checkpoint, IsResumedAfterAnyWriteByAnyNumberOfProcesses) {
  for (int write = 0; write < 10; ++write) {
    fs::remove_all(Directory());
    EXPECT_EQ(Count({.resume = false, .failing_write = write}).code(),
              absl::StatusCode::kResourceExhausted);
    int first;
    EXPECT_TRUE(Count({.processes = write % 4 + 1}, first).ok());
    EXPECT_EQ(first, write / 2);
    EXPECT_FALSE(fs::exists(Directory()));
  }
}

TEST(Checkpoint, HasTheFilesOfTheLastRecordOnly) {
  MakeDirectory();
  EXPECT_FALSE(Count({.failing_write = 6}).ok());
  EXPECT_FALSE(Count({.processes = 3, .failing_write = 3}).ok());
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(Directory())) {
    names.insert(entry.path().filename());
  }
  // A run may have left data files of the next number.
  for (const char* const number :
       {"count.number_5.0.of.3", "count.number_5.1.of.3",
        "count.number_5.2.of.3"}) {
    names.erase(number);
  }
  EXPECT_EQ(names, (std::set<std::string>{
                       "count.lock", "count.record", "count.number_4.0.of.3",
                       "count.number_4.1.of.3", "count.number_4.2.of.3"}));
}

TEST(Checkpoint, IsSavedSoonAfterAChangeOfProcesses) {
  MakeDirectory();
  EXPECT_FALSE(Count({.failing_write = 4}).ok());
  EXPECT_FALSE(
      Count({.processes = 1, .interval = absl::Hours(1), .failing_write = 0})
          .ok());
  EXPECT_TRUE(Count({.interval = absl::Hours(1), .failing_write = 0}).ok());
}

TEST(Checkpoint, IsNotOverwrittenByAnotherRun) {
  MakeDirectory();
  EXPECT_FALSE(Count({.failing_write = 4}).ok());
  EXPECT_EQ(Count({.resume = false}).message(),
            RecordPath() +
                ": a checkpoint exists: resume from it with "
                "--resume, or remove it");
  EXPECT_TRUE(Count().ok());
}

TEST(Checkpoint, IsLockedByOneRun) {
  MakeDirectory();
  Processes alone;
  auto checkpoint =
      *Checkpoint::Open({.directory = Directory()}, "count", "", alone);
  EXPECT_EQ(Count().message(),
            Directory() + ": the directory is in use by another count");
  checkpoint.reset();
  EXPECT_TRUE(Count().ok());
}

TEST(Checkpoint, RefusesASymbolicLink) {
  const std::string mine = ::testing::TempDir() + "/mine";
  for (const char* const name : {"count.number_1.0.of.1", "count.lock"}) {
    MakeDirectory();
    ASSERT_TRUE(WriteFile(mine, "mine").ok());
    fs::create_symlink(mine, Directory() + "/" + name);
    EXPECT_EQ(Count({.processes = 1}).message(),
              absl::StrCat("cannot open ", Directory(), "/", name,
                           ": expected a regular file, got a symbolic link"));
    EXPECT_EQ(*ReadFile(mine), "mine");
  }
}

TEST(Checkpoint, RefusesAPipe) {
  MakeDirectory();
  ASSERT_EQ(mkfifo(RecordPath().c_str(), 0666), 0);
  EXPECT_TRUE(absl::StrContains(Count().message(), RecordPath()));
}

TEST(Checkpoint, LeavesForeignFiles) {
  MakeDirectory();
  const std::vector<std::string> names = {
      "count.number_1.0.of.2.txt", "count.notes.of.mine", "count.record.txt"};
  for (const std::string& name : names) {
    ASSERT_TRUE(WriteFile(Directory() + "/" + name, "mine").ok());
  }
  for (const char* const name :
       {"count.number_9.0.of.2", "count.record.0123456789abcdef.partial"}) {
    ASSERT_TRUE(WriteFile(Directory() + "/" + name, "old").ok());
  }
  EXPECT_TRUE(Count().ok());
  std::set<std::string> left;
  for (const fs::directory_entry& entry : fs::directory_iterator(Directory())) {
    left.insert(entry.path().filename());
  }
  EXPECT_EQ(left, std::set<std::string>(names.begin(), names.end()));
}

TEST(Checkpoint, LeavesALinkToItsDirectory) {
  const std::string link = ::testing::TempDir() + "/link";
  MakeDirectory();
  fs::remove(link);
  fs::create_symlink(Directory(), link);
  EXPECT_TRUE(Count({.directory = link}).ok());
  EXPECT_TRUE(fs::is_symlink(link));
}

TEST(Checkpoint, IsSavedWhenItIsDue) {
  MakeDirectory();
  EXPECT_TRUE(Count({.interval = absl::Hours(1), .failing_write = 0}).ok());
  EXPECT_TRUE(Count({.directory = "", .failing_write = 0}).ok());
}

TEST(Checkpoint, NamesARecordThatIsDamaged) {
  MakeDirectory();
  EXPECT_FALSE(Count({.failing_write = 4}).ok());
  const std::string record = *ReadFile(RecordPath());
  const auto expect_named = [](const std::string& damaged) {
    ASSERT_TRUE(WriteFile(RecordPath(), damaged).ok());
    EXPECT_EQ(Count().message(), RecordPath() + ": damaged: checksum mismatch");
  };
  for (size_t bit = 0; bit < 8 * record.size(); ++bit) {
    std::string damaged = record;
    damaged[bit / 8] ^= 1 << bit % 8;
    expect_named(damaged);
  }
  for (size_t size = 0; size < record.size(); ++size) {
    expect_named(record.substr(0, size));
  }
  ASSERT_TRUE(WriteFile(RecordPath(), record).ok());
  EXPECT_EQ(
      Count({.input = "other rules"}).message(),
      RecordPath() +
          ": checkpoint of other rules or another program version: remove "
          "the checkpoint, or use another directory");
  EXPECT_TRUE(Count().ok());
}

}  // namespace
}  // namespace teeko::base
