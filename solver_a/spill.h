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
// they are, so that a file can be gone on from (checkpoint.h):
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

// A line of a tile that is not zero.
struct Change {
  uint32_t row;  // of the whole matrix
  uint64_t words[8];
};

// Tiles one after the other, as they are in a spill.
struct SpilledTiles {
  // Appends a tile.
  void Add(const Tile& tile);
  // Appends one in which all is zero.
  void AddZero() { ends.push_back(static_cast<uint32_t>(bytes.size())); }

  void Clear() {
    bytes.clear();
    ends.clear();
  }

  std::vector<uint8_t> bytes;
  std::vector<uint32_t> ends;  // in `bytes`, of each tile
};

// FNV-1a, by words: a change within one word never goes unnoticed, and others
// do with a probability of 2⁻⁶⁴.
uint64_t Checksum(absl::Span<const uint8_t> bytes);

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

  // Writes the tiles (p, q) of the level that was begun last, for all p in
  // order; once for each q.
  absl::Status Write(size_t q, const SpilledTiles& tiles);

  // Replaces `changes` by the lines of tile (p, q), top down.  DataLoss if they
  // are not what was written.
  absl::Status Read(int level, size_t p, size_t q,
                    std::vector<Change>& changes) const;

  // Appends to `tiles` the tile (p, q) of a level.  DataLoss as above.
  absl::Status ReadTile(int level, size_t p, size_t q,
                        SpilledTiles& tiles) const;
  // The same for each level.
  absl::Status ReadLevels(size_t p, size_t q, SpilledTiles& tiles) const;

  // Bytes that an index of that many levels takes in memory.
  static uint64_t IndexBytes(uint64_t panels, const Share& share,
                             uint64_t levels) {
    return levels * panels *
           (share.Count(panels) * sizeof(uint32_t) + sizeof(TileRow));
  }

 private:
  // Where the tiles of one level with the same rows lie in the file.
  struct TileRow {
    uint64_t offset = 0;
    std::vector<uint32_t> ends;  // from `offset` on; none: nothing was written
  };

  Spill(std::unique_ptr<File> file, size_t panels, const Share& share);
  absl::Status ReadHeads(const Extent& kept);

  const std::unique_ptr<File> file_;
  const size_t panels_;
  const Share share_;
  std::atomic<uint64_t> end_ = 0;  // of the file
  std::atomic<uint64_t> digest_ = 0;
  Extent before_;                             // the level that was begun last
  std::vector<std::vector<TileRow>> levels_;  // [level][q]
};

// The values of the tiles (p, 0), (p, 1) …, those of 512 movers' sets against
// all opponents.  Plane b has bit b of each table value (proto/README.md: 0
// draw, n + 1 decided in n plies).  The planes of 64 columns of one line lie
// together, then come those of the next line.
class ValuePlanes {
 public:
  // All zero; for values up to `levels`.
  ValuePlanes(size_t panels, int levels);

  // Sets tile q to what Spill::ReadLevels has read.  Thread-safe for different
  // ones.
  void Set(size_t q, SpilledTiles levels);
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

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SPILL_H_
