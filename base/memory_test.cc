#include "base/memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/base/config.h"
#include "base/estimate.h"
#include "base/files.h"

namespace teeko::base {
namespace {

using ::testing::AllOf;
using ::testing::ExitedWithCode;
using ::testing::HasSubstr;

// Simulates the files of Linux that describe a machine's memory.  Each test
// writes the files that it needs.
class AvailableMemoryTest : public ::testing::Test {
 protected:
  AvailableMemoryTest() {
    std::filesystem::remove_all(root_);
    Make("/proc/meminfo",
         "MemTotal:       16000000 kB\nMemAvailable:    8000000 kB\n");
  }

  void Make(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(
        std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }

  uint64_t Available() const { return AvailableMemoryBytes(root_); }

  const std::string root_ = ::testing::TempDir() + "/machine";
};

constexpr uint64_t kAll = 8'000'000ull << 10;

TEST_F(AvailableMemoryTest, IsTheNumberThatLinuxReports) {
  EXPECT_EQ(Available(), kAll);
  // Without information there is no limit.
  std::filesystem::remove(root_ + "/proc/meminfo");
  EXPECT_EQ(Available(), UINT64_MAX >> 10 << 10);
}

TEST_F(AvailableMemoryTest, IsLimitedByAllControlGroups) {
  Make("/proc/self/cgroup", "4:memory:/other\n0::/outer/inner\n");
  Make("/sys/fs/cgroup/outer/inner/memory.max", "max\n");
  Make("/sys/fs/cgroup/outer/inner/memory.current", "500\n");
  EXPECT_EQ(Available(), kAll);
  Make("/sys/fs/cgroup/outer/memory.max", "1000000\n");
  Make("/sys/fs/cgroup/outer/memory.current", "300000\n");
  EXPECT_EQ(Available(), 700'000u);
  Make("/sys/fs/cgroup/outer/inner/memory.max", "600000\n");
  EXPECT_EQ(Available(), 599'500u);
  Make("/sys/fs/cgroup/memory.max", "200000\n");
  EXPECT_EQ(Available(), 200'000u);
  Make("/sys/fs/cgroup/memory.current", "200001\n");
  EXPECT_EQ(Available(), 0u);
}

TEST_F(AvailableMemoryTest, CountsIdleFileContentsAsFree) {
  Make("/proc/self/cgroup", "0::/\n");
  Make("/sys/fs/cgroup/memory.max", "1000\n");
  Make("/sys/fs/cgroup/memory.current", "900\n");
  Make("/sys/fs/cgroup/memory.stat", "anon 1\ninactive_file 600\n");
  EXPECT_EQ(Available(), 700u);
}

// Changes the limit of its process, so a test must call it in a new process.
[[noreturn]] void ExitUnlessAddressSpaceCounts(const std::string& root) {
  const rlimit limit = {3'000'000'000, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) std::exit(2);
  std::exit(AvailableMemoryBytes(root) == 3'000'000'000 - 1'024'000 ? 0 : 1);
}

TEST_F(AvailableMemoryTest, IsLimitedByTheAddressSpace) {
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
  GTEST_SKIP() << "ASan reserves terabytes of address space";
#endif
  Make("/proc/self/status", "Name:\tx\nVmSize:\t    1000 kB\n");
  EXPECT_EXIT(ExitUnlessAddressSpaceCounts(root_), ExitedWithCode(0), "");
}

TEST(AvailableMemory, OfThisMachineIsPlausible) {
  EXPECT_GT(AvailableMemoryBytes(), 1'000'000u);
  EXPECT_LT(AvailableMemoryBytes(), UINT64_MAX >> 10);
}

TEST(MemoryLimitBytes, DefaultsToAvailableMemory) {
  EXPECT_EQ(MemoryLimitBytes(1), 1'000'000u);
  EXPECT_EQ(MemoryLimitBytes(18446744073709), 18446744073709'000'000u);
  // The number of bytes does not fit into 64 bits.
  EXPECT_EQ(MemoryLimitBytes(18446744073710), 18446744073709'000'000u);
  EXPECT_EQ(MemoryLimitBytes(UINT64_MAX), 18446744073709'000'000u);
  // Other processes use and free memory while this runs.
  EXPECT_NEAR(MemoryLimitBytes(0), AvailableMemoryBytes(),
              AvailableMemoryBytes() / 2);
}

TEST(CheckMemory, NamesTheEstimateAndTheLimit) {
  EXPECT_TRUE(CheckMemory(1'000'000, 1'000'000).ok());
  EXPECT_FALSE(CheckMemory(1'000'001, 1'000'000).ok());
  EXPECT_THAT(std::string(CheckMemory(5'000'000'000, 2'000'000).message()),
              AllOf(HasSubstr("5,000 MB"), HasSubstr("2 MB")));
  EXPECT_THAT(std::string(CheckMemory(UINT64_MAX, 2'000'000).message()),
              HasSubstr("18,446,744,073,710 MB"));
}

TEST(WriteEstimate, WritesTheTextForm) {
  const std::string path = testing::TempDir() + "/estimate";
  Estimate estimate;
  estimate.set_peak_memory_bytes(UINT64_MAX);
  estimate.set_positions(38'222'564'668.0);
  ASSERT_TRUE(WriteEstimate(estimate, path).ok());
  EXPECT_EQ(*ReadFile(path),
            "peak_memory_bytes: 18446744073709551615\n"
            "positions: 38222564668\n");
}

}  // namespace
}  // namespace teeko::base
