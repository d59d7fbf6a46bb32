// Reads a table file (docs/formats.md).  Does not use goals or moves.

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

// Unpacks a chunk (PackChunk) into `payload`.  DataLoss, with the reason, if
// the chunk is not valid or has another size.
absl::Status UnpackChunk(absl::string_view packed, absl::Span<uint8_t> payload);

// An open table.  Copies share the open file.  A file that is overwritten or
// truncated later gives DataLoss.  A reduced table (stored_rows.h) is read as
// if it had all positions.  A table of scored rules is read as it is: a section
// has its stored positions only.  Const methods are thread-safe.
class TableReader {
 public:
  // Opens a table and checks everything except the chunks.  Errors name the
  // file.  DataLoss: it is empty, not a table file, truncated or damaged.
  // Unimplemented: its format version is newer.  NotFound, PermissionDenied: it
  // cannot be read.
  static absl::StatusOr<TableReader> Open(const std::string& path);

  const std::string& path() const { return path_; }
  const TableFooter& footer() const { return footer_; }
  // Returns the SHA-256 of the footer's bytes in the file, 32 bytes.
  const std::string& footer_sha256() const { return footer_sha256_; }

  // ReadSection, ReadStored and ForEachStored run on oneTBB threads and need
  // //proto:table_file.  The other methods need only //proto:table_reader.

  // Decompresses the positions from `first` on, as many as `payload` has room
  // for.  DataLoss names the file, the section and the chunk.
  absl::Status ReadSection(int section, absl::Span<uint8_t> payload,
                           uint64_t first = 0) const;

  // Decompresses the stored positions of a section in parts, and calls
  // use(first, payload, images) for each part.  A part has the values of
  // consecutive positions; `first` is the index of the first one in the
  // section. Each value counts for `images` positions.  ForEachStored calls
  // `use` on any thread and in any order.  `use` must not start oneTBB work.
  // DataLoss as in ReadSection; `use` does not receive damaged chunks.
  absl::Status ForEachStored(
      int section,
      absl::FunctionRef<void(uint64_t first, absl::Span<const uint8_t> payload,
                             uint32_t images)>
          use) const;

  // Decompresses the positions of one chunk, from chunk × chunk_positions on,
  // on this thread only.  In a reduced table this is not a chunk of the file:
  // all positions count, stored or not.  `payload` must have room for exactly
  // these positions.
  absl::Status ReadChunk(int section, uint64_t chunk,
                         absl::Span<uint8_t> payload) const;

  // Returns the stored rows of a section; null unless the table is reduced.
  const StoredRows* stored_rows(int section) const {
    return stored_rows_.empty() ? nullptr : stored_rows_[section].get();
  }
  uint64_t stored_positions(int section) const {
    return stored_rows_.empty() ? footer_.sections(section).positions()
                                : stored_rows_[section]->positions();
  }
  // Like ReadSection, but `first` and `payload` count stored positions only.
  absl::Status ReadStored(int section, absl::Span<uint8_t> payload,
                          uint64_t first) const;

 private:
  TableReader() = default;
  // The steps of Open.
  absl::Status OpenFile();
  absl::Status CheckHead();
  absl::Status ReadFooter();
  absl::Status LocateChunks();
  // Computes the stored rows of the next section of a reduced table.  False if
  // the section is not valid.
  bool LocateRows(const Section& section);

  // Reads bytes of the file, from `offset` on.  DataLoss if the file ends
  // before.
  absl::Status Read(uint64_t offset, absl::Span<char> bytes) const;
  // Unpacks a chunk of the stored positions.
  absl::Status Unpack(int section, uint64_t chunk,
                      absl::Span<uint8_t> payload) const;
  // ReadSection of a reduced table, on this thread only.
  absl::Status ReadImages(int section, absl::Span<uint8_t> payload,
                          uint64_t first) const;
  absl::Status Damaged(absl::string_view how) const;

  std::string path_;
  TableFooter footer_;
  std::string footer_sha256_;
  std::shared_ptr<const int> file_;  // descriptor; the last copy closes it
  uint64_t size_ = 0;                // of the file when it was opened, in bytes
  bool reduced_ = false;
  bool scored_ = false;
  bool other_moves_ = false;
  uint64_t footer_offset_ = 0;
  // By section; empty unless the table is reduced.
  std::vector<std::shared_ptr<const StoredRows>> stored_rows_;
  // chunk_offsets_[section][chunk], in bytes from the start of the file.
  std::vector<std::vector<uint64_t>> chunk_offsets_;
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_TABLE_READER_H_
