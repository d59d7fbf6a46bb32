// Reads a table file (docs/formats.md).  Knows nothing of boards.

#ifndef TEEKO_PROTO_TABLE_READER_H_
#define TEEKO_PROTO_TABLE_READER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "proto/stored_rows.h"
#include "teeko/proto/table.pb.h"

namespace teeko::proto {

// Sets the payload to that of a packed chunk (PackChunk).  DataLoss, which says
// why, if this is not one of so many bytes.
absl::Status UnpackChunk(absl::string_view packed, absl::Span<uint8_t> payload);

// An open, memory-mapped table; copies share the mapping.  Of a reduced one
// (stored_rows.h) all positions can be read, too.  Const methods are
// thread-safe.
class TableReader {
 public:
  // Checks all but the chunks.  Errors name the file and say whether it is
  // empty, foreign, truncated, of a newer version or damaged (DataLoss), or
  // cannot be read (NotFound, PermissionDenied).
  static absl::StatusOr<TableReader> Open(const std::string& path);

  const std::string& path() const { return path_; }
  const TableFooter& footer() const { return footer_; }
  // Of the footer's bytes in the file, 32 bytes.
  const std::string& footer_sha256() const { return footer_sha256_; }

  // ReadSection, ReadStored and ForEachStored run on oneTBB threads, and need
  // //proto:table_file; all else needs //proto:table_reader alone.

  // Decompresses a section, or as many of its positions from `first` on as fill
  // `payload`.  DataLoss names the file, the section and the
  // chunk.
  absl::Status ReadSection(int section, absl::Span<uint8_t> payload,
                           uint64_t first = 0) const;

  // Decompresses what is stored of a section, without keeping it: calls `use`,
  // on any thread and in no order, with payloads of positions that follow
  // each other, the index of the first in the section, and how many positions
  // each of them stands for; it must not start oneTBB's work itself.  DataLoss
  // as above, of chunks that were not used.
  absl::Status ForEachStored(
      int section,
      absl::FunctionRef<void(uint64_t first, absl::Span<const uint8_t> payload,
                             uint32_t images)>
          use) const;

  // The positions from chunk × chunk_positions on, as many as a chunk has, on
  // this thread alone; `payload` has exactly their size.
  absl::Status ReadChunk(int section, uint64_t chunk,
                         absl::Span<uint8_t> payload) const;

  // Which rows are stored of a section; null if all are.
  const StoredRows* stored_rows(int section) const {
    return stored_rows_.empty() ? nullptr : stored_rows_[section].get();
  }
  uint64_t stored_positions(int section) const {
    return stored_rows_.empty() ? footer_.sections(section).positions()
                                : stored_rows_[section]->positions();
  }
  // ReadSection among the positions that are stored.
  absl::Status ReadStored(int section, absl::Span<uint8_t> payload,
                          uint64_t first) const;

 private:
  TableReader() = default;
  // The steps of Open.
  absl::Status Map();
  absl::Status CheckHead();
  absl::Status ReadFooter();
  absl::Status LocateChunks();
  // Whether those of the next section of a reduced table make sense.
  bool LocateRows(const Section& section);

  // A chunk of what is stored.
  absl::Status Unpack(int section, uint64_t chunk,
                      absl::Span<uint8_t> payload) const;
  // ReadSection of a reduced table, on this thread alone.
  absl::Status ReadImages(int section, absl::Span<uint8_t> payload,
                          uint64_t first) const;
  absl::Status Damaged(absl::string_view how) const;

  std::string path_;
  TableFooter footer_;
  std::string footer_sha256_;
  std::shared_ptr<const void> mapping_;  // of bytes_
  absl::string_view bytes_;
  bool reduced_ = false;
  uint64_t footer_offset_ = 0;
  // By section; none unless the table is reduced.
  std::vector<std::shared_ptr<const StoredRows>> stored_rows_;
  // chunk_offsets_[section][chunk], in bytes from the start of the file.
  std::vector<std::vector<uint64_t>> chunk_offsets_;
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_TABLE_READER_H_
