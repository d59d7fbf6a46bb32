// Writes a table file (docs/formats.md).  The caller computes all values.

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

// Returns the compressed bytes of a chunk, as the file stores them.  `level` is
// zstd's compression level.  The default is a fast one, because long runs of
// draws compress well at any level.  Returns an empty string if memory runs
// out.
std::string PackChunk(absl::Span<const uint8_t> payload, int level = 1);

class TableWriter {
 public:
  // Creates a writer.  The file appears at `path` when Finish succeeds, and
  // replaces a file that was there (base/files.h).  Without Finish, nothing is
  // left behind.  `value_bytes` is 1 or 2.  A `reduced` table stores only some
  // rows (stored_rows.h).  If `rules` has scoring, call SetThreshold
  // before each section and leave `reduced` false.
  static absl::StatusOr<std::unique_ptr<TableWriter>> Create(
      const std::string& path, const Rules& rules, absl::string_view writer,
      int value_bytes, bool reduced = false);

  // The next sections belong to this threshold game.  Only for scored rules.
  // Then the argument `positions` below is a number of stored positions.
  void SetThreshold(int threshold, bool attacker_moves) {
    threshold_ = threshold;
    attacker_moves_ = attacker_moves;
  }

  // Appends one section.  `positions` and `first` count all positions of the
  // section, even if the table is reduced.  Sections must come in file order.
  //
  // `fill(first, out)` must set `out` to the payload of the positions first,
  // first + 1, …: out.size() / value_bytes positions.  It is called from
  // several oneTBB threads at once, for disjoint ranges.
  absl::Status WriteSection(
      int placed, absl::string_view drops, uint64_t positions,
      absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill);

  // Appends one section in steps, for callers that compress the chunks
  // themselves (PackChunk).  Call AddChunk for all stored positions of the
  // section, in order.  Each chunk has kChunkPositions positions; the last may
  // have fewer.
  void BeginSection(int placed, absl::string_view drops, uint64_t positions);
  // ResourceExhausted if `packed` is empty.
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
  int threshold_ = 0;
  bool attacker_moves_ = false;
  TableFooter footer_;
  Sha256Stream sha256_;  // of the current section
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_TABLE_WRITER_H_
