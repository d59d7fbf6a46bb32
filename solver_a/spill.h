// Stores the decided positions of each level on disk.
//
// Memory holds which positions are open and which are won, not their levels.
// The solver needs the level of a position three times: in the next level, for
// the section with all pieces placed, and in the drop phase.  So it stores the
// levels in a file, tile by tile:
//
//                     movers
//                  512 p …
//               ┌─────────────┐
//     opponents │ . . . 1 . . │   tile (p, q) of level n; 1: lost or won in
//     512 q …   │ . 1 . . . 1 │   n plies
//               │ . . . . . . │
//               └─────────────┘
//
// The matrix of a level is transposed in the file: rows are opponent sets.  The
// next level and the drop phase need this order.
//
// Tiles with the same rows are written together after a head, so that a run can
// resume from the file (base/checkpoint.h).  The head and each tile are blocks
// that begin with a checksum (base/blocks.h).  Tiles are packed (simd.h); tiles
// of zeros are omitted:
//
//     checksum of the head │ level │ q │ end of each tile │ tile │ tile │ …

#ifndef TEEKO_SOLVER_A_SPILL_H_
#define TEEKO_SOLVER_A_SPILL_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "base/blocks.h"
#include "base/random_access_file.h"
#include "solver_a/bit_matrix.h"

namespace teeko::solver_a {

// Tiles with the same rows, in the format of files and messages.
class TileRow {
 public:
  // Makes an object without tiles, for the 512 rows of a level that start with
  // row 512 q.
  TileRow(int level, size_t q);

  void Add(const Tile& tile);
  // Appends a packed tile; `packed` is empty if the tile is zero.
  void AddPacked(absl::Span<const uint8_t> packed);

  // Returns the bytes in the format of the file; empty if all tiles are zero.
  std::vector<uint8_t> Bytes() const;

 private:
  std::vector<uint32_t> head_;
  std::vector<uint8_t> tiles_;
};

// The tiles of one process.  An argument `p` is the number, among all panels,
// of a panel that this process owns.  Thread-safe except for StartLevel,
// RemoveLevel and Flush.
class Spill {
 public:
  // The valid part of a file.
  struct Extent {
    uint64_t levels = 0;
    uint64_t bytes = 0;
    uint64_t checksum = 0;  // the sum of the heads' checksums
  };

  // Level n has panels[n % 2] panels of the side that is to move in it, and
  // panels[(n + 1) % 2] rows of tiles.  Starts with an empty spill; ignores the
  // content of `file`.  Appends to the first `start` bytes.
  Spill(std::unique_ptr<base::RandomAccessFile> file,
        const std::array<size_t, 2>& panels, const Partition& partition = {},
        uint64_t start = 0);

  // Reads the heads of the levels that a checkpoint has in the file, and
  // indexes their tiles.  Call it before any other method.  DataLoss if the
  // heads do not match `saved`.
  absl::Status Resume(const Extent& saved);

  int levels() const { return static_cast<int>(levels_.size()); }

  // Starts the next level.  The first call starts level 0.
  void StartLevel();
  // Removes the last level.
  void RemoveLevel();
  // Returns the valid part of the file.
  Extent extent() const { return {levels_.size(), file_->end(), checksum_}; }
  // Flushes the file to the disk and returns its extent.
  absl::StatusOr<Extent> Flush();

  // Writes the bytes of a TileRow: the tiles (p, q) of a started level, for all
  // p in order.  Call it once for each q.  DataLoss if the bytes are invalid.
  absl::Status Write(absl::Span<const uint8_t> row);

  // Returns the packed tile (p, q) of a level; empty if the tile is zero.  The
  // tile is in `buffer`, followed by kSlack bytes.  DataLoss if the tile is
  // damaged.
  absl::StatusOr<absl::Span<const uint8_t>> Read(
      int level, size_t p, size_t q, std::vector<uint8_t>& buffer) const;

  // Tells the system that the tiles (p, q) of the levels first_level,
  // first_level + step, … will be read next, and after them the tiles of panels
  // p + 1, p + 2, ….
  void ReadAhead(size_t p, size_t q, int first_level, int step) const;

  // Returns the memory of the index of `levels` levels, in bytes.
  static uint64_t IndexBytes(uint64_t panels, uint64_t rows,
                             const Partition& partition, uint64_t levels) {
    return levels * rows *
           (partition.Count(panels) * sizeof(uint32_t) + sizeof(RowLocation));
  }

 private:
  // The location in the file of the tiles with the same level and rows.
  struct RowLocation {
    uint64_t offset = 0;
    // Tile i has the bytes bounds[i] … bounds[i + 1] - 1, relative to `offset`.
    // Empty if no row was written.
    std::vector<uint32_t> bounds;
  };

  // Adds the row at `offset` to the index.  False if the head is invalid.
  bool Index(const std::vector<uint32_t>& head, uint64_t offset);
  // Returns the number of words in a head of this level.
  size_t HeadWords(size_t level) const;

  const std::unique_ptr<base::RandomAccessFile> file_;
  const std::array<size_t, 2> panels_;
  const Partition partition_;
  std::atomic<uint64_t> checksum_ = 0;
  std::vector<Extent> before_;                    // before each StartLevel
  std::vector<std::vector<RowLocation>> levels_;  // [level][q]
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SPILL_H_
