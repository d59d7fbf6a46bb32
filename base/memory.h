// How much memory a program may take.

#ifndef TEEKO_BASE_MEMORY_H_
#define TEEKO_BASE_MEMORY_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace teeko::base {

// Memory that this process could still take without swapping, in bytes: what
// the kernel calls available, and no more than `ulimit -v` or any of the
// control groups that it is in allows.  `root` is before the paths that are
// read, for tests.
uint64_t AvailableMemoryBytes(const std::string& root = "");

// What a flag --memory_mb, in millions of bytes, allows: 0 means what is
// available.
uint64_t MemoryLimitBytes(uint64_t memory_mb);

// ResourceExhausted unless `needed_bytes` fit into `limit_bytes`; the message
// has both figures.
absl::Status CheckMemory(uint64_t needed_bytes, uint64_t limit_bytes);

}  // namespace teeko::base

#endif  // TEEKO_BASE_MEMORY_H_
