// Reads a table file (proto/README.md).  Knows nothing of boards.

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
#include "proto/table.pb.h"

namespace teeko {

// Sets the payload to that of a packed chunk (PackChunk).  DataLoss, which says
// why, if this is not one of so many bytes.
absl::Status UnpackChunk(absl::string_view packed, absl::Span<uint8_t> payload);

// An open, memory-mapped table; copies share the mapping.  Const methods are
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

  // Decompresses a section, or as many of its positions from `first` on as fill
  // `payload`, on oneTBB threads.  DataLoss names the file, the section and the
  // chunk.
  absl::Status ReadSection(int section, absl::Span<uint8_t> payload,
                           uint64_t first = 0) const;

  // Decompresses a section without keeping it: calls `use`, on oneTBB threads
  // and in no order, with the payload of each chunk and the index of its first
  // position; it must not start oneTBB's work itself.  DataLoss as above, of
  // chunks that were not used.
  absl::Status ForEachChunk(
      int section,
      absl::FunctionRef<void(uint64_t first, absl::Span<const uint8_t> payload)>
          use) const;

  // Decompresses one chunk, which holds the positions from
  // chunk × chunk_positions on; `payload` has exactly its size.
  absl::Status ReadChunk(int section, uint64_t chunk,
                         absl::Span<uint8_t> payload) const;

 private:
  TableReader() = default;
  // The steps of Open.
  absl::Status Map();
  absl::Status CheckHead() const;
  absl::Status ReadFooter();
  absl::Status LocateChunks();

  absl::Status Damaged(absl::string_view how) const;

  std::string path_;
  TableFooter footer_;
  std::string footer_sha256_;
  std::shared_ptr<const void> mapping_;  // of bytes_
  absl::string_view bytes_;
  uint64_t footer_offset_ = 0;
  // chunk_offsets_[section][chunk], in bytes from the start of the file.
  std::vector<std::vector<uint64_t>> chunk_offsets_;
};

}  // namespace teeko

#endif  // TEEKO_PROTO_TABLE_READER_H_
