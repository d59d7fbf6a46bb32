// Writes a table that all processes make together.
//
// Each process owns the rows of some panels.  A piece is the part of a chunk in
// the rows of one process.  That process fills and packs the piece and sends it
// to process 0:
//
//     chunks   ├───────0───────┼───────1───────┼───────2───────┤
//     rows     ├── of process 0 ───┼────── of process 1 ───────┼─ …
//     pieces   ├───────────────┼───┼───────────┼───────────────┤
//
// Process 0 stores the pieces on its disk until a section is complete.  Then it
// reads them in file order, some chunks at a time, updates the digest and
// writes the chunks.  It writes a piece that is a whole chunk without packing
// it again.

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
#include "base/processes.h"
#include "base/program.h"
#include "base/random_access_file.h"
#include "proto/table_writer.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

class SharedWriter {
 public:
  // On process 0, advances `progress` by the number of positions written.
  SharedWriter(const Rules& rules, bool reduced, int value_bytes,
               base::Processes& processes, base::Progress& progress)
      : rules_(rules),
        reduced_(reduced),
        value_bytes_(value_bytes),
        processes_(processes),
        progress_(progress) {}

  // Starts a table at `path`, with a temporary file in the directory of
  // `beside`.  Call it first.
  absl::Status Open(const std::string& path, const std::string& beside);

  // Sets out[first … end - 1] to the values of this row, each of value_bytes.
  // May overwrite the other elements of out[0 … n + 63], where n is the length
  // of the row.
  using FillRow = absl::FunctionRef<void(size_t row, uint64_t first,
                                         uint64_t end, void* out)>;

  // Writes a section.  All processes call it together.  Calls `fill_row` on
  // oneTBB threads for the rows of this process, mostly in ascending order, for
  // some rows more than once.
  absl::Status WriteSection(int placed, absl::string_view drops,
                            FillRow fill_row);

  // Completes the table and renames it to its path, on process 0.
  absl::Status Finish();

 private:
  struct Piece {
    uint64_t first;  // stored position
    uint64_t count;
    size_t owner;
    // The block in the temporary file of process 0.
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  // Writes the chunks that consist of these pieces, on process 0.
  absl::Status AddChunks(absl::Span<const Piece> pieces);

  const Rules& rules_;
  const bool reduced_;
  const uint64_t value_bytes_;
  base::Processes& processes_;
  base::Progress& progress_;
  // On process 0, otherwise null.
  std::unique_ptr<proto::TableWriter> table_;
  // The pieces of this section, if there are several processes.
  std::unique_ptr<base::RandomAccessFile> packed_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SHARED_WRITER_H_
