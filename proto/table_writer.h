// Writes a table file (docs/formats.md).  Knows nothing of boards: the caller
// says what each byte of the payload is.

#ifndef TEEKO_PROTO_TABLE_WRITER_H_
#define TEEKO_PROTO_TABLE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/files.h"
#include "proto/sha256.h"
#include "teeko/proto/rules.pb.h"
#include "teeko/proto/table.pb.h"

namespace teeko::proto {

// A chunk as it is in the file: packed at a fast level of zstd's, since draws
// in long runs compress well anyway.  Empty if memory runs out.
std::string PackChunk(absl::Span<const uint8_t> payload, int level = 1);

class TableWriter {
 public:
  // Nothing is at `path` before Finish, or what was there before
  // (base/files.h), and without it nothing is left beside it.  `value_bytes`
  // is 1 or 2; `reduced` tables store a part only (stored_rows.h).
  static absl::StatusOr<std::unique_ptr<TableWriter>> Create(
      const std::string& path, const Rules& rules, absl::string_view writer,
      int value_bytes, bool reduced = false);

  // Appends one section of `positions` values; sections come in file order.
  //
  // `fill(first, out)` shall set `out` to the payload bytes of the positions
  // first, first + 1, …: out.size() / value_bytes of them.  It is called from
  // several oneTBB threads at once, for disjoint ranges.
  absl::Status WriteSection(
      int placed, absl::string_view drops, uint64_t positions,
      absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill);

  // The same, chunk by chunk, for who packs them elsewhere: all that is stored
  // of the section, in order, each of kChunkPositions but for the last.
  void BeginSection(int placed, absl::string_view drops, uint64_t positions);
  // ResourceExhausted if there are no bytes.
  absl::Status AddChunk(absl::Span<const uint8_t> payload,
                        const std::string& packed);
  void EndSection();

  // Writes the footer, flushes to disk, and renames.
  absl::Status Finish();

  static constexpr uint64_t kChunkPositions = 1 << 16;

 private:
  explicit TableWriter(std::unique_ptr<base::OutputFile> output)
      : output_(std::move(output)) {}
  absl::Status Write(const void* data, size_t bytes);

  std::unique_ptr<base::OutputFile> output_;
  uint64_t offset_ = 0;
  bool reduced_ = false;
  TableFooter footer_;
  Sha256Stream sha256_;  // of the section
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_TABLE_WRITER_H_
