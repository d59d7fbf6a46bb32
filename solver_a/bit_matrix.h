// A square bit matrix in the layout that solver A streams through.
//
// Columns come in panels of 512, the bits of one cache line; a panel holds one
// line for every row, one after the other:
//
//            panel 0        panel 1
//          columns 0…511  columns 512…1023        in memory:
//   row 0  ┌─────────────┬─────────────┐
//          │             │             │          panel 0: row 0, row 1, row 2
//          …
//   row 1  │   tile 0,0  │   tile 1,0  │          panel 1: row 0, row 1, row 2
//   …
//    …     │             │             │
//   row 512├─────────────┼─────────────┤
//    …     │   tile 0,1  │   tile 1,1  │
//
// 512 lines of a panel are a tile of 32 KiB.  Transposed, tile (p, q) is tile
// (q, p), and the bits inside are transposed.

#ifndef TEEKO_SOLVER_A_BIT_MATRIX_H_
#define TEEKO_SOLVER_A_BIT_MATRIX_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace teeko::solver_a {

// Vectors that are large: of pages that the system hands out as they are first
// touched, huge ones if it has any, and takes back at once.

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

// The bits of one row in one panel; column c of the panel is bit c % 64 of
// words[c / 64].
struct alignas(64) Line {
  uint64_t words[8] = {};

  bool operator==(const Line&) const = default;
};

inline constexpr size_t kLineBits = 512;

struct Tile {
  Line lines[kLineBits];
};

// Of a matrix of that size.
inline constexpr size_t Panels(size_t size) {
  return (size + kLineBits - 1) / kLineBits;
}

// The panels that one of several processes owns: every process_count-th, from
// its own number on.
struct Partition {
  size_t process = 0;  // 0 … process_count - 1
  size_t process_count = 1;

  size_t OwnerOf(size_t p) const { return p % process_count; }
  // How many it owns, out of so many.
  size_t Count(size_t panels) const {
    return (panels + process_count - 1 - process) / process_count;
  }
  // The panel that it owns as its i-th, and the inverse.
  size_t Panel(size_t i) const { return i * process_count + process; }
  size_t Index(size_t p) const { return p / process_count; }
};

// One process's share of a matrix; p is always a panel of that share.
class BitMatrix {
 public:
  // All zero.  Sizes are rounded up to a multiple of kLineBits.
  explicit BitMatrix(size_t size, const Partition& partition = {})
      : partition_(partition),
        panels_(Panels(size)),
        tiles_(partition.Count(panels_) * panels_) {}

  // Of all processes.
  size_t panels() const { return panels_; }

  // The lines of all rows in one panel.
  Line* panel(size_t p) { return tile(p, 0).lines; }

  // Rows 512 q … in panel p.
  Tile& tile(size_t p, size_t q) {
    return tiles_[partition_.Index(p) * panels_ + q];
  }

  // Bytes that a share of a matrix of this size takes.
  static uint64_t Bytes(size_t size, const Partition& partition) {
    return partition.Count(Panels(size)) * Panels(size) * sizeof(Tile);
  }

 private:
  Partition partition_;
  size_t panels_;
  LargeVector<Tile> tiles_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_BIT_MATRIX_H_
