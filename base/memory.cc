#include "base/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/numbers.h"

namespace teeko::base {
namespace {

std::string Megabytes(uint64_t bytes) {
  return absl::StrCat(WithCommas(bytes / 1'000'000 + (bytes % 1'000'000 != 0)),
                      " MB");
}

// Returns the number after `key` in a file of Linux, such as /proc/meminfo.
// Returns `otherwise` if the file or the key is missing.
uint64_t NumberIn(const std::string& path, absl::string_view key,
                  uint64_t otherwise) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    absl::string_view rest = line;
    uint64_t number;
    if (absl::ConsumePrefix(&rest, key) &&
        absl::SimpleAtoi(
            absl::StripSuffix(absl::StripAsciiWhitespace(rest), " kB"),
            &number)) {
      return number;
    }
  }
  return otherwise;
}

uint64_t Left(uint64_t limit, uint64_t used) {
  return limit - std::min(used, limit);
}

// Returns the memory that the control group (version 2) of this process and all
// groups that contain it can still use.
uint64_t LeftToGroups(const std::string& root) {
  std::ifstream file(root + "/proc/self/cgroup");
  std::string group;  // "0::/some/group"
  while (std::getline(file, group) && !absl::StartsWith(group, "0::")) {
  }
  group.erase(0, 3);
  uint64_t left = UINT64_MAX;
  while (true) {
    const std::string folder =
        absl::StrCat(root, "/sys/fs/cgroup", group, "/memory.");
    const uint64_t used = NumberIn(folder + "current", "", 0);
    // Linux frees cached file contents that are not in use when memory is
    // needed.
    const uint64_t cache = NumberIn(folder + "stat", "inactive_file ", 0);
    left = std::min(left, Left(NumberIn(folder + "max", "", UINT64_MAX),
                               Left(used, cache)));
    const size_t slash = group.rfind('/');
    if (slash == std::string::npos) return left;
    group.resize(slash);
  }
}

// Returns the address space that this process can still use (`ulimit -v`).
uint64_t LeftToProcess(const std::string& root) {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return UINT64_MAX;
  }
  const uint64_t used = NumberIn(root + "/proc/self/status", "VmSize:", 0)
                        << 10;
  return Left(limit.rlim_cur, used);
}

}  // namespace

uint64_t AvailableMemoryBytes(const std::string& root) {
  const uint64_t available =
      NumberIn(root + "/proc/meminfo", "MemAvailable:", UINT64_MAX >> 10) << 10;
  return std::min({available, LeftToGroups(root), LeftToProcess(root)});
}

uint64_t MemoryLimitBytes(uint64_t memory_mb) {
  if (memory_mb == 0) return AvailableMemoryBytes();
  return std::min(memory_mb, UINT64_MAX / 1'000'000) * 1'000'000;
}

absl::Status CheckMemory(uint64_t needed_bytes, uint64_t limit_bytes) {
  if (needed_bytes <= limit_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "these rules need about ", Megabytes(needed_bytes),
      " of memory, but only ", Megabytes(limit_bytes), " may be used"));
}

}  // namespace teeko::base
