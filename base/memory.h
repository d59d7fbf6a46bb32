// The memory that a program may use.

#ifndef TEEKO_BASE_MEMORY_H_
#define TEEKO_BASE_MEMORY_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace teeko::base {

// Returns the memory in bytes that this process can still use without swapping.
// This is what the kernel calls available memory, limited by `ulimit -v` and by
// all control groups of the process.  `root` is a prefix of the paths that are
// read, for tests.
uint64_t AvailableMemoryBytes(const std::string& root = "");

// Returns the limit in bytes that a flag --memory_mb, in millions of bytes,
// sets.  0 means all available memory.
uint64_t MemoryLimitBytes(uint64_t memory_mb);

// ResourceExhausted if `needed_bytes` is more than `limit_bytes`.  The message
// has both figures.
absl::Status CheckMemory(uint64_t needed_bytes, uint64_t limit_bytes);

}  // namespace teeko::base

#endif  // TEEKO_BASE_MEMORY_H_
