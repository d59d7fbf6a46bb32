// Vectors that are large: of pages that the system hands out as they are first
// touched, huge ones if it has any, and takes back at once.

#ifndef TEEKO_SOLVER_A_LARGE_VECTOR_H_
#define TEEKO_SOLVER_A_LARGE_VECTOR_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace teeko::solver_a {

// An allocator for types of which zero bytes are a value.
template <typename T>
struct ZeroPages {
  using value_type = T;

  T* allocate(size_t count) {
    // Huge pages have to be where multiples of their size are.
    constexpr size_t kHuge = size_t{1} << 21;
    const size_t bytes = Bytes(count);
    void* const mapped = mmap(nullptr, bytes + kHuge, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    const size_t before = -reinterpret_cast<uintptr_t>(mapped) % kHuge;
    char* const start = static_cast<char*>(mapped) + before;
    if (before > 0) munmap(mapped, before);
    munmap(start + bytes, kHuge - before);
    (void)madvise(start, bytes, MADV_HUGEPAGE);
    return reinterpret_cast<T*>(start);
  }
  void deallocate(T* start, size_t count) { munmap(start, Bytes(count)); }
  // The pages are zero.
  template <typename U>
  void construct(U*) {}

  bool operator==(const ZeroPages&) const = default;

 private:
  // Whole pages.
  static size_t Bytes(size_t count) {
    const size_t page = sysconf(_SC_PAGESIZE);
    return (count * sizeof(T) + page - 1) / page * page;
  }
};

// All zero when it is made with a size.
template <typename T>
using LargeVector = std::vector<T, ZeroPages<T>>;

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_LARGE_VECTOR_H_
