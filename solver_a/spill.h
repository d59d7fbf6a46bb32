// What the levels have decided, kept on disk until it is written to the table.
//
// Memory has to hold what is open and what is won.  In which level a position
// was decided is asked three times only: by the next level, for the table, and
// for the drop phase.  So it goes to a file, which only grows, tile by tile:
//
//                     movers
//                  512 p …
//               ┌─────────────┐
//     opponents │ . . . 1 . . │   tile (p, q) of level n: 1 is lost or won
//     512 q …   │ . 1 . . . 1 │   in n plies.  A checksum, then the lines
//               │ . . . . . . │   that are not zero, of each the bytes that
//               └─────────────┘   are not
//
// A spill is transposed with regard to the level that has decided: rows are the
// opponents there.  That is how the next level and the drop phase want it.
//
// Tiles with the same rows are written together, after a head that says what
// they are, so that a file can be resumed from (base/checkpoint.h); head and
// tiles are blocks (base/blocks.h), and the tiles are packed (simd.h), if they
// are not zero:
//
//     checksum of the head │ level │ q │ where each tile ends │ tile │ tile │ …

#ifndef TEEKO_SOLVER_A_SPILL_H_
#define TEEKO_SOLVER_A_SPILL_H_

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

// Tiles with the same rows, as they are in a file and in messages.
class TileRow {
 public:
  // Rows 512 q … of a level, at first no tiles.
  TileRow(int level, size_t q);

  // Appends a tile.
  void Add(const Tile& tile);
  // The same, packed; nothing if all is zero.
  void AddPacked(absl::Span<const uint8_t> packed);

  // What the picture shows; nothing if all tiles are zero.
  std::vector<uint8_t> Bytes() const;

 private:
  std::vector<uint32_t> head_;
  std::vector<uint8_t> tiles_;
};

// The tiles of one process's share; p is always a panel of that.  Thread-safe
// but for StartLevel, DropLevel and Flush.
class Spill {
 public:
  // How far a file goes.
  struct Extent {
    uint64_t levels = 0;
    uint64_t bytes = 0;
    uint64_t digest = 0;  // the sum of the heads' checksums
  };

  // On a file from which nothing counts.
  Spill(std::unique_ptr<base::RandomAccessFile> file, size_t panels,
        const Partition& partition = {});

  // Before anything else: takes the levels that a checkpoint has in the file.
  // DataLoss if its heads do not match the extent.
  absl::Status Resume(const Extent& saved);

  int levels() const { return static_cast<int>(levels_.size()); }

  // Begins the next level, the first time level 0.
  void StartLevel();
  // Forgets the level that was begun last.
  void DropLevel();
  // Returns how far the file goes, when that is on the disk.
  absl::StatusOr<Extent> Flush();

  // Writes a row of tiles (p, q) of a level that was begun, for all p in order;
  // once for each q.  DataLoss if these bytes are none.
  absl::Status Write(absl::Span<const uint8_t> row);

  // Returns the tile (p, q) of a level, packed, which is in `buffer`, and
  // behind it kSlack bytes; nothing if all is zero.  DataLoss if it is not what
  // was written.
  absl::StatusOr<absl::Span<const uint8_t>> Read(
      int level, size_t p, size_t q, std::vector<uint8_t>& buffer) const;

  // Says that the tiles (p, q) of all levels will be read, and then those of
  // the next panels.
  void ReadAhead(size_t p, size_t q) const;

  // Bytes that an index of that many levels takes in memory.
  static uint64_t IndexBytes(uint64_t panels, const Partition& partition,
                             uint64_t levels) {
    return levels * panels *
           (partition.Count(panels) * sizeof(uint32_t) + sizeof(Place));
  }

 private:
  // Where the tiles of one level with the same rows lie in the file.
  struct Place {
    uint64_t offset = 0;
    // From `offset` on: tile i is from bounds[i] to bounds[i + 1].  None:
    // nothing was written.
    std::vector<uint32_t> bounds;
  };

  // Takes the row at `offset` into the index; false if that is no head.
  bool Index(const std::vector<uint32_t>& head, uint64_t offset);
  // A head, to be filled.
  std::vector<uint32_t> NewHead() const;

  const std::unique_ptr<base::RandomAccessFile> file_;
  const size_t panels_;
  const Partition partition_;
  std::atomic<uint64_t> digest_ = 0;
  Extent before_;                           // the level that was begun last
  std::vector<std::vector<Place>> levels_;  // [level][q]
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SPILL_H_
