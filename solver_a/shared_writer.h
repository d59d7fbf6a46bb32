// A table that all ranks write together.
//
// A rank has the rows of some panels.  The part of a chunk that lies in these,
// a piece, it fills and packs by itself, and sends it to rank 0:
//
//     chunks   ├───────0───────┼───────1───────┼───────2───────┤
//     rows     ├──── of rank 0 ────┼──────── of rank 1 ────────┼─ …
//     pieces   ├───────────────┼───┼───────────┼───────────────┤
//
// That keeps them on its disk until it has all of a section.  Then it takes
// them in the order of the file, some chunks at a time, takes the digest, and
// writes. A piece that is a whole chunk is written as it came.

#ifndef TEEKO_SOLVER_A_SHARED_WRITER_H_
#define TEEKO_SOLVER_A_SHARED_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "proto/table_writer.h"
#include "solver_a/file.h"
#include "solver_a/ranks.h"
#include "stage/stage.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

class SharedWriter {
 public:
  // On rank 0 `progress` is told of positions that are written.
  SharedWriter(const Rules& rules, bool reduced, int value_bytes, Ranks& ranks,
               Progress& progress)
      : rules_(rules),
        reduced_(reduced),
        value_bytes_(value_bytes),
        ranks_(ranks),
        progress_(progress) {}

  // At first: to write to `path`; `beside` is where a temporary file is.
  absl::Status Open(const std::string& path, const std::string& beside);

  // Sets out[first … end - 1] to the values of a mover's set, of value_bytes
  // each, with these opponents.  It may spoil the rest of out[0 … n + 63] of a
  // row of n.
  using FillRow = absl::FunctionRef<void(size_t row, uint64_t first,
                                         uint64_t end, void* out)>;

  // For all ranks together.  Asks for rows of this rank's panels, mostly in
  // ascending order, and for some more than once, on oneTBB threads.
  absl::Status WriteSection(int placed, absl::string_view drops,
                            FillRow fill_row);

  // Puts the table in its place, on rank 0.
  absl::Status Finish();

 private:
  // Of positions that are stored.
  struct Piece {
    uint64_t first;
    uint64_t count;
    size_t owner;
    // Where rank 0 has it, a block.
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  // Writes the chunks that these make, on rank 0.
  absl::Status AddChunks(absl::Span<const Piece> pieces);

  const Rules& rules_;
  const bool reduced_;
  const uint64_t value_bytes_;
  Ranks& ranks_;
  Progress& progress_;
  // On rank 0.
  std::unique_ptr<TableWriter> table_;
  std::unique_ptr<File> packed_;  // of this section, if there are several ranks
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SHARED_WRITER_H_
