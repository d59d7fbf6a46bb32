// Replaces arena.o of Debian's libprotobuf.a in this project's shared
// libraries.  Debian compiles arena.o for programs only: its thread-local
// variable has a fixed address.
//
// The shared libraries never create an Arena.  A call of its constructor would
// not link, because the constructor is missing here.  So the functions below
// are never called.

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
