// A bit matrix in an order that solver A can read sequentially.
//
// The matrix is divided into panels of 512 columns.  A line is the part of a
// row in one panel; its 512 bits are a cache line.  A panel has one line for
// every row, in the order of the rows:
//
//              panel 0        panel 1
//           columns 0…511  columns 512…1023     in memory:
//   row 0   ┌─────────────┬─────────────┐
//   row 1   │             │             │       panel 0: row 0, row 1, row 2 …
//     …     │  tile 0, 0  │  tile 1, 0  │       panel 1: row 0, row 1, row 2 …
//   row 511 │             │             │         …
//           ├─────────────┼─────────────┤
//   row 512 │             │             │
//     …     │  tile 0, 1  │  tile 1, 1  │
//
// 512 lines of a panel are a tile of 32 KiB.  Transposing the matrix moves tile
// (p, q) to (q, p) and transposes the bits inside the tile.

#ifndef TEEKO_SOLVER_A_BIT_MATRIX_H_
#define TEEKO_SOLVER_A_BIT_MATRIX_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace teeko::solver_a {

// An allocator for large vectors of types for which zero bytes are a valid
// value.  Asks the system for zeroed huge pages.  The system allocates a page
// when it is first used, and gets it back as soon as the vector is destroyed.
template <typename T>
struct ZeroPages {
  using value_type = T;

  T* allocate(size_t count) {
    // The address of a huge page is a multiple of its size.
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
  // Does nothing: the pages are zero.
  template <typename U>
  void construct(U*) {}

  bool operator==(const ZeroPages&) const = default;

 private:
  // Returns the size in bytes, rounded up to whole pages.
  static size_t Bytes(size_t count) {
    const size_t page = sysconf(_SC_PAGESIZE);
    return (count * sizeof(T) + page - 1) / page * page;
  }
};

// A large vector.  Elements are zero after construction with a size.
template <typename T>
using LargeVector = std::vector<T, ZeroPages<T>>;

// The bits of one row in one panel.  Column c of the panel is bit c % 64 of
// words[c / 64].
struct alignas(64) Line {
  uint64_t words[8] = {};

  bool operator==(const Line&) const = default;
};

inline constexpr size_t kLineBits = 512;

struct Tile {
  Line lines[kLineBits];
};

// Returns the number of panels of a matrix with `size` columns.
inline constexpr size_t Panels(size_t size) {
  return (size + kLineBits - 1) / kLineBits;
}

// The panels that one process owns: those with the numbers `process`, `process`
// + `process_count`, ….
struct Partition {
  size_t process = 0;  // 0 … process_count - 1
  size_t process_count = 1;

  size_t OwnerOf(size_t p) const { return p % process_count; }
  // Returns the number of panels that this process owns, out of `panels`.
  size_t Count(size_t panels) const {
    return (panels + process_count - 1 - process) / process_count;
  }
  // Panel returns the i-th panel of this process; Index is the inverse.
  size_t Panel(size_t i) const { return i * process_count + process; }
  size_t Index(size_t p) const { return p / process_count; }
};

// The panels of a matrix that one process owns.  An argument `p` is the number
// of one of these panels.
class BitMatrix {
 public:
  // Makes a matrix of zeros.  Rounds both sizes up to multiples of kLineBits.
  BitMatrix(size_t rows, size_t columns, const Partition& partition = {})
      : partition_(partition),
        tiles_of_panel_(Panels(rows)),
        tiles_(partition.Count(Panels(columns)) * tiles_of_panel_) {}

  // Returns the lines of all rows in panel p.
  Line* panel(size_t p) { return tile(p, 0).lines; }

  // Returns rows 512 q … 512 q + 511 of panel p.
  Tile& tile(size_t p, size_t q) {
    return tiles_[partition_.Index(p) * tiles_of_panel_ + q];
  }

  // Returns the bytes that one process needs for a matrix of these sizes.
  static uint64_t Bytes(size_t rows, size_t columns,
                        const Partition& partition) {
    return partition.Count(Panels(columns)) * Panels(rows) * sizeof(Tile);
  }

 private:
  Partition partition_;
  size_t tiles_of_panel_;
  LargeVector<Tile> tiles_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_BIT_MATRIX_H_
