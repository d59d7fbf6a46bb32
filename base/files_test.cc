#include "base/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>

namespace {
// The most bytes that one call of read or write transfers.  Calls in between
// are interrupted by a signal.
size_t most_at_once = SIZE_MAX;

bool IsInterrupted(size_t bytes) {
  static bool interrupt = false;
  if (bytes <= most_at_once || !(interrupt = !interrupt)) return false;
  errno = EINTR;
  return true;
}
}  // namespace

// Replaces the C library's function.
extern "C" ssize_t write(int descriptor, const void* data, size_t bytes) {
  if (IsInterrupted(bytes)) return -1;
  return syscall(SYS_write, descriptor, data, std::min(bytes, most_at_once));
}
extern "C" ssize_t read(int descriptor, void* data, size_t bytes) {
  if (IsInterrupted(bytes)) return -1;
  return syscall(SYS_read, descriptor, data, std::min(bytes, most_at_once));
}

namespace teeko::base {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Gives each test its own directory, empty at first.
class FilesTest : public ::testing::Test {
 protected:
  FilesTest() {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }

  std::string Path(const std::string& name) const { return folder_ / name; }

  int Entries() const {
    return std::distance(fs::directory_iterator(folder_), {});
  }

  const fs::path folder_ = fs::path(::testing::TempDir()) / "files";
};

TEST_F(FilesTest, ReadsWhatWasWritten) {
  const std::string contents(200'001, 'x');
  ASSERT_TRUE(WriteFile(Path("x"), contents).ok());
  EXPECT_EQ(*ReadFile(Path("x")), contents);
  ASSERT_TRUE(WriteFile(Path("x"), "").ok());
  EXPECT_EQ(*ReadFile(Path("x")), "");
  EXPECT_EQ(Entries(), 1);
}

TEST_F(FilesTest, ContinuesAfterPartialReadsAndWrites) {
  most_at_once = 3;
  const absl::Status status = WriteFile(Path("x"), "abcdefghij");
  const absl::StatusOr<std::string> read = ReadFile(Path("x"));
  most_at_once = SIZE_MAX;
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(*ReadFile(Path("x")), "abcdefghij");
  EXPECT_EQ(*read, "abcdefghij");
}

TEST_F(FilesTest, DescriptorsAreReadFromTheirOffset) {
  ASSERT_TRUE(WriteFile(Path("x"), "abcdef").ok());
  const int file = open(Path("x").c_str(), O_RDONLY);
  char taken[2];
  ASSERT_EQ(read(file, taken, sizeof taken), 2);
  EXPECT_EQ(*ReadFile("/dev/fd/" + std::to_string(file)), "cdef");
  ASSERT_EQ(lseek(file, 3, SEEK_SET), 3);
  EXPECT_EQ(*ReadFile("/proc/self/fd/" + std::to_string(file)), "def");
  ASSERT_EQ(lseek(file, 4, SEEK_SET), 4);
  const int before = dup(STDIN_FILENO);
  dup2(file, STDIN_FILENO);
  EXPECT_EQ(*ReadFile("/dev/stdin"), "ef");
  dup2(before, STDIN_FILENO);
  close(before);
  close(file);
  EXPECT_THAT(
      std::string(
          ReadFile("/dev/fd/" + std::to_string(file)).status().message()),
      HasSubstr("Bad file descriptor"));
}

TEST_F(FilesTest, SocketsAreRead) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  ASSERT_TRUE(WriteAll(ends[1], "abc"));
  close(ends[1]);
  EXPECT_EQ(*ReadFile("/dev/fd/" + std::to_string(ends[0])), "abc");
  close(ends[0]);
}

TEST_F(FilesTest, WaitsForNonBlockingPipes) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const std::string contents(1'000'000, 'x');
  std::thread writer([&] {
    // At first there is nothing to read, and later no room to write.
    usleep(20'000);
    EXPECT_TRUE(WriteAll(ends[1], contents));
    close(ends[1]);
  });
  EXPECT_EQ(*ReadFile("/dev/fd/" + std::to_string(ends[0])), contents);
  writer.join();
  close(ends[0]);
}

TEST_F(FilesTest, ReportsReadErrors) {
  const absl::Status missing = ReadFile(Path("x")).status();
  EXPECT_TRUE(absl::IsNotFound(missing));
  EXPECT_THAT(std::string(missing.message()),
              HasSubstr("cannot read " + Path("x")));
  EXPECT_FALSE(ReadFile(folder_).ok());
  ASSERT_TRUE(WriteFile(Path("x"), "12345").ok());
  EXPECT_TRUE(ReadFile(Path("x"), 5).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(ReadFile(Path("x"), 4).status()));
}

TEST_F(FilesTest, OpensRegularFilesOnly) {
  const auto opens = [this](const std::string& name, int flags, bool follow) {
    const absl::StatusOr<int> file = OpenRegularFile(Path(name), flags, follow);
    if (!file.ok()) return std::string(file.status().message());
    EXPECT_EQ(fcntl(*file, F_GETFD), FD_CLOEXEC);
    close(*file);
    return std::string("opened");
  };
  EXPECT_THAT(opens("x", O_RDONLY, false), HasSubstr("No such file"));
  EXPECT_EQ(opens("x", O_RDWR | O_CREAT, false), "opened");
  fs::create_symlink("x", Path("link"));
  EXPECT_EQ(opens("link", O_RDONLY, true), "opened");
  EXPECT_EQ(opens("link", O_RDONLY, false),
            "cannot open " + Path("link") +
                ": expected a regular file, got a symbolic link");
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0666), 0);
  fs::create_symlink("pipe", Path("link_to_pipe"));
  for (const char* pipe : {"pipe", "link_to_pipe"}) {
    EXPECT_THAT(opens(pipe, O_RDONLY, true),
                HasSubstr("got another kind of file"));
  }
  EXPECT_THAT(opens(".", O_RDONLY, false), HasSubstr("got a directory"));
}

TEST_F(FilesTest, ReadsAndRemovesRegularFilesOnly) {
  ASSERT_TRUE(WriteFile(Path("x"), "mine").ok());
  fs::create_symlink("x", Path("link"));
  EXPECT_EQ(*ReadRegularFile(Path("link")), "mine");
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0666), 0);
  EXPECT_TRUE(
      absl::IsFailedPrecondition(ReadRegularFile(Path("pipe")).status()));
  for (const char* const name : {"pipe", "link", ""}) {
    EXPECT_TRUE(absl::IsFailedPrecondition(RemoveRegularFile(Path(name))));
  }
  EXPECT_TRUE(RemoveRegularFile(Path("x")).ok());
  EXPECT_FALSE(fs::exists(Path("x")));
  EXPECT_TRUE(RemoveRegularFile(Path("x")).ok());
}

TEST_F(FilesTest, AFileAppearsOnlyWhenItIsCommitted) {
  ASSERT_TRUE(WriteFile(Path("x"), "old").ok());
  {
    auto file = OutputFile::Create(Path("x"));
    ASSERT_TRUE(file.ok()) << file.status();
    ASSERT_TRUE((*file)->Write("new", 3).ok());
    EXPECT_EQ(*ReadFile(Path("x")), "old");
    EXPECT_EQ(Entries(), 2);
  }
  EXPECT_EQ(*ReadFile(Path("x")), "old");
  EXPECT_EQ(Entries(), 1);
}

TEST_F(FilesTest, TheNameBeforeCommitIsRandom) {
  const auto partial_name = [this] {
    const auto file = OutputFile::Create(Path("x"));
    return fs::directory_iterator(folder_)->path().filename().string();
  };
  const std::string name = partial_name();
  EXPECT_THAT(name, ::testing::MatchesRegex("x\\.[0-9a-f]{16}\\.partial"));
  EXPECT_NE(name, partial_name());
}

TEST_F(FilesTest, NewFilesHaveDefaultPermissions) {
  const mode_t old = umask(027);
  ASSERT_TRUE(WriteFile(Path("x"), "").ok());
  umask(old);
  EXPECT_EQ(fs::status(Path("x")).permissions(), fs::perms{0640});
}

TEST_F(FilesTest, AFullDiskLeavesTheOldFile) {
  ASSERT_TRUE(WriteFile(Path("x"), "old").ok());
  // A limit on the size of files simulates a full disk.
  rlimit old_limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const rlimit limit = {.rlim_cur = 4096, .rlim_max = old_limit.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const absl::Status status = WriteFile(Path("x"), std::string(5000, 'x'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("cannot write " + Path("x")));
  EXPECT_EQ(*ReadFile(Path("x")), "old");
  EXPECT_EQ(Entries(), 1);
}

TEST_F(FilesTest, OnlyRegularFilesAreReplaced) {
  ASSERT_TRUE(WriteFile(Path("target"), "old").ok());
  fs::create_symlink("target", Path("link"));
  fs::create_symlink("nowhere", Path("broken_link"));
  fs::create_directory(Path("folder"));
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0666), 0);
  std::vector<std::pair<std::string, std::string>> cases = {
      {"link", "symbolic link"},
      {"broken_link", "symbolic link"},
      {"folder", "directory"},
      {"pipe", "another kind of file"}};
  // Only root may make a device, and not in every sandbox.
  if (mknod(Path("device").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0) {
    cases.emplace_back("device", "another kind of file");
  }
  const int entries = Entries();
  for (const auto& [name, what] : cases) {
    const fs::file_type type = fs::symlink_status(Path(name)).type();
    const absl::Status status = WriteFile(Path(name), "new");
    EXPECT_TRUE(absl::IsFailedPrecondition(status)) << name;
    EXPECT_THAT(std::string(status.message()), HasSubstr(what));
    EXPECT_EQ(fs::symlink_status(Path(name)).type(), type);
  }
  EXPECT_EQ(*ReadFile(Path("target")), "old");
  EXPECT_FALSE(fs::exists(Path("nowhere")));
  EXPECT_EQ(Entries(), entries);
}

TEST_F(FilesTest, AnotherFileAtThePathIsNotReplaced) {
  auto file = OutputFile::Create(Path("x"));
  ASSERT_TRUE(file.ok());
  fs::create_symlink("nowhere", Path("x"));
  EXPECT_TRUE(absl::IsFailedPrecondition((*file)->Commit()));
  EXPECT_TRUE(fs::is_symlink(Path("x")));
}

TEST_F(FilesTest, ReportsWriteErrors) {
  EXPECT_THAT(std::string(WriteFile("/dev/null/x", "").message()),
              HasSubstr("cannot write /dev/null/x"));
  EXPECT_THAT(std::string(WriteFile(Path("no/x"), "").message()),
              HasSubstr("cannot create " + Path("no/x")));
}

}  // namespace
}  // namespace teeko::base
