// A table that all ranks write together.
//
// A rank has the rows of some panels.  The part of a chunk that lies in these,
// a piece, it fills and packs by itself, and keeps it on its disk:
//
//     chunks   ├───────0───────┼───────1───────┼───────2───────┤
//     rows     ├──── of rank 0 ────┼──────── of rank 1 ────────┼─ …
//     pieces   ├───────────────┼───┼───────────┼───────────────┤
//
// Then rank 0 asks for them in the order of the file, some chunks at a time,
// takes the digest, and writes.  A piece that is a whole chunk is written as it
// came.

#ifndef TEEKO_SOLVER_A_SHARED_WRITER_H_
#define TEEKO_SOLVER_A_SHARED_WRITER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "proto/rules.pb.h"
#include "proto/table_writer.h"
#include "solver_a/file.h"
#include "solver_a/ranks.h"

namespace teeko::solver_a {

class SharedWriter {
 public:
  // Where the table is to be, and beside what a temporary file.
  struct Paths {
    std::string table;
    std::string temporary;
  };
  static absl::StatusOr<std::unique_ptr<SharedWriter>> Create(
      const Paths& paths, const Rules& rules, bool reduced, int value_bytes,
      Ranks& ranks);

  // For all ranks together.  `fill` as in TableWriter::WriteSection, of
  // positions in rows of this rank's panels, mostly in ascending order; calls
  // wrote(n) on rank 0 once n more positions are written, from any thread.
  absl::Status WriteSection(
      int placed, absl::string_view drops, uint64_t rows,
      uint64_t row_positions,
      absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill,
      absl::FunctionRef<void(uint64_t positions)> wrote);

  // Puts the table in its place, on rank 0.
  absl::Status Finish();

 private:
  // Of positions that are stored.
  struct Piece {
    uint64_t first;
    uint64_t count;
    size_t owner;
  };
  // Where a piece of this rank is in the file.
  struct Kept {
    uint64_t offset;
    uint64_t bytes;
    uint64_t checksum;
  };

  SharedWriter(const Rules& rules, bool reduced, int value_bytes, Ranks& ranks)
      : rules_(rules),
        reduced_(reduced),
        value_bytes_(value_bytes),
        ranks_(ranks) {}

  // Answers what rank 0 will ask for, and on rank 0 asks and writes; `windows`
  // are the pieces, in order, of so many chunks each.
  absl::Status Serve(absl::Span<const absl::Span<const Piece>> windows);
  absl::Status Collect(absl::Span<const absl::Span<const Piece>> windows,
                       absl::FunctionRef<void(uint64_t positions)> wrote);
  // This rank's pieces of a window, the first of which it has kept as `next`.
  absl::StatusOr<Message> Answer(absl::Span<const Piece> window, size_t& next);

  const Rules& rules_;
  const bool reduced_;
  const uint64_t value_bytes_;
  Ranks& ranks_;
  std::unique_ptr<TableWriter> table_;  // on rank 0
  std::unique_ptr<File> packed_;        // if there are several ranks
  // Of this section.
  std::vector<Kept> kept_;
  std::atomic<uint64_t> end_;  // of what is packed
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SHARED_WRITER_H_
