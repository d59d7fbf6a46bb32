// Replaces arena.o of Debian's libprotobuf.a in our shared libraries: it is
// compiled for programs alone (its thread-local variable has a fixed place).
//
// Nobody makes an Arena there: its constructor is missing, so that whoever
// called it would not link.  Hence nobody calls what ends the process below.

#include <google/protobuf/arena.h>

#include <cstdlib>

#include "google/protobuf/port_def.inc"

namespace google::protobuf {

void* Arena::AllocateAlignedWithHook(size_t, const std::type_info*) {
  std::abort();
}

void* Arena::AllocateAlignedWithHookForArray(size_t, const std::type_info*) {
  std::abort();
}

std::pair<void*, internal::SerialArena::CleanupNode*>
Arena::AllocateAlignedWithCleanup(size_t, const std::type_info*) {
  std::abort();
}

namespace internal {

PROTOBUF_THREAD_LOCAL ThreadSafeArena::ThreadCache
    ThreadSafeArena::thread_cache_ = {0, 0, nullptr};

ThreadSafeArena::~ThreadSafeArena() { std::abort(); }

void ThreadSafeArena::AddCleanup(void*, void (*)(void*)) { std::abort(); }

uint64_t ThreadSafeArena::SpaceAllocated() const { std::abort(); }

uint64_t ThreadSafeArena::SpaceUsed() const { std::abort(); }

}  // namespace internal
}  // namespace google::protobuf
