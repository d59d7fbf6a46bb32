// A table of which every chunk is unpacked when it is first asked for.

#ifndef TEEKO_GAME_LAZY_TABLE_H_
#define TEEKO_GAME_LAZY_TABLE_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/table_reader.h"

namespace teeko {

// Thread-safe.  Takes address space for the whole payload but memory only for
// the chunks that were touched, so that a handful of questions costs next to
// nothing and a million of them are as fast as reading an array.
class LazyTable {
 public:
  explicit LazyTable(TableReader reader);

  const TableFooter& footer() const { return reader_.footer(); }

  // The value of one position as the table has it (proto/README.md); 65,535
  // for no value in tables of either width.  DataLoss if the chunk is damaged.
  absl::StatusOr<int> ValueAt(int section, uint64_t index) const;

 private:
  struct Section {
    uint64_t bytes;
    std::unique_ptr<uint8_t[]> payload;
    // unpacked[chunk] is set, for good, once the chunk's bytes are there.
    std::unique_ptr<std::atomic<bool>[]> unpacked;
  };

  absl::Status Unpack(int section, uint64_t chunk) const;

  TableReader reader_;
  uint64_t chunk_positions_;
  int value_bytes_;
  std::vector<Section> sections_;
  // A chunk is unpacked under one of these; which one, its number says.
  mutable std::array<std::mutex, 16> mutexes_;
};

}  // namespace teeko

#endif  // TEEKO_GAME_LAZY_TABLE_H_
