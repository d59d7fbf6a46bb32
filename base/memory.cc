#include "base/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
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

// The paths of control groups, in version 1 and version 2.
struct GroupFiles {
  const char* mount;
  const char* limit;
  const char* used;
};
constexpr GroupFiles kVersion1 = {
    "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"};
constexpr GroupFiles kVersion2 = {"/sys/fs/cgroup", "memory.max",
                                  "memory.current"};

// Returns the memory that a control group and all groups that contain it can
// still use.  `group` is the path of the group and begins with a slash.
uint64_t LeftToGroup(const std::string& root, const GroupFiles& files,
                     std::string group) {
  uint64_t left = UINT64_MAX;
  while (true) {
    const std::string folder = absl::StrCat(root, files.mount, group, "/");
    const uint64_t used = NumberIn(folder + files.used, "", 0);
    // Linux frees cached file contents that are not in use when memory is
    // needed.
    const uint64_t cache =
        NumberIn(folder + "memory.stat", "inactive_file ", 0);
    left = std::min(left, Left(NumberIn(folder + files.limit, "", UINT64_MAX),
                               Left(used, cache)));
    const size_t slash = group.rfind('/');
    if (slash == std::string::npos) return left;
    group.resize(slash);
  }
}

uint64_t LeftToGroups(const std::string& root) {
  std::ifstream groups(root + "/proc/self/cgroup");
  uint64_t left = UINT64_MAX;
  for (std::string line; std::getline(groups, line);) {
    // "4:memory:/some/group", or "0::/some/group" in version 2.
    const std::vector<std::string> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    const std::vector<std::string> controllers = absl::StrSplit(parts[1], ',');
    const bool is_v2 = parts[1].empty();
    if (!is_v2 && std::ranges::count(controllers, "memory") == 0) continue;
    left = std::min(left,
                    LeftToGroup(root, is_v2 ? kVersion2 : kVersion1, parts[2]));
  }
  return left;
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
