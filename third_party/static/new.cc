// Operators new and delete that call the operators of the process, which the
// user may have replaced.  Without this file, a shared library with its own
// copy of the C++ library would have its own operators; but memory that is
// allocated on one side of a C++ interface may be freed on the other side.  All
// other forms of new and delete call these.

#include <dlfcn.h>

#include <cstddef>
#include <new>

namespace {

// Returns the function with this symbol that the process uses.
template <typename Function>
Function* OfProcess(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

void* operator new(size_t bytes) {
  static void* (*const allocate)(size_t) =
      OfProcess<void*(size_t)>(sizeof(size_t) == 8 ? "_Znwm" : "_Znwj");
  return allocate(bytes);
}

void operator delete(void* memory) noexcept {
  static void (*const free)(void*) = OfProcess<void(void*)>("_ZdlPv");
  free(memory);
}

void operator delete(void* memory, size_t) noexcept { operator delete(memory); }
