// The memory that a program may use.

#ifndef TEEKO_BASE_MEMORY_H_
#define TEEKO_BASE_MEMORY_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace teeko::base {

// Returns the memory in bytes that this process can still use without swapping.
// This is the memory that Linux reports as available, or less if `ulimit -v` or
// a control group of the process has a lower limit.  `root` is a directory that
// replaces / in tests.
uint64_t AvailableMemoryBytes(const std::string& root = "");

// Returns the limit in bytes that the flag --memory_mb sets.  `memory_mb` is in
// millions of bytes; 0 means all available memory.
uint64_t MemoryLimitBytes(uint64_t memory_mb);

// ResourceExhausted if `needed_bytes` is more than `limit_bytes`.  The message
// has both numbers.
absl::Status CheckMemory(uint64_t needed_bytes, uint64_t limit_bytes);

}  // namespace teeko::base

#endif  // TEEKO_BASE_MEMORY_H_
