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
// they are, so that a file can be gone on from (checkpoint.h); head and tiles
// are blocks (file.h), and the tiles are packed (simd.h), if they are not zero:
//
//     checksum of the head │ level │ q │ where each tile ends │ tile │ tile │ …

#ifndef TEEKO_SOLVER_A_SPILL_H_
#define TEEKO_SOLVER_A_SPILL_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/file.h"
#include "solver_a/large_vector.h"

namespace teeko::solver_a {

// The values of the tiles (p, 0), (p, 1) …, those of 512 movers' sets against
// all opponents.  Plane b has bit b of each table value (proto/README.md: 0
// draw, n + 1 decided in n plies).  The planes of 64 columns of one line lie
// together, then come those of the next line.
class ValuePlanes {
 public:
  // All zero; for values up to `levels`.
  ValuePlanes(size_t panels, int levels);

  // Of different tiles q all of these are thread-safe.
  void Clear(size_t q);
  // Gives the positions of a packed tile that value; they have none.
  void Set(size_t q, unsigned value, absl::Span<const uint8_t> packed);
  // Transposes tile q: rows are movers then.
  void Transpose(size_t q);

  // Columns 64 * word … of one line of tile q, [plane].
  absl::Span<const uint64_t> Words(size_t q, size_t line, size_t word) const {
    return {words_.data() + Index(q, line, word), planes_};
  }
  // Says that these will be asked for soon; q may be one too large.
  void Prefetch(size_t q, size_t line, size_t word) const {
    __builtin_prefetch(words_.data() + Index(q, line, word));
  }

  // Bytes of one, if values have that many bits.
  static uint64_t Bytes(uint64_t panels, int planes) {
    return panels * 8 * WordsOf64Columns(planes) * sizeof(uint64_t);
  }

 private:
  // One cache line more than there is: else the same line of all tiles would
  // have to share a few places of the cache.
  static constexpr size_t WordsOf64Columns(size_t planes) {
    return kLineBits * planes + 8;
  }
  size_t Index(size_t q, size_t line, size_t word) const {
    return (8 * q + word) * WordsOf64Columns(planes_) + line * planes_;
  }

  size_t planes_;
  LargeVector<uint64_t> words_;
};

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

// The tiles of one rank's share; p is always a panel of that.  Thread-safe but
// for StartLevel, DropLevel and Flush.
class Spill {
 public:
  // How far a file goes.
  struct Extent {
    uint64_t levels = 0;
    uint64_t bytes = 0;
    uint64_t digest = 0;  // the sum of the heads' checksums
  };

  // The file lies in the folder of `path`; it has no name and goes with this.
  static absl::StatusOr<std::unique_ptr<Spill>> Create(const std::string& path,
                                                       size_t panels,
                                                       const Share& share = {});
  // The file at `path`, which stays.  What it has beyond `kept` is nothing, and
  // it is made if nothing was kept.  DataLoss if its heads are not those that
  // were kept.
  static absl::StatusOr<std::unique_ptr<Spill>> Open(const std::string& path,
                                                     size_t panels,
                                                     const Share& share,
                                                     const Extent& kept);

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

  // Sets tile q of `planes` to all levels of tile (p, q).  Thread-safe for
  // different q and planes; otherwise as Read.
  absl::Status ReadPlanes(size_t p, size_t q, ValuePlanes& planes) const;

  // Bytes that an index of that many levels takes in memory.
  static uint64_t IndexBytes(uint64_t panels, const Share& share,
                             uint64_t levels) {
    return levels * panels *
           (share.Count(panels) * sizeof(uint32_t) + sizeof(Place));
  }

 private:
  // Where the tiles of one level with the same rows lie in the file.
  struct Place {
    uint64_t offset = 0;
    // From `offset` on: tile i is from bounds[i] to bounds[i + 1].  None:
    // nothing was written.
    std::vector<uint32_t> bounds;
  };

  Spill(std::unique_ptr<File> file, size_t panels, const Share& share);
  absl::Status ReadHeads(const Extent& kept);
  // Takes the row at `offset` into the index; false if that is no head.
  bool Index(const std::vector<uint32_t>& head, uint64_t offset);
  // Says that the tiles (p, q) of all levels will be read, and then those of
  // the next panels.
  void ReadAhead(size_t p, size_t q) const;
  // A head, to be filled.
  std::vector<uint32_t> NewHead() const;

  const std::unique_ptr<File> file_;
  const size_t panels_;
  const Share share_;
  std::atomic<uint64_t> digest_ = 0;
  Extent before_;                           // the level that was begun last
  std::vector<std::vector<Place>> levels_;  // [level][q]
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SPILL_H_
